import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

// A process of the image that misses a folder of the package ends at its start, and no engine runs here to show it.
test('the image holds every folder that the package does', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const copied = [...lastStage.matchAll(/^COPY (?:--from=\w+ )?(?:\/app\/)?(\S+) (\S+)$/gm)]
    .filter(([, from, to]) => from === to)
    .map(([, , to]) => to);
  const { files } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(copied).toEqual(expect.arrayContaining(files));
});
