import { mkdir, realpath } from 'node:fs/promises';
import type { ServerName, ServicesMode } from './control-socket.ts';
import { readRunFile } from './run-file.ts';
import { isSupervised, joinSupervisor, type Membership } from './supervisor-client.ts';

/** Servers that already run elsewhere. They are used as they are. */
interface GivenServices {
  databaseUrl?: string | undefined;
  redisUrl?: string | undefined;
}

export interface ServiceUrls {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

export interface ServicesOptions {
  dataDir: string;
  mode: ServicesMode;
  given?: GivenServices;
  /** Called with a message before each slow step of a first run. */
  onProgress?: (message: string) => void;
}

export interface Services extends ServiceUrls {
  /** Releases the servers. Resolves when they have stopped, or at once if other processes still use them. */
  release(): Promise<void>;
  /** Resolves if the servers stop before they are released. */
  readonly lost: Promise<void>;
}

/**
 * Postgres and Redis for this process (C9.1, C9.2): the given ones, or else real servers.
 * These keep their data in `dataDir`.
 * All processes that use the same folder share its servers, which run until the last of these processes ends.
 * @throws Error with what is missing, or with the last output of the server
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { given = {}, mode, onProgress = () => {} } = options;
  const missing: ServerName[] = [];
  if (!given.databaseUrl) missing.push('postgres');
  if (!given.redisUrl) missing.push('redis');

  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const membership =
    missing.length > 0 ? await joinSupervisor({ dataDir, mode, missing, onProgress }) : noMembership;
  const urls = await findUrls(dataDir, given);
  if (!urls) throw new Error(`The servers of ${dataDir} stopped right after their start.`);
  return { ...urls, ...membership };
}

const noMembership: Membership = { release: async () => {}, lost: new Promise(() => {}) };

/** The URL of the Postgres that runs for this folder, or undefined. Does not keep the server running. */
export async function findDatabase(dataDir: string): Promise<string | undefined> {
  const { databaseUrl } = await readRunFile(dataDir);
  return databaseUrl && (await isSupervised(await realpath(dataDir))) ? databaseUrl : undefined;
}

/** The URL of the Redis that runs for this folder, or undefined, as `findDatabase`. */
export async function findRedis(dataDir: string): Promise<string | undefined> {
  const { redisUrl } = await readRunFile(dataDir);
  return redisUrl && (await isSupervised(await realpath(dataDir))) ? redisUrl : undefined;
}

async function findUrls(dataDir: string, given: GivenServices): Promise<ServiceUrls | undefined> {
  const running = await readRunFile(dataDir);
  const databaseUrl = given.databaseUrl || running.databaseUrl;
  const redisUrl = given.redisUrl || running.redisUrl;
  return databaseUrl && redisUrl ? { databaseUrl, redisUrl } : undefined;
}
