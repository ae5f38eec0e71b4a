import { once } from 'node:events';
import { readConfig } from '../../../src/shared/config.ts';
import { openContext } from '../../../src/shared/context.ts';
import { openJobNotifier } from '../../../src/shared/platform/queue/job-notifier.ts';
import type { JobName } from '../../../src/shared/platform/queue/jobs.ts';
import { openProducerRedis } from '../../../src/shared/platform/redis/redis.ts';
import type { Deployment } from './deployment.ts';

/** Notifies workers of pending jobs, as the process that enqueues them does. */
export async function notifyWorkers(
  { env }: Pick<Deployment, 'env'>,
  job: JobName,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  const config = { ...readConfig(env), log: { level: 'silent' as const } };
  const ctx = openContext(config, 'cli');
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const connection = openProducerRedis(config, ctx.log);
    await once(connection, 'ready'); // it drops what it cannot send
    const notifier = openJobNotifier(config, ctx.log, connection);
    notifier.notify(
      job,
      ids.slice(from, from + mostAtOnce).map((id) => ({ id, accountId })),
    );
    await notifier.close();
  }
  await ctx.sql.end();
}

/** Half of what may wait in a process: it drops more. */
const mostAtOnce = 5_000;
