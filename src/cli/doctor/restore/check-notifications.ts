import type { Config } from '../../../shared/config.ts';
import type { Sql } from '../../../shared/platform/postgres/connection.ts';
import type { Logger } from '../../../shared/platform/process/log.ts';
import { withTimeout } from '../../../shared/platform/process/with-timeout.ts';
import { openJobNotifier } from '../../../shared/platform/queue/job-notifier.ts';
import { listPendingOf } from '../../../shared/platform/queue/outbox.ts';
import { type Check, ok } from '../check.ts';

const timeoutMs = 5_000;
/** Groups of notifications that are looked at, of each job. */
const mostGroups = 200;

/** Compares what Redis remembers with the jobs in the database. @throws Error if Redis does not answer */
export async function checkNotifications(config: Config, log: Logger, sql: Sql): Promise<Check[]> {
  const notifier = openJobNotifier(config, log);
  try {
    let [known, gone] = [0, 0];
    for (const queue of notifier.queues) {
      const groups = await withTimeout(timeoutMs, 'Redis', queue.getWaiting(0, mostGroups - 1));
      const keys = groups.flatMap(({ data }) => data?.notifications ?? []);
      if (keys.length === 0) continue;
      const pending = await listPendingOf(sql, queue.name, keys);
      known += keys.filter(({ id }) => pending.has(id)).length;
      gone += keys.filter(({ id }) => !pending.has(id)).length;
    }
    const message =
      known + gone === 0
        ? 'Redis remembers no jobs. Workers find those in the database by themselves.'
        : `Redis remembers jobs. Of the ${known + gone} looked at, ${gone} are not in the database: they end without a trace.`;
    return [ok('restored_redis', message)];
  } finally {
    await notifier.close();
  }
}
