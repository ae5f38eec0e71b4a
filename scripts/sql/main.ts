/**
 * Part of `npm run lint`: statements of src and of the functions in the database name the columns that they
 * give. With `SELECT *` a migration that adds a column breaks the statements that running processes have
 * prepared. Prints the violations and exits with 1.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findStars, findStarsInSource } from './named-columns.ts';

async function listFiles(folder: string, name: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((entry) => name.test(entry)).map((entry) => join(folder, entry));
}

const problems: string[] = [];
async function check(file: string, find: typeof findStars): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!/\b(SELECT|RETURNING)\b/.test(text)) return;
  for (const { line, text: found } of find(text))
    problems.push(`${file}:${line}: name the columns: ${found}`);
}
for (const file of await listFiles('src', /\.tsx?$/)) await check(file, findStarsInSource);
for (const file of await listFiles('migrations/functions', /\.sql$/)) await check(file, findStars);

const tables = [...(await readFile('schema.sql', 'utf8')).matchAll(/^CREATE TABLE (\w+)/gm)];
const rows = new RegExp(
  `\\bRETURNS\\s+(?:SETOF\\s+)?(?:${tables.map(([, name]) => name).join('|')})\\b`,
  'gi',
);
for (const file of await listFiles('migrations/functions', /\.sql$/))
  for (const [found] of (await readFile(file, 'utf8')).matchAll(rows))
    problems.push(`${file}: name the columns: ${found}`);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
