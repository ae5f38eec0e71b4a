import { readdir, readFile } from 'node:fs/promises';
import { sha256 } from './release.ts';

/** The checksums of all migrations, as lines that `sha256sum --check` reads. Functions may change. */
export async function readMigrationChecksums(folder = 'migrations'): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const lines = await Promise.all(
    names.map(async (name) => `${sha256(await readFile(`${folder}/${name}`))}  ${name}\n`),
  );
  return lines.join('');
}
