import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { setWebhook } from '../../support/deployment/operator.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { storm } from '../../support/storm/storm.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, report } from '../fault-run.ts';
import { checkEffects, countPendingJobs, notifyOfJobs, plantRepeats } from '../support/pending-jobs.ts';

const kills = 10;
/** Signups stored before each kill, with a mail and an event each: 1,000 jobs in total. */
const signupsPerKill = 50;
const repeats = 3;
const providerMs = 10;

/**
 * Web processes are killed while they notify workers, so it is unknown which of 1,000 jobs were notified.
 * Then all jobs are notified three times more, before and while two workers run. The outbox row alone decides
 * whether a job is pending: each mail and event goes out once. With `plantedBug` some completed deliveries
 * are enqueued again.
 */
export const repeatedNotifications: FaultRun = async ({ plantedBug }) => {
  const sink = await startMailSink({ beforeAnswer: () => sleep(providerMs) });
  const receiver = await startFakeProvider(() => ({ status: 200 }), { delayMs: providerMs });
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { MANAGED_EMAIL_URL: sink.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const { sql } = deployment;
  try {
    if (plantedBug) await plantRepeats(sql);
    const list = await deployment.makeWaitlist();
    await setWebhook(deployment, list.accountId, receiver.url);
    const stored = async () => (await sql<{ id: string }[]>`SELECT id FROM signups`).map(({ id }) => id);
    for (let kill = 1; kill <= kills; kill++) {
      deployment.progress.show(`Kill ${kill} of ${kills}`);
      const web = await deployment.start('web');
      const calls = storm({
        urls: [web.url],
        key: list.key,
        waitlist: list.waitlist,
        requests: 4 * signupsPerKill,
        concurrency: 16,
        repeats: 0,
        referrals: 0,
        seed: kill,
      });
      await until(async () => (await stored()).length >= kill * signupsPerKill, 60);
      await web.stop('SIGKILL');
      await calls;
    }
    const lists = [{ ...list, ids: await stored() }];
    await notifyOfJobs(deployment, lists);
    const workers = await Promise.all([1, 2].map(() => deployment.start('worker')));
    for (let time = 1; time < repeats; time++) await notifyOfJobs(deployment, lists);
    await until(async () => (await countPendingJobs(sql)) === 0, 120);
    deployment.progress.end();
    await Promise.all(workers.map((worker) => worker.stop()));
    const { figures, wrong } = await checkEffects(sql, sink.received, receiver);
    return report(figures, wrong);
  } finally {
    await deployment.close();
    await Promise.all([sink.close(), receiver.close()]);
  }
};
