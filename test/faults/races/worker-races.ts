import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { countDeadlocks } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, report, unless } from '../fault-run.ts';
import {
  checkEffects,
  countPendingJobs,
  notifyOfJobs,
  plantRepeats,
  storeJobs,
} from '../support/pending-jobs.ts';

const accounts = 10;
/** Signups of each account, with a mail and an event each: 5,000 jobs in total. */
const signups = 250;
const processes = 8;
const providerMs = 25;

/**
 * Eight workers compete for the same 5,000 jobs, each notified twice and found by the sweep too. Each mail
 * and event goes out once. With `plantedBug` some completed deliveries are enqueued again.
 */
export const workerRaces: FaultRun = async ({ plantedBug }) => {
  const sink = await startMailSink({ beforeAnswer: () => sleep(providerMs) });
  const receiver = await startFakeProvider(() => ({ status: 200 }), { delayMs: providerMs });
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    {
      MANAGED_EMAIL_URL: sink.url,
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
      // Low enough that no job times out when eight workers share two cores.
      DATABASE_POOL: '4',
      EMAIL_CONCURRENCY: '20',
      DELIVERY_CONCURRENCY: '20',
    },
  );
  try {
    if (plantedBug) await plantRepeats(deployment.sql);
    const lists = await storeJobs(deployment, receiver, { accounts, signups });
    await notifyOfJobs(deployment, lists);
    const started = performance.now();
    const workers = await Promise.all(Array.from({ length: processes }, () => deployment.start('worker')));
    await notifyOfJobs(deployment, lists);
    await until(async () => (await countPendingJobs(deployment.sql)) === 0, 180);
    const seconds = (performance.now() - started) / 1_000;
    await Promise.all(workers.map((worker) => worker.stop()));
    const { figures, wrong } = await checkEffects(deployment.sql, sink.received, receiver);
    const deadlocks = await countDeadlocks(deployment.sql);
    return report({ ...figures, 'deadlocks in Postgres': deadlocks, seconds: seconds.toFixed(1) }, [
      ...wrong,
      ...unless(deadlocks === 0, `Postgres resolved ${deadlocks} deadlocks`),
    ]);
  } finally {
    await deployment.close();
    await Promise.all([sink.close(), receiver.close()]);
  }
};
