import { startPostgres } from '../postgres/postgres-server.ts';
import { startRedis } from '../redis/redis-server.ts';
import { emptyLogs } from '../server/logs.ts';
import type { RunningServer, ServerOptions } from '../server/server-process.ts';
import type { ServerName, ServicesMode } from './control-socket.ts';
import { keepServer } from './kept-server.ts';
import { type RunFile, readRunFile, writeRunFile } from './run-file.ts';
import { makeScratchDir, removeScratchDir } from './scratch-dir.ts';

/** The servers of one data folder. */
export interface Servers {
  /** Resolves when these are ready and named in the run file. @throws Error of the one that does not start */
  ensure(names: readonly ServerName[]): Promise<void>;
  /** Ends all of them; those for tests leave no data. */
  stop(): Promise<void>;
}

/** For the holder of the folder's lock. */
export async function openServers(
  dataDir: string,
  mode: ServicesMode,
  onProgress: (message: string) => void,
): Promise<Servers> {
  const urls = await readRunFile(dataDir); // of the last run: apps that remember a port find its server again
  writeRunFile(dataDir, {});
  await emptyLogs(dataDir);
  const storageDir = mode === 'fast' ? await makeScratchDir(dataDir) : dataDir;
  const running: RunFile = {};

  async function start(startServer: (options: ServerOptions) => Promise<RunningServer>, name: keyof RunFile) {
    const lastUrl = urls[name];
    const preferredPort = lastUrl ? Number(new URL(lastUrl).port) : 0;
    const server = await startServer({ mode, dataDir, storageDir, preferredPort, onProgress });
    urls[name] = running[name] = server.url;
    writeRunFile(dataDir, running);
    return server;
  }

  const servers = {
    postgres: keepServer(() => start(startPostgres, 'databaseUrl')),
    redis: keepServer(() => start(startRedis, 'redisUrl')),
  };
  return {
    async ensure(names) {
      await Promise.all(names.map((name) => servers[name].ensure()));
    },
    async stop() {
      await Promise.all([servers.postgres.stop(), servers.redis.stop()]);
      if (mode === 'fast') await removeScratchDir(storageDir);
    },
  };
}
