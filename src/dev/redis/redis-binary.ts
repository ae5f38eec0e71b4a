import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MissingServer } from '../server/missing-server.ts';
import { serverEnvironment } from '../server/server-process.ts';
import { downloadRedisPackage } from './redis-package.ts';

const run = promisify(execFile);

export interface RedisBinary {
  readonly program: string;
  readonly libraryPath?: string | undefined;
  /** For example `redis7` or `valkey8`. */
  readonly nameWithMajor: string;
}

/**
 * Finds a real Redis or Valkey: the installed one, or one downloaded earlier.
 * On Debian and Ubuntu it otherwise downloads the distribution's package into a cache folder.
 * That needs no root and does not change the host.
 * @throws MissingServer if there is none
 */
export async function findRedis(
  dataDir: string,
  onProgress: (message: string) => void,
): Promise<RedisBinary> {
  const installed = (await inspect('redis-server')) ?? (await inspect('valkey-server'));
  if (installed) return installed;
  const cache = await openCache(dataDir);
  const cached = await findDownloaded(cache);
  if (cached) return cached;

  if (!existsSync('/usr/bin/apt-get')) throw new MissingServer('redis');
  onProgress(
    `redis-server is not on PATH: downloading the distribution's package into ${cache} (about 12 MB, once)`,
  );
  await downloadRedisPackage(cache).catch((error: Error) => {
    throw new MissingServer('redis', `It could not be downloaded: ${error.message}`);
  });
  const downloaded = await findDownloaded(cache);
  if (downloaded) return downloaded;
  throw new MissingServer('redis', `The redis-server downloaded into ${cache} does not run here.`);
}

/** Shared by all checkouts of this user. Falls back to the data folder if the home folder is not writable. */
async function openCache(dataDir: string): Promise<string> {
  try {
    const shared = join(homedir(), '.cache', 'waitlist-service');
    await mkdir(shared, { recursive: true });
    return shared;
  } catch {
    return dataDir;
  }
}

async function findDownloaded(cache: string): Promise<RedisBinary | undefined> {
  const newestFirst = (await readdir(cache))
    .filter((name) => name.startsWith('redis-'))
    .sort()
    .reverse();
  for (const name of newestFirst) {
    const usr = join(cache, name, 'usr');
    const libraries = (await readdir(join(usr, 'lib'))).filter((entry) => entry.endsWith('-linux-gnu'));
    const libraryPath = libraries.map((entry) => join(usr, 'lib', entry)).join(':');
    const found = await inspect(join(usr, 'bin', 'redis-server'), libraryPath);
    if (found) return found;
  }
  return undefined;
}

/** Undefined if the program is missing or does not run here: a home folder may be shared between systems. */
async function inspect(program: string, libraryPath?: string): Promise<RedisBinary | undefined> {
  const result = await run(program, ['--version'], { env: serverEnvironment(libraryPath) }).catch(
    () => undefined,
  );
  const [, name, major] = /^(redis|valkey) server v=(\d+)/i.exec(result?.stdout ?? '') ?? [];
  return name && major ? { program, libraryPath, nameWithMajor: `${name.toLowerCase()}${major}` } : undefined;
}
