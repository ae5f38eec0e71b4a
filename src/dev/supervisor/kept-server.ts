import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from '../server/server-process.ts';

const RESTART_PAUSE_MS = 1_000;

/** A server that is started when it is first needed, and again when it dies. */
export interface KeptServer {
  /** Resolves when it is ready. @throws Error why it does not start; the next call tries again */
  ensure(): Promise<void>;
  stop(): Promise<void>;
}

export function keepServer(start: () => Promise<RunningServer>): KeptServer {
  let current: Promise<RunningServer> | undefined;
  let stopping = false;

  function ensure(): Promise<RunningServer> {
    current ??= begin();
    return current;
  }

  async function begin(): Promise<RunningServer> {
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
    await sleep(RESTART_PAUSE_MS, undefined, { ref: false }); // lets a server that cannot live die quietly
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
