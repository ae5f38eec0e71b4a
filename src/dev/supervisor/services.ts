import { mkdir, realpath } from 'node:fs/promises';
import type { ServerName, ServicesMode } from './control-socket.ts';
import { readRunFile } from './run-file.ts';
import { isSupervised, joinSupervisor, type Membership } from './supervisor-client.ts';

/** Servers that somebody else runs: they are used as they are, and not started. */
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
  /** Hears a sentence before each slow step of a first run. */
  onProgress?: (message: string) => void;
}

export interface Services extends ServiceUrls {
  /** Says that this process is done. When it was the last one, this waits until the servers have stopped. */
  release(): Promise<void>;
  /** Resolves when the servers are gone though they were not released. */
  readonly lost: Promise<void>;
}

/**
 * Postgres and Redis for this process (C9.1, C9.2): the given ones, else real servers that keep their data under
 * `dataDir` and are shared by every process that asks for the same folder. They run as long as one of these lives.
 * @throws Error that says what is missing, or what the server printed
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { given = {}, mode, onProgress = () => {} } = options;
  const missing: ServerName[] = [];
  if (!given.databaseUrl) missing.push('postgres');
  if (!given.redisUrl) missing.push('redis');

  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const membership =
    missing.length > 0 ? await joinSupervisor({ dataDir, mode, missing, onProgress }) : nothingToRun;
  const urls = await findUrls(dataDir, given);
  if (!urls) throw new Error(`The servers of ${dataDir} stopped as soon as they had started.`);
  return { ...urls, ...membership };
}

const nothingToRun: Membership = { release: async () => {}, lost: new Promise(() => {}) };

/** The Postgres that runs for this folder now, or undefined. Asking does not keep it running. */
export async function findDatabase(dataDir: string): Promise<string | undefined> {
  const { databaseUrl } = await readRunFile(dataDir);
  return databaseUrl && (await isSupervised(await realpath(dataDir))) ? databaseUrl : undefined;
}

async function findUrls(dataDir: string, given: GivenServices): Promise<ServiceUrls | undefined> {
  const running = await readRunFile(dataDir);
  const databaseUrl = given.databaseUrl || running.databaseUrl;
  const redisUrl = given.redisUrl || running.redisUrl;
  return databaseUrl && redisUrl ? { databaseUrl, redisUrl } : undefined;
}
