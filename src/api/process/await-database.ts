import { setTimeout as sleep } from 'node:timers/promises';
import { pendingMigrations } from '../../shared/platform/postgres/migrate.ts';
import { describeDatabaseProblem } from '../../shared/platform/postgres/server/database-problem.ts';
import type { WebContext } from '../web-context.ts';

const lookEveryMs = 2_000;
/** What goes on is said again so often. */
const repeatEveryMs = 60_000;

/**
 * Resolves once the database can be used: it is reached, and has its migrations. Until then the log says what
 * is missing. Requests are answered meanwhile, with 503. Resolves as well when the process is stopping.
 */
export async function awaitDatabase(ctx: WebContext): Promise<void> {
  let said = '';
  let saidAt = 0;
  const say = (reason: string, details: object) => {
    if (reason === said && performance.now() < saidAt + repeatEveryMs) return;
    said = reason;
    saidAt = performance.now();
    ctx.log.error(details, `requests are answered with 503: ${reason}`);
  };
  while (!ctx.draining.signal.aborted) {
    try {
      const pending = await ctx.lookups.run(pendingMigrations);
      if (pending.length === 0) {
        if (said !== '') ctx.log.info('the database can be used');
        return;
      }
      say('migrations are pending', { pending, advice: 'Run the migrate command.' });
    } catch (err) {
      const { reason, advice } = describeDatabaseProblem(err);
      say(reason, { err, advice });
    }
    await sleep(lookEveryMs, undefined, { ref: false });
  }
}
