import { type JobName, jobNames } from '../../../src/shared/platform/queue/jobs.ts';
import { listOverdueJobs, measureOutbox } from '../../../src/shared/platform/queue/overdue-jobs.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { median } from '../../support/values/quantiles.ts';

const accounts = 50;
const jobsEach = 20_000;
const times = 15;
const job: JobName = jobNames()[0] ?? 'send-signup-email';

/** Medians in ms, with a million pending jobs of fifty accounts. */
export interface SweepTimes {
  /** A sweep while the worker has no jobs yet. */
  readonly first: number;
  /** A sweep while the worker has enough jobs of every account. */
  readonly supplied: number;
  /** A measurement of the backlog for the metrics. */
  readonly measurement: number;
}

/** Measures on a new server, with a table that Postgres has not analysed. */
export async function measureSweeps(): Promise<SweepTimes> {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const { sql, progress } = deployment;
  async function timeOf(run: () => Promise<unknown>): Promise<number> {
    const all: number[] = [];
    for (let time = 0; time < times; time++) {
      const startedAt = performance.now();
      await run();
      all.push(performance.now() - startedAt);
    }
    return median(all);
  }
  try {
    await sql`ALTER TABLE outbox SET (autovacuum_enabled = false)`;
    const ids = Array.from({ length: accounts }, () => crypto.randomUUID());
    for (const [index, id] of ids.entries()) {
      progress.show(`Account ${index + 1} of ${accounts}`);
      await sql`
        INSERT INTO outbox (job, id, account_id, due_at)
        SELECT ${job}, gen_random_uuid(), ${id}, clock_timestamp() - interval '1 hour' FROM generate_series(1, ${jobsEach})`;
    }
    const sweep = (except: readonly string[]) =>
      listOverdueJobs(sql, job, { overdueSeconds: 5, mostJobs: 5_000, except });
    progress.show('Measuring');
    return {
      first: await timeOf(() => sweep([])),
      supplied: await timeOf(() => sweep(ids)),
      measurement: await timeOf(() => measureOutbox(sql)),
    };
  } finally {
    progress.end();
    await deployment.close();
  }
}
