import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '../../../src/dev/redis/redis-server.ts';
import { quietPort } from '../network/quiet-port.ts';

/** A Redis server that only one test uses and may pause or kill. It is durable, as in production. */
export interface OwnRedis {
  /** Does not change with a restart. */
  readonly url: string;
  /** Suspends the process: connections stay open without answers. */
  pause(): void;
  resume(): void;
  kill(): Promise<void>;
  /** Starts it again after `kill`, with its data or empty. */
  restart(options?: { empty?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export async function startOwnRedis(): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-redis-'));
  const open = (preferredPort: number) =>
    startRedis({ mode: 'durable', storageDir: folder, dataDir: folder, preferredPort, onProgress: () => {} });
  let server = await open(await quietPort()); // which it has again after a restart
  const { url } = server;
  const [data = ''] = (await readdir(folder)).filter((entry) => /^(redis|valkey)\d+$/.test(entry));
  const readPid = async () => Number(await readFile(join(folder, data, 'redis.pid'), 'utf8'));
  let pid = await readPid();
  return {
    url,
    pause: () => void process.kill(pid, 'SIGSTOP'),
    resume: () => void process.kill(pid, 'SIGCONT'),
    async kill() {
      process.kill(pid, 'SIGKILL');
      await server.exited;
    },
    async restart({ empty = false } = {}) {
      if (empty) await rm(join(folder, data, 'appendonlydir'), { recursive: true });
      server = await open(Number(new URL(url).port));
      pid = await readPid();
    },
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
