import { once } from 'node:events';
import { readConfig } from '../../../src/shared/config.ts';
import { openLog } from '../../../src/shared/platform/process/log.ts';
import { type JobNotifier, openJobNotifier } from '../../../src/shared/platform/queue/job-notifier.ts';
import type { JobName } from '../../../src/shared/platform/queue/jobs.ts';
import { openProducerRedis } from '../../../src/shared/platform/redis/redis.ts';
import type { Deployment } from './deployment.ts';

/** A notifier of a deployment that reaches Redis from its first notification. */
export async function connectNotifier({ env }: Pick<Deployment, 'env'>): Promise<JobNotifier> {
  const config = { ...readConfig(env), log: { level: 'silent' as const } };
  const log = openLog(config, 'test');
  const connection = openProducerRedis(config, log);
  await once(connection, 'ready'); // it drops what it cannot send
  return openJobNotifier(config, log, connection);
}

/** Notifies workers of pending jobs, as the process that enqueues them does. */
export async function notifyWorkers(
  deployment: Pick<Deployment, 'env'>,
  job: JobName,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const notifier = await connectNotifier(deployment);
    notifier.notify(
      job,
      ids.slice(from, from + mostAtOnce).map((id) => ({ id, accountId })),
    );
    await notifier.close();
  }
}

/** Half of what may wait in a process: it drops more. */
const mostAtOnce = 5_000;
