import closeWithGrace from 'close-with-grace';
import type { Logger } from './log.ts';
import type { StopSignals } from './stop-signals.ts';

/** A platform kills what has not ended after 25 to 30 s. */
const longestMs = 20_000;

/**
 * Lets the process end when it is asked to, with 0, and when an error was not caught, with 1 (C9.6). What `end` does not get done in 20 s
 * is left as it is: jobs are still owed in the outbox, and a download that is broken off does not look complete.
 */
export function endOnSignal(
  log: Logger,
  stopSignals: StopSignals,
  end: (because: { failed: boolean }) => Promise<void>,
): void {
  let failed = false;
  const closing = closeWithGrace(
    {
      delay: longestMs,
      logger: false,
      skip: [...stopSignals.names],
      onTimeout() {
        log.warn('what still runs is left as it is');
        process.exit(failed ? 1 : 0);
      },
    },
    async ({ err }) => {
      failed = err !== undefined;
      if (failed) log.fatal({ err }, 'the process fails');
      try {
        await end({ failed });
      } catch (error) {
        log.error({ err: error }, 'the process could not end in order');
        throw error;
      }
    },
  );
  stopSignals.handle((signal) => {
    log.info({ signal }, 'the process stops');
    closing.close();
  });
}
