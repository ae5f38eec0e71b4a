import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { startDiskProbe } from '../../test/support/deployment/disk-probe.ts';
import { notifyWorkers } from '../../test/support/deployment/notify-workers.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { startMailSink } from '../../test/support/mail-sink.ts';
import { callerAddress } from '../../test/support/network/caller-address.ts';
import { startProcess } from '../../test/support/service/processes.ts';
import { quantile } from '../../test/support/values/quantiles.ts';
import { answerOf, startPart } from '../support/part.ts';

const perSecond = 200;
const seconds = 30;
const rounds = 5;
const backlog = 100_000;
const backlogAccounts = 4;

/**
 * Measures the time from the answer to a signup until the mail server has its mail, at 200 signups a second.
 * Then a backlog of 100,000 mails.
 */
export async function queue(): Promise<void> {
  await timeToMail();
  await drainBacklog();
}

async function timeToMail(): Promise<void> {
  const receivedAt = new Map<string, number>();
  const sink = await startMailSink({
    async beforeAnswer(recipient) {
      receivedAt.set(recipient, performance.now());
    },
  });
  const deployment = await startDeployment({ webs: 1, workers: 1 }, { MANAGED_EMAIL_URL: sink.url });
  const disk = await startDiskProbe(deployment.dataDir);
  try {
    const rows = [];
    // The first round does not count: new processes still compile their code.
    for (let round = 0; round <= rounds; round++) {
      const { accountId, key, waitlist } = await deployment.makeWaitlist();
      await deployment.sql`UPDATE accounts SET managed_emails_per_month = 1000000 WHERE id = ${accountId}`;
      disk.take(); // drops earlier writes
      const answeredAt = await signUpSteadily(deployment.urls[0] ?? '', { key, waitlist, round });
      await deployment.waitForMails();
      const writes = disk.take().map(({ ms }) => ms);
      const waits = [...answeredAt].map(([email, at]) => (receivedAt.get(email) ?? Number.NaN) - at);
      if (waits.some(Number.isNaN)) throw new Error('A mail is missing');
      if (round === 0) continue;
      const at = (part: number, values = waits) => Number(quantile(values, part).toFixed(1));
      rows.push({
        round,
        signups: waits.length,
        'p50 ms': at(0.5),
        'p99 ms': at(0.99),
        'longest ms': at(0.99999),
        'disk p99 ms': at(0.99, writes),
      });
    }
    console.log(
      `From the answer to the mail at the mail server, ${perSecond} signups a second for ${seconds} s`,
    );
    console.table(rows);
  } finally {
    await disk.stop();
    await deployment.close();
    await sink.close();
  }
}

/**
 * Sends each request when it is due, without waiting for earlier answers. @returns the time of each address'
 * answer
 */
async function signUpSteadily(
  url: string,
  { key, waitlist, round }: { key: string; waitlist: string; round: number },
): Promise<Map<string, number>> {
  const answeredAt = new Map<string, number>();
  const started = performance.now();
  const calls: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number++) {
    await sleep(Math.max(0, started + (number * 1_000) / perSecond - performance.now()));
    const email = `r${round}n${number}@example.com`;
    calls.push(
      fetch(`${url}/v1/waitlists/${waitlist}/signups`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'x-forwarded-for': callerAddress((round << 16) + number),
        },
        body: JSON.stringify({ email }),
      }).then(async (response) => {
        await response.text();
        if (response.status !== 201) throw new Error(`A signup was answered ${response.status}`);
        answeredAt.set(email, performance.now());
      }),
    );
  }
  await Promise.all(calls);
  return answeredAt;
}

/** All jobs are pending, with their notifications in Redis, before the one worker starts. */
async function drainBacklog(): Promise<void> {
  const sink = startPart('mail/sink.ts');
  const url = await answerOf<string>(sink);
  const deployment: Deployment = await startDeployment({ webs: 0, workers: 0 }, { MANAGED_EMAIL_URL: url });
  try {
    for (let account = 0; account < backlogAccounts; account++) {
      const list = await deployment.makeWaitlist();
      await deployment.sql`UPDATE accounts SET managed_emails_per_month = 1000000 WHERE id = ${list.accountId}`;
      const ids = await storeSignups(deployment.sql, list, backlog / backlogAccounts, { mailed: true });
      await notifyWorkers(deployment, 'send-signup-email', list.accountId, ids);
    }
    const started = performance.now();
    const worker = await startProcess('worker', deployment.env, { keepLog: false });
    await deployment.waitForMails();
    const tookSeconds = (performance.now() - started) / 1_000;
    await worker.stop();
    const [row] = await deployment.sql<
      [{ sent: number }]
    >`SELECT count(*) AS sent FROM mails WHERE state = 'sent'`;
    console.log(
      `A backlog of ${backlog} mails of ${backlogAccounts} accounts: ${row.sent} sent in ${tookSeconds.toFixed(0)} s by one worker, ${Math.round(row.sent / tookSeconds)} a second`,
    );
  } finally {
    await deployment.close();
    sink.disconnect();
  }
}
