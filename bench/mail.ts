import { once } from 'node:events';
import { type Deployment, startDeployment } from '../test/support/deployment/deployment.ts';
import { notifyWorkers } from '../test/support/deployment/notify-workers.ts';
import { storeSignups } from '../test/support/deployment/store-signups.ts';
import { startProcess } from '../test/support/service/processes.ts';
import { median } from '../test/support/values/quantiles.ts';
import type { SinkCount } from './mail/sink.ts';
import { answerOf, countOf, startPart } from './support/part.ts';
import { ratios } from './support/ratios.ts';

const mails = 5_000;
const rounds = 7;
/** A worker gives one account half of its slots, and four of them all. */
const accounts = [1, 4];
/** What a worker opens to one mail server, and has at once of one account. */
const connections = 20;
const atOnce = 50;

/**
 * The whole way of a mail, from a row owed in Postgres to a row that says sent, by one worker, beside nodemailer alone with
 * mails that are rendered already; to the same mail server, in turn. Seconds count from the first mail at the server until
 * the sender is done with all of them.
 */
export async function mail(): Promise<void> {
  const sink = startPart('mail/sink.ts');
  const url = await answerOf<string>(sink);
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { MANAGED_EMAIL_URL: url });

  async function measure(send: () => Promise<number>): Promise<Measured> {
    await countOf<SinkCount>(sink);
    const endedAt = await send();
    const count = await countOf<SinkCount>(sink);
    if (count.mails !== mails) throw new Error(`The server took ${count.mails} mails, expected ${mails}`);
    const seconds = (endedAt - count.firstAt) / 1_000;
    return { perSecond: mails / seconds, connections: count.connections, bytes: count.bytes / mails };
  }

  const senders: Readonly<Record<string, () => Promise<number>>> = {
    'nodemailer alone': () => sendAlone(url),
    ...Object.fromEntries(
      accounts.map((count) => [`worker, accounts: ${count}`, () => sendByWorker(deployment, count)]),
    ),
  };
  const runs = new Map<string, Measured[]>(Object.keys(senders).map((name) => [name, []]));
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const [name, send] of Object.entries(senders)) {
        const run = await measure(send);
        runs.get(name)?.push(run);
        console.log(`round ${round}, ${name}: ${run.perSecond.toFixed(0)} mails/s`);
      }
    }
  } finally {
    await deployment.close();
    sink.disconnect();
  }
  const alone = runs.get('nodemailer alone') ?? [];
  const ratiosOf = (all: readonly Measured[]) =>
    ratios(
      all.map(({ perSecond }) => perSecond),
      alone.map(({ perSecond }) => perSecond),
    );
  console.log(`${mails} mails each, medians of ${rounds} rounds`);
  console.table(
    Object.fromEntries([...runs].map(([name, all]) => [name, { ...medians(all), ...ratiosOf(all) }])),
  );
}

interface Measured {
  readonly perSecond: number;
  readonly connections: number;
  readonly bytes: number;
}

/** @returns when the last mail was taken */
async function sendAlone(url: string): Promise<number> {
  const sender = startPart('mail/nodemailer.ts', url, mails, connections, atOnce);
  await answerOf(sender);
  const endedAt = Date.now();
  if (sender.exitCode === null) await once(sender, 'exit');
  return endedAt;
}

/** Mails lists of new accounts, whose notifications wait in Redis when the worker starts. @returns when the last mail was recorded */
async function sendByWorker(deployment: Deployment, count: number): Promise<number> {
  const lists = await Promise.all(Array.from({ length: count }, () => deployment.makeWaitlist()));
  for (const list of lists) {
    const ids = await storeSignups(deployment.sql, list, mails / count, { mailed: true });
    await notifyWorkers(deployment, 'send-signup-email', list.accountId, ids);
  }
  const worker = await startProcess('worker', deployment.env, { keepLog: false });
  await deployment.waitForMails();
  const endedAt = Date.now();
  await worker.stop();
  return endedAt;
}

function medians(runs: readonly Measured[]) {
  const of = (key: keyof Measured) => Math.round(median(runs.map((run) => run[key])));
  return {
    'mails/s': of('perSecond'),
    connections: of('connections'),
    'bytes per mail': of('bytes'),
  };
}
