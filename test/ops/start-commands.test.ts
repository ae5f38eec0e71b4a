import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { nodeArguments } from '../../src/dev/service-processes.ts';

describe('the start command', () => {
  test.each([
    ['web', 'dist/api/main.js'],
    ['worker', 'dist/workers/main.js'],
  ] as const)('of %s is the same everywhere (C9.3)', async (kind, entry) => {
    const command = ['node', ...nodeArguments[kind], entry];
    const placesOf = {
      Procfile: `${kind}: ${command.join(' ')}`,
      'docs/configuration.md': `| ${kind} | \`${command.join(' ')}\` |`,
      'docs/deployment.md': `${kind}: ${command.join(' ')}\n`,
      [`ops/systemd/waitlist-${kind}@.service`]: `${kind === 'web' ? 'ExecStart=/usr/bin/env PORT=%i ' : 'ExecStart='}/usr/bin/${command.join(' ')}\n`,
      ...(kind === 'web'
        ? { Dockerfile: `CMD ${JSON.stringify(command).replaceAll(',', ', ')}` }
        : { 'compose.yaml': `command: [${command.join(', ')}]` }),
    };
    for (const [file, line] of Object.entries(placesOf)) {
      const text = await readFile(file, 'utf8');
      expect(text, file).toContain(line);
    }
  });
});
