import { startPostgres } from '../postgres/postgres-server.ts';
import { startRedis } from '../redis/redis-server.ts';
import { emptyLogs } from '../server/logs.ts';
import { explainFailures } from '../server/missing-server.ts';
import type { RunningServer, ServerOptions } from '../server/server-process.ts';
import type { ServerName, ServicesMode } from './control-socket.ts';
import { keepServer } from './kept-server.ts';
import { type RunFile, readRunFile, writeRunFile } from './run-file.ts';
import { makeScratchDir, removeScratchDir } from './scratch-dir.ts';

/** The servers of one data folder. */
export interface Servers {
  /** Resolves when these servers are ready and in the run file. @throws Error that says why some are not */
  ensure(names: readonly ServerName[]): Promise<void>;
  /** Stops all servers. In `fast` mode this also deletes their data. */
  stop(): Promise<void>;
}

/** Must be called only by the process that holds the lock of the folder. */
export async function openServers(
  dataDir: string,
  mode: ServicesMode,
  onProgress: (message: string) => void,
): Promise<Servers> {
  const urls = await readRunFile(dataDir); // reuses the ports of the last run, so apps can reconnect
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
      const results = await Promise.allSettled(names.map((name) => servers[name].ensure()));
      const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      if (errors.length > 0) throw new Error(explainFailures(errors));
    },
    async stop() {
      await Promise.all([servers.postgres.stop(), servers.redis.stop()]);
      if (mode === 'fast') await removeScratchDir(storageDir);
    },
  };
}
