import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { notifyWorkers } from '../../test/support/deployment/notify-workers.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { startProcess } from '../../test/support/service/processes.ts';
import { median, quantile } from '../../test/support/values/quantiles.ts';
import { call } from '../support/call.ts';
import { answerOf, countOf, startPart } from '../support/part.ts';
import { ratios } from '../support/ratios.ts';
import type { SinkCount } from './sink.ts';

const mails = Number(process.env.ANNOUNCEMENT_MAILS ?? 5_000);
const rounds = Number(process.env.ANNOUNCEMENT_ROUNDS ?? 5);
/** The mails that the announcement has whose neighbours are timed. */
const beside = Number(process.env.ANNOUNCEMENT_BESIDE ?? 100_000);
/** Signups whose mails are timed, one after the other. */
const timed = 200;

type List = Awaited<ReturnType<Deployment['makeWaitlist']>>;

/**
 * Compares what a worker sends of an announcement with what it sends of signup mails, times the mail of a
 * signup alone and beside an announcement of 100,000 mails of its own account and of another one.
 */
export async function announcements(): Promise<void> {
  const sink = startPart('mail/sink.ts');
  const url = await answerOf<string>(sink);
  const deployment = await startDeployment({ webs: 1, workers: 0 }, { MANAGED_EMAIL_URL: url });
  try {
    const ways = {
      'signup mails': () => sendSignupMails(deployment),
      'an announcement': () => sendAnnouncement(deployment),
    };
    const rates = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
    for (let round = 1; round <= rounds; round++)
      for (const [name, send] of Object.entries(ways)) {
        await countOf<SinkCount>(sink);
        const endedAt = await send();
        const { mails: received, firstAt } = await countOf<SinkCount>(sink);
        if (received !== mails)
          throw new Error(`The mail server received ${received} mails, expected ${mails}`);
        const perSecond = (1_000 * mails) / (endedAt - firstAt);
        rates.get(name)?.push(perSecond);
        console.log(`round ${round}, ${name}: ${perSecond.toFixed(0)} mails/s`);
      }
    const alone = rates.get('signup mails') ?? [];
    console.log(`${mails} mails of one account, medians of ${rounds} rounds`);
    console.table(
      Object.fromEntries(
        [...rates].map(([name, all]) => [
          name,
          { 'mails/s': Math.round(median(all)), ...ratios(all, alone) },
        ]),
      ),
    );
    console.log('The mail of a signup, from the signup to the mail server’s answer');
    console.table(await timeSignups(deployment));
  } finally {
    await deployment.close();
    sink.disconnect();
  }
}

/** @returns the time of the last recorded mail, in ms since 1970 */
async function sendSignupMails(deployment: Deployment): Promise<number> {
  const list = await deployment.makeWaitlist();
  const ids = await storeSignups(deployment.sql, list, mails, { mailed: true });
  await notifyWorkers(deployment, 'send-signup-email', list.accountId, ids);
  return untilSent(deployment, () => deployment.waitForMails());
}

async function sendAnnouncement(deployment: Deployment): Promise<number> {
  const list = await deployment.makeWaitlist();
  await storeSignups(deployment.sql, list, mails);
  const id = await launch(deployment, list, mails);
  return untilSent(deployment, () => untilState(deployment, list, id, 'sent'));
}

async function untilSent(deployment: Deployment, wait: () => Promise<unknown>): Promise<number> {
  const worker = await startProcess('worker', deployment.env, { keepLog: false });
  await wait();
  const endedAt = Date.now();
  await worker.stop();
  return endedAt;
}

async function launch(deployment: Deployment, list: List, people: number, filter = {}): Promise<string> {
  const ofList = `/waitlists/${list.waitlist}`;
  await call(deployment, list, 'PATCH', `${ofList}/settings`, { mail: { postal_address: '1 Long Street' } });
  const text = { headline: 'We open on Tuesday', text: 'You are number {{position}} of {{total}}.' };
  const written = { name: 'News', subject: 'News', design: text, filter };
  const { id } = await call(deployment, list, 'POST', `${ofList}/announcements`, written);
  await untilState(deployment, list, id, 'draft');
  await call(deployment, list, 'POST', `/announcements/${id}/launch`, { expected_count: people });
  return id;
}

async function untilState({ sql }: Deployment, _: List, id: string, state: string): Promise<void> {
  for (;;) {
    const [row] = await sql<{ state: string }[]>`SELECT state FROM announcements WHERE id = ${id}`;
    if (row?.state === state) return;
    await sleep(20);
  }
}

/** Milliseconds of the mails of single signups. */
async function timeSignups(deployment: Deployment) {
  const worker = await startProcess('worker', deployment.env, { keepLog: false });
  const [own, other] = [await deployment.makeWaitlist(), await deployment.makeWaitlist()];
  const table: Record<string, object> = {};
  const time = async (name: string, list: List, prefix: string) => {
    for (let n = 0; n < timed; n++) {
      await call(deployment, list, 'POST', `/waitlists/${list.waitlist}/signups`, {
        email: `${prefix}${n}@example.com`,
        client_ip: `81.2.${n % 250}.1`,
      });
      await sleep(50);
    }
    await sleep(2_000);
    const rows = await deployment.sql<{ ms: number }[]>`
      SELECT extract(epoch FROM m.sent_at - s.created_at)::float * 1000 AS ms
      FROM signups s JOIN mails m ON m.id = s.id WHERE s.waitlist_id = ${list.waitlist} AND s.email LIKE ${`${prefix}%`} AND m.sent_at IS NOT NULL`;
    const all = rows.map(({ ms }) => ms).toSorted((a, b) => a - b);
    table[name] = {
      mails: all.length,
      'p50 ms': Math.round(quantile(all, 0.5)),
      'p99 ms': Math.round(quantile(all, 0.99)),
      'longest ms': Math.round(all.at(-1) ?? 0),
    };
  };
  await time('alone', own, 'alone');
  await storeSignups(deployment.sql, own, beside);
  await launch(deployment, own, beside + timed);
  await time('beside an announcement of the account', own, 'beside');
  await time('beside one of another account', other, 'other');
  await worker.stop();
  return table;
}
