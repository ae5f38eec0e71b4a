import { readConfig } from '../src/shared/config.ts';
import { openContext } from '../src/shared/context.ts';
import { openDoorbell } from '../src/shared/queue/job-notifier.ts';
import type { JobName } from '../src/shared/queue/jobs.ts';
import type { Bench } from './support/bench.ts';

/** Rings for jobs that are owed, as the process that owes them does. */
export async function ringFor(
  { env }: Pick<Bench, 'env'>,
  job: JobName,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  const config = { ...readConfig(env), log: { level: 'silent' as const } };
  const ctx = openContext(config, 'cli');
  const doorbell = openDoorbell(config, ctx.log);
  doorbell.ring(
    job,
    ids.map((id) => ({ id, accountId })),
  );
  await doorbell.close();
  await ctx.sql.end();
}
