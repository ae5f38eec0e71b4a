import cluster from 'node:cluster';
import closeWithGrace from 'close-with-grace';
import type { Logger } from './log.ts';
import { writeGathered } from './log-together.ts';
import type { StopSignals } from './stop-signals.ts';

/** Platforms kill a process 25 to 30 s after the signal. */
const maxShutdownMs = 20_000;

/**
 * Ends the process with 0 on a stop signal, and with 1 on an uncaught
 * error (C9.6). `end` has 20 s. Interrupting it is safe: unfinished jobs
 * stay in the outbox, and an interrupted download does not look complete.
 */
export function endOnSignal(
  log: Logger,
  stopSignals: StopSignals,
  end: (reason: { failed: boolean }) => Promise<void>,
): void {
  let failed = false;
  // For the main process of several, which replaces them. A terminal sends it to all.
  if (cluster.isWorker) process.on('SIGHUP', () => {});
  const closing = closeWithGrace(
    {
      delay: maxShutdownMs,
      logger: false,
      skip: [...stopSignals.names, ...(cluster.isWorker ? ['SIGHUP' as const] : [])],
      onTimeout() {
        writeGathered(log);
        log.warn('shutdown timed out; unfinished work is interrupted');
        process.exit(failed ? 1 : 0);
      },
    },
    async ({ err }) => {
      failed = err !== undefined;
      if (failed) log.fatal({ err }, 'uncaught error');
      try {
        await end({ failed });
      } catch (error) {
        log.error({ err: error }, 'shutdown failed');
        throw error;
      } finally {
        writeGathered(log);
      }
    },
  );
  stopSignals.handle((signal) => {
    log.info({ signal }, 'shutting down');
    closing.close();
  });
}
