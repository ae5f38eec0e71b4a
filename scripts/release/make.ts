import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readEntries, toTarGz } from './archives.ts';
import { packGo } from './packages/go.ts';
import { buildImages } from './packages/image.ts';
import { packNpm } from './packages/npm.ts';
import { packPython } from './packages/python.ts';
import { checksumsFile, namesOf, type Release, readChecksums, toChecksumLines } from './release.ts';
import { writeProvenance, writeSbom } from './statements.ts';

const run = promisify(execFile);
const maxBuffer = 1 << 26;

/**
 * Makes a release in the folder `out`, of the files of its commit in the folder `source`: whatever else lies
 * in the checkout, and whatever is installed there, has no part in it.
 * @returns what could not be made on this machine, and why
 */
export async function makeRelease(
  source: string,
  out: string,
  release: Release,
  onProgress: (step: string) => void,
): Promise<string[]> {
  await Promise.all([mkdir(source, { recursive: true }), mkdir(out, { recursive: true })]);
  onProgress('Sources and packages');
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$0"', source, release.commit]);
  await run('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: source, maxBuffer });
  onProgress('Service and client');
  await run('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: source });
  await packNpm(source, out);
  onProgress('Clients for Python and Go');
  await packPython(source, out, release);
  await packGo(source, out, release);
  onProgress('Documentation site');
  await run('npm', ['run', 'site'], { cwd: source, maxBuffer });
  const site = await readEntries(join(source, 'scripts/site/dist'), '');
  await writeFile(join(out, namesOf(release.version).site), await toTarGz(site, release.time));
  onProgress('Bill of materials');
  await writeSbom(source, out, release);
  onProgress('Container image');
  const missing = await buildImages(source, out, release);
  await writeProvenance(out, release);
  await writeFile(join(out, checksumsFile), toChecksumLines(await readChecksums(out)));
  await rm(source, { recursive: true });
  return missing;
}
