import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('systemd finds nothing wrong in the units', async ({ skip }) => {
  await run('systemd-analyze', ['--version']).catch(() => skip('systemd is not installed'));
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-units-'));
  const units: string[] = [];
  for (const name of await readdir('ops/systemd')) {
    const unit = join(folder, name.replace('@', '@3001'));
    const text = await readFile(join('ops/systemd', name), 'utf8');
    await writeFile(unit, text.replace('/usr/bin/node', process.execPath));
    units.push(unit);
  }
  expect(units).toHaveLength(3);
  const { stdout, stderr } = await run('systemd-analyze', ['verify', ...units]);
  expect(stdout + stderr).toBe('');
  await rm(folder, { recursive: true });
});
