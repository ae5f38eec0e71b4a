/**
 * Part of `npm run lint`: checks the layout (CONTRIBUTING.md). A folder of src, test, bench or scripts has at
 * most twelve files. A file of `src` with fewer than ten lines has more than one importer, unless it is what
 * a capability exports, or has the jobs of a district. Lines of comments have at most 110 columns, as code
 * has. Districts and rooms of `src/shared` import in one direction. Prints the violations and exits with 1.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { findDistrictProblems, readArrows } from './districts.ts';

const maxFiles = 12;
const minLines = 10;
const maxColumns = 110;
/** Folders with one file for each page, route or job have no limit. */
const isCatalogue = (folder: string) => /\/(routes|pages|jobs)$/.test(folder);

/** The sources in a folder and its subfolders. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(
      (entry) =>
        entry.isFile() && /\.(ts|tsx)$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
    )
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

/** Short files that only one other file imports. */
async function findShortFiles(files: readonly string[]): Promise<string[]> {
  const texts = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
  const importers = new Map<string, number>();
  for (const [file, text] of texts)
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const imported = relative('.', resolve(dirname(file), path));
      importers.set(imported, (importers.get(imported) ?? 0) + 1);
    }
  return [...texts].flatMap(([file, text]) =>
    text.split('\n').length - 1 < minLines &&
    importers.get(file) === 1 &&
    !isCatalogue(dirname(file)) &&
    !/\/(index|jobs)\.ts$/.test(file)
      ? [`${file}: fewer than ${minLines} lines and one importer, move it there`]
      : [],
  );
}

/** Comments with a line that is too long. The formatter leaves them as they are. */
async function findWideComments(files: readonly string[]): Promise<string[]> {
  const isWide = (line: string) =>
    line.length > maxColumns &&
    /(^\s*(\/\*\*|\*)|^\s*\/\/|[;,({[] \/\/) /.test(line) &&
    !line.includes('biome-ignore');
  const found = await Promise.all(
    files.map(async (file) =>
      (await readFile(file, 'utf8'))
        .split('\n')
        .flatMap((line, at) =>
          isWide(line) ? [`${file}:${at + 1}: wrap the comment at ${maxColumns} columns`] : [],
        ),
    ),
  );
  return found.flat();
}

const sources = await listFiles('src');
const written = sources.filter((file) => file !== 'src/client/api-types.ts'); // that one is generated
const others = (await Promise.all(['test', 'bench', 'scripts'].map(listFiles))).flat();
const problems = [
  ...findFullFolders([...sources, ...others]),
  ...(await findShortFiles(sources)),
  ...(await findWideComments([...written, ...others])),
  ...findDistrictProblems(readArrows()),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
