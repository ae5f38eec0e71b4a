import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { countDeadlocks } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, report, unless } from '../fault-run.ts';
import { checkDone, countOwed, notifyAboutAll, oweAll, plantRepeats } from '../support/pending-jobs.ts';

const accounts = 10;
/** A mail and an event each: 5,000 jobs. */
const signups = 250;
const processes = 8;
const providerMs = 25;

/**
 * Eight workers at the same 5,000 jobs, each notified for twice and a third time by the sweep: every mail and every event goes out once. With
 * `plantedBug` some deliveries are owed again as they are struck off: the harness must notice.
 */
export const workerRaces: FaultRun = async ({ plantedBug }) => {
  const sink = await startMailSink({ beforeAnswer: () => sleep(providerMs) });
  const receiver = await startFakeProvider(() => ({ status: 200 }), { delayMs: providerMs });
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    {
      MANAGED_EMAIL_URL: sink.url,
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
      // So many at once on so few cores that none fails for want of time.
      DATABASE_POOL: '4',
      EMAIL_CONCURRENCY: '20',
      DELIVERY_CONCURRENCY: '20',
    },
  );
  try {
    if (plantedBug) await plantRepeats(deployment.sql);
    const lists = await oweAll(deployment, receiver, { accounts, signups });
    await notifyAboutAll(deployment, lists);
    const started = performance.now();
    const workers = await Promise.all(Array.from({ length: processes }, () => deployment.start('worker')));
    await notifyAboutAll(deployment, lists);
    await until(async () => (await countOwed(deployment.sql)) === 0, 180);
    const seconds = (performance.now() - started) / 1_000;
    await Promise.all(workers.map((worker) => worker.stop()));
    const { figures, wrong } = await checkDone(deployment.sql, sink.received, receiver);
    const deadlocks = await countDeadlocks(deployment.sql);
    return report({ ...figures, 'deadlocks in Postgres': deadlocks, seconds: seconds.toFixed(1) }, [
      ...wrong,
      ...unless(deadlocks === 0, `Postgres broke up ${deadlocks} deadlocks`),
    ]);
  } finally {
    await deployment.close();
    await Promise.all([sink.close(), receiver.close()]);
  }
};
