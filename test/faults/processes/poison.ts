import { setTimeout as sleep } from 'node:timers/promises';
import { leaseSeconds } from '../../../src/shared/platform/queue/outbox.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { notifyWorkers } from '../../support/deployment/notify-workers.ts';
import { setResend } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { startFakeResend } from '../../support/fakes/resend.ts';
import type { ServiceProcess } from '../../support/service/processes.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';

const accounts = 2;
const perSecond = 20;
/** Long enough to kill the worker before the answer. */
const providerMs = 500;
const maxStarts = 3;
/**
 * Other jobs of a dead worker wait for their lease and the sweep. They may run beside the poison twice: the
 * third time it runs alone.
 */
const longestDelaySeconds = 2 * (leaseSeconds + 15);

/**
 * One mail crashes every worker that sends it, beside other mails. It is started three times and then
 * dead-lettered. No other mail is lost, dead-lettered, or late by more than two leases. With `plantedBug` the
 * run resets the crash count after each kill.
 */
export const poison: FaultRun = async ({ plantedBug }) => {
  const fake = await startFakeResend({ delayMs: providerMs });
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { OUTBOUND_ALLOW_HOSTS: '127.0.0.1,localhost' },
  );
  const { sql } = deployment;
  // Each worker has another host name for the provider, so a request shows which worker sent it.
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${new URL(fake.url).port}`);
  const start = (host: string) => deployment.start('worker', { RESEND_API_URL: `http://${host}` });
  const workers = new Map<string, ServiceProcess>();
  try {
    const lists = await Promise.all(Array.from({ length: accounts }, () => deployment.makeWaitlist()));
    for (const { accountId } of lists) await setResend(deployment, accountId);
    for (const host of hosts) workers.set(host, await start(host));

    const [poisoned] = lists;
    if (!poisoned) throw new Error('No list');
    const [poisonId = ''] = await storeSignups(sql, poisoned, 1, {
      mailed: true,
      domain: 'poison.example.com',
    });
    await notifyWorkers(deployment, 'send-signup-email', poisoned.accountId, [poisonId]);

    let starts = 0;
    let ended = false;
    const stateOfPoison = async () => {
      const [row] = await sql<[{ dead_lettered: boolean }?]>`
        SELECT due_at = 'infinity' AS dead_lettered FROM outbox WHERE id = ${poisonId}`;
      return row?.dead_lettered === true ? 'dead-lettered' : row ? 'pending' : 'done';
    };
    async function killItsWorkers(): Promise<void> {
      for (let seen = 0; !ended; await sleep(20)) {
        for (; seen < fake.requests.length; seen++) {
          const request = fake.requests[seen];
          if (!request?.body.includes('@poison.example.com')) continue;
          const { host = '' } = request.headers;
          starts += 1;
          await workers.get(host)?.stop('SIGKILL');
          if (plantedBug) await sql`UPDATE outbox SET crash_count = 0`;
          workers.set(host, await start(host));
        }
      }
    }
    async function addMails(): Promise<void> {
      for (let round = 0; !ended; round++) {
        for (const list of lists) {
          const ids = await storeSignups(sql, list, perSecond / accounts, {
            mailed: true,
            domain: `r${round}.example.com`,
          });
          await notifyWorkers(deployment, 'send-signup-email', list.accountId, ids);
        }
        deployment.progress.show(`Poison started ${starts} times`);
        await sleep(1_000);
      }
    }
    const running = [killItsWorkers(), addMails()];
    await until(async () => (await stateOfPoison()) !== 'pending' || starts > maxStarts, 240);
    ended = true;
    await Promise.all(running);
    const countPending = async () =>
      (await sql`SELECT 1 FROM outbox WHERE due_at < 'infinity' AND id <> ${poisonId}`).length;
    await until(async () => (await countPending()) === 0, 90);
    deployment.progress.end();
    const end = await stateOfPoison();
    await Promise.all([...workers.values()].map((worker) => worker.stop()));

    const [others] = await sql<[{ mails: number; sent: number; longest: number; late: number }]>`
      SELECT count(*) AS mails, count(*) FILTER (WHERE m.state = 'sent' AND NOT m.ambiguous) AS sent,
             max(extract(epoch FROM m.sent_at - s.created_at))::float8 AS longest,
             count(*) FILTER (WHERE m.sent_at > s.created_at + interval '10 seconds') AS late
      FROM mails m JOIN signups s ON s.id = m.id WHERE s.id <> ${poisonId}`;
    const logged = [...workers.values()]
      .flatMap(({ log }) => log)
      .filter(({ msg, ids }) => String(msg).startsWith('dead-lettered') && String(ids) === poisonId).length;
    const deadLettered = await sql`SELECT 1 FROM outbox WHERE due_at = 'infinity'`;
    const wrongStarts = unless(
      starts === maxStarts && end === 'dead-lettered',
      `the poison was started ${starts} times and is ${end}`,
    );
    const passed = report(
      {
        'starts of the poison': starts,
        'its final state': end,
        'other mails': others.mails,
        'of them sent': others.sent,
        'of them later than 10 s': others.late,
        'longest delay of another mail, s': others.longest.toFixed(1),
      },
      [
        ...wrongStarts,
        ...unless(deadLettered.length === 1, `${deadLettered.length} jobs are dead-lettered`),
        ...unless(logged === 1, `the dead letter was logged ${logged} times`),
        ...unless(others.mails === others.sent, `${others.mails - others.sent} other mails were not sent`),
        ...unless(
          others.longest <= longestDelaySeconds,
          `another mail was ${others.longest.toFixed(0)} s late`,
        ),
        ...unless(fake.mails.size === others.mails + 1, `the provider accepted ${fake.mails.size} mails`),
        ...(await findBrokenInvariants(sql)),
      ],
    );
    return plantedBug ? missedOne({ 'crashes that are not counted': wrongStarts }) : passed;
  } finally {
    await deployment.close();
    await fake.close();
  }
};
