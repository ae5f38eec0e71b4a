import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../process/log.ts';
import { describeDatabaseProblem } from './database-problem.ts';
import type { Outage } from './outage.ts';

const lookEveryMs = 2_000;
/** What goes on is said again so often. */
const repeatEveryMs = 60_000;

interface Waiting {
  readonly log: Logger;
  readonly outage: Outage;
  /** Ends the wait. */
  readonly over: AbortSignal;
  /** What happens until then, for the log. */
  readonly meanwhile: string;
}

/**
 * Resolves once the database can be used: it is reached, and has its migrations. Until then the log says what
 * is missing. `findPending` gives the names of pending migrations. Resolves as well when it is over.
 */
export async function awaitDatabase(
  findPending: () => Promise<readonly string[]>,
  { log, outage, over, meanwhile }: Waiting,
): Promise<void> {
  const endTelling = outage.leaveTelling();
  let said = '';
  let saidAt = 0;
  const say = (reason: string, advice: string | undefined, details: object) => {
    if (reason === said && performance.now() < saidAt + repeatEveryMs) return;
    said = reason;
    saidAt = performance.now();
    const level = advice === undefined ? 'warn' : 'error'; // without it, it passes by itself
    log[level]({ ...details, advice }, `${meanwhile}: ${reason}`);
  };
  while (!over.aborted) {
    try {
      const pending = await findPending();
      if (pending.length === 0) {
        if (said !== '') log.info('the database can be used');
        break;
      }
      say('migrations are pending', 'Run the migrate command.', { pending });
    } catch (err) {
      const { reason, advice } = describeDatabaseProblem(err);
      say(reason, advice, { err });
    }
    await sleep(lookEveryMs, undefined, { signal: over }).catch(() => {});
  }
  endTelling();
}
