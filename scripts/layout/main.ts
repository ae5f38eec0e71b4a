/**
 * `npm run lint`: whether the sources are laid out so that a thing is found where it is expected (CONTRIBUTING.md). A folder holds at most
 * a dozen files, and a file of `src` that is shorter than ten lines has more than one user. Prints what is not so and exits with 1.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

const maxFiles = 12;
const minLines = 10;
/** Folders with a file for each page, route or job: they grow with the service. */
const isCatalogue = (folder: string) => /\/(routes|pages|jobs)$/.test(folder);

/** The sources in a folder and in those below it. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Folders with too many files. */
function findFullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) =>
    count > maxFiles && !isCatalogue(folder) ? [`${folder}: ${count} files, at most ${maxFiles}`] : [],
  );
}

/** Short files that one other file alone imports. */
async function findShortFiles(files: readonly string[]): Promise<string[]> {
  const texts = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
  const users = new Map<string, number>();
  for (const [file, text] of texts)
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const imported = relative('.', resolve(dirname(file), path));
      users.set(imported, (users.get(imported) ?? 0) + 1);
    }
  return [...texts].flatMap(([file, text]) =>
    text.split('\n').length - 1 < minLines && users.get(file) === 1 && !isCatalogue(dirname(file))
      ? [`${file}: under ${minLines} lines with one user, which it belongs into`]
      : [],
  );
}

const sources = await listFiles('src');
const problems = [
  ...findFullFolders([...sources, ...(await listFiles('test'))]),
  ...(await findShortFiles(sources)),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
