import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Description } from '../../scripts/clients/description.ts';
import { writeClients } from '../../scripts/clients/files.ts';
import { readModel } from '../../scripts/clients/model.ts';

const description: Description = JSON.parse(await readFile('docs/openapi.json', 'utf8'));

test('the generated files of the clients are current: npm run clients writes them', async () => {
  for (const [path, text] of Object.entries(writeClients(description)))
    expect(await readFile(path, 'utf8'), path).toBe(text);
});

test('each operation of the description has a place in the clients, none twice', () => {
  const described = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const { operations } = readModel(description);
  expect(operations.map(({ id }) => id)).toEqual(described);
  expect(new Set(operations.map(({ resource, method }) => `${resource}.${method}`)).size).toBe(
    described.length,
  );
});

test('the Python package has the version of the service', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(await readFile('clients/python/pyproject.toml', 'utf8')).toContain(`\nversion = "${version}"\n`);
});
