import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverEnvironment } from '../server/server-process.ts';
import { fetchRedisPackage } from './redis-package.ts';

const run = promisify(execFile);
const ADVICE =
  'Install Redis ("apt install redis-server", "dnf install valkey", "brew install redis") or set REDIS_URL.';

export interface RedisBinary {
  readonly program: string;
  readonly libraryPath?: string | undefined;
  /** Such as `redis7` or `valkey8`. */
  readonly nameWithMajor: string;
}

/**
 * A real Redis (or Valkey): the installed one, else one fetched earlier, else on Debian and Ubuntu the distribution's
 * own package, unpacked into a cache folder without root and without a change to the host.
 * @throws Error that says how to install it
 */
export async function findRedis(
  dataDir: string,
  onProgress: (message: string) => void,
): Promise<RedisBinary> {
  const installed = (await inspect('redis-server')) ?? (await inspect('valkey-server'));
  if (installed) return installed;
  const cache = await openCache(dataDir);
  const cached = await findFetched(cache);
  if (cached) return cached;

  if (!existsSync('/usr/bin/apt-get')) throw new Error(`No redis-server on PATH. ${ADVICE}`);
  onProgress(
    `No redis-server on PATH: fetching the distribution's package into ${cache} (about 12 MB, once)`,
  );
  await fetchRedisPackage(cache).catch((error: Error) => {
    throw new Error(`No redis-server on PATH, and apt cannot fetch it. ${ADVICE}\n${error.message}`, {
      cause: error,
    });
  });
  const fetched = await findFetched(cache);
  if (fetched) return fetched;
  throw new Error(`The redis-server fetched into ${cache} does not run here. ${ADVICE}`);
}

/** Shared by every checkout of this user; the data folder serves when there is no home to write to. */
async function openCache(dataDir: string): Promise<string> {
  try {
    const shared = join(homedir(), '.cache', 'waitlist-service');
    await mkdir(shared, { recursive: true });
    return shared;
  } catch {
    return dataDir;
  }
}

async function findFetched(cache: string): Promise<RedisBinary | undefined> {
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

/** Undefined when the program is missing or does not run here: a home folder may serve several systems. */
async function inspect(program: string, libraryPath?: string): Promise<RedisBinary | undefined> {
  const result = await run(program, ['--version'], { env: serverEnvironment(libraryPath) }).catch(
    () => undefined,
  );
  const [, name, major] = /^(redis|valkey) server v=(\d+)/i.exec(result?.stdout ?? '') ?? [];
  return name && major ? { program, libraryPath, nameWithMajor: `${name.toLowerCase()}${major}` } : undefined;
}
