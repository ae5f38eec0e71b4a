import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from '../server/server-process.ts';

const RESTART_PAUSE_MS = 1_000;

/** A server that starts when it is first needed, and again when it dies. */
export interface KeptServer {
  /** Resolves when the server is ready. @throws Error if it does not start; the next call starts it again */
  ensure(): Promise<void>;
  stop(): Promise<void>;
}

export function keepServer(start: () => Promise<RunningServer>): KeptServer {
  let current: Promise<RunningServer> | undefined;
  let stopping = false;

  function ensure(): Promise<RunningServer> {
    current ??= startAndWatch();
    return current;
  }

  async function startAndWatch(): Promise<RunningServer> {
    try {
      const server = await start();
      void server.exited.then(restart);
      return server;
    } catch (error) {
      current = undefined;
      throw error;
    }
  }

  async function restart(): Promise<void> {
    current = undefined;
    // Avoids a busy loop if it dies right after each start.
    await sleep(RESTART_PAUSE_MS, undefined, { ref: false });
    if (!stopping) await ensure().catch((error) => console.error(error));
  }

  return {
    ensure: async () => void (await ensure()),
    stop: async () => {
      stopping = true;
      const server = await current?.catch(() => undefined);
      await server?.stop();
    },
  };
}
