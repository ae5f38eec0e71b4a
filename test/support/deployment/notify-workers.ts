import { readConfig } from '../../../src/shared/config.ts';
import { openContext } from '../../../src/shared/context.ts';
import { openJobNotifier } from '../../../src/shared/platform/queue/job-notifier.ts';
import type { JobName } from '../../../src/shared/platform/queue/jobs.ts';
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
  const notifier = openJobNotifier(config, ctx.log);
  notifier.notify(
    job,
    ids.map((id) => ({ id, accountId })),
  );
  await notifier.close();
  await ctx.sql.end();
}
