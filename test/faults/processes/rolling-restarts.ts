import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startBalancer } from '../../support/network/balancer.ts';
import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { checkMails } from '../../support/storm/check-mails.ts';
import { outcomeOf } from '../../support/storm/history.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startLoad } from '../support/load.ts';
import { longestOf } from '../support/outage.ts';
import { countPendingJobs } from '../support/pending-jobs.ts';

const fullRestarts = 20;
const plantedBugRestarts = 3;
const perSecond = 200;
/**
 * The pause before the next restart: a new process is slower at first, and two cores have no capacity to
 * spare.
 */
const settleMs = 4_000;
/** The share of the planned calls that must be made. */
const minLoad = 0.9;

/**
 * Replaces one of two web processes and one of two workers 20 times, as a deployment does, at 200 requests a
 * second. No call fails, and no worker leaves a started job behind. The backlog of mails is printed and not
 * judged. With `plantedBug` processes get SIGKILL.
 */
export const rollingRestarts: FaultRun = async ({ plantedBug, seed }) => {
  const restarts = plantedBug ? plantedBugRestarts : fullRestarts;
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const balancer = await startBalancer();
  const env = { ...deployment.env, DRAIN_SECONDS: '2' };
  await noteStalledJobs(deployment.sql);
  const start = (kind: 'web' | 'worker') => startProcess(kind, env);
  const webs = [await start('web'), await start('web')];
  const workers = [await start('worker'), await start('worker')];
  try {
    const list = await deployment.makeWaitlist();
    await deployment.sql`UPDATE accounts SET managed_emails_per_month = 1000000 WHERE id = ${list.accountId}`;
    balancer.use(webs.map(({ url }) => url));
    const started = performance.now();
    const load = startLoad({
      ...list,
      urls: [balancer.url],
      concurrency: 32,
      repeats: 0.1,
      referrals: 0.1,
      perSecond,
      seed,
    });
    const exits: (number | null)[] = [];
    const replace = async (kind: 'web' | 'worker', processes: ServiceProcess[], index: number) => {
      const next = await start(kind);
      const old = processes[index];
      if (old) exits.push(await old.stop(plantedBug ? 'SIGKILL' : 'SIGTERM'));
      processes[index] = next;
    };
    for (let restart = 0; restart < restarts; restart++) {
      deployment.progress.show(`Restart ${restart + 1} of ${restarts}`);
      await Promise.all([replace('web', webs, restart % 2), replace('worker', workers, restart % 2)]);
      balancer.use(webs.map(({ url }) => url));
      await sleep(settleMs);
    }
    const history = await load.stop();
    const stoppedAt = performance.now();
    const due = (perSecond * (stoppedAt - started)) / 1_000;
    deployment.progress.show('Waiting for pending jobs');
    await until(async () => (await countPendingJobs(deployment.sql)) === 0, 300).catch(() => {});
    const backlogSeconds = (performance.now() - stoppedAt) / 1_000;
    await sleep(200);
    const failed = load.seen.filter((call) => outcomeOf(call) !== 'ok');
    const stalled = (await listStalledJobs(deployment.sql)).map(
      (id) => `job ${id} was started again by another worker`,
    );
    const failures = failed.map(({ status }) => `a call was answered with ${status}`);
    const wrong = [
      ...(await checkHistory(deployment.sql, list.waitlist, history)),
      ...(await checkCounts(deployment.sql, webs[0]?.url ?? '', list)),
      ...(await checkMails(deployment.sql, list.waitlist, deployment.sink.received)),
      ...failures,
      ...balancer.broken.map((broken) => `the load balancer got no answer: ${broken}`),
      ...stalled,
      ...(plantedBug
        ? []
        : [
            ...exits.filter((code) => code !== 0).map((code) => `a process exited with ${code}`),
            ...unless(
              load.seen.length >= minLoad * due,
              `only ${load.seen.length} of ${due.toFixed(0)} calls were made`,
            ),
          ]),
    ];
    deployment.progress.end();
    const passed = report(
      {
        calls: load.seen.length,
        'calls that failed': failed.length,
        'longest call, ms': longestOf(load.seen).toFixed(0),
        'processes replaced': exits.length,
        mails: deployment.sink.received.size,
        'calls a second': (load.seen.length / ((stoppedAt - started) / 1_000)).toFixed(0),
        'seconds until the last job was done': backlogSeconds.toFixed(1),
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'failed calls': failures, 'jobs left behind': stalled }) : passed;
  } finally {
    await Promise.all([...webs, ...workers].map((process) => process.stop()));
    await balancer.close();
    await deployment.close();
  }
};

/**
 * Logs every second claim of a job. No job fails here, so its first worker must have exited before it was
 * done.
 */
async function noteStalledJobs(sql: Sql): Promise<void> {
  await sql.unsafe(`
    CREATE TABLE stalled (id uuid);
    CREATE FUNCTION note_stalled() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO stalled VALUES (NEW.id); RETURN NULL; END';
    CREATE TRIGGER note_stalled AFTER UPDATE ON outbox FOR EACH ROW WHEN (NEW.claim_count > greatest(OLD.claim_count, 1)) EXECUTE FUNCTION note_stalled();`);
}

async function listStalledJobs(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`SELECT DISTINCT id FROM stalled`;
  return rows.map(({ id }) => id);
}
