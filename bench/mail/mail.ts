import { once } from 'node:events';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { notifyWorkers } from '../../test/support/deployment/notify-workers.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { startProcess } from '../../test/support/service/processes.ts';
import { median } from '../../test/support/values/quantiles.ts';
import { answerOf, countOf, startPart } from '../support/part.ts';
import { ratios } from '../support/ratios.ts';
import type { SinkCount } from './sink.ts';

const mails = 5_000;
const rounds = Number(process.env.MAIL_ROUNDS ?? 7);
/** A worker gives one account half of its concurrency. With four accounts it reaches its own limit. */
const accounts = [1, 4];
/** As a worker: connections to one mail server, and concurrent mails of one account. */
const connections = 20;
const concurrency = 50;

/**
 * Compares one worker, from the pending job to the mail recorded as sent, with nodemailer alone, which sends
 * mails rendered beforehand to the same mail server. Time counts from the first mail at the server until all
 * mails are done.
 */
export async function mail(): Promise<void> {
  const sink = startPart('mail/sink.ts');
  const url = await answerOf<string>(sink);
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { MANAGED_EMAIL_URL: url });

  async function measure(send: () => Promise<number>): Promise<Measured> {
    await countOf<SinkCount>(sink);
    const endedAt = await send();
    const count = await countOf<SinkCount>(sink);
    if (count.mails !== mails)
      throw new Error(`The mail server received ${count.mails} mails, expected ${mails}`);
    const seconds = (endedAt - count.firstAt) / 1_000;
    return { perSecond: mails / seconds, connections: count.connections, bytes: count.bytes / mails };
  }

  const ways: Readonly<Record<string, () => Promise<number>>> = {
    'nodemailer alone': () => sendDirectly(url),
    ...Object.fromEntries(
      accounts.map((count) => [`worker, accounts: ${count}`, () => sendByWorker(deployment, count)]),
    ),
  };
  const runs = new Map<string, Measured[]>(Object.keys(ways).map((name) => [name, []]));
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const [name, send] of Object.entries(ways)) {
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
  console.log(`${mails} mails, medians of ${rounds} rounds`);
  console.table(
    Object.fromEntries([...runs].map(([name, all]) => [name, { ...medians(all), ...ratiosOf(all) }])),
  );
}

interface Measured {
  readonly perSecond: number;
  readonly connections: number;
  readonly bytes: number;
}

/** Sends with nodemailer in its own process. @returns the time after the last mail, in ms since 1970 */
async function sendDirectly(url: string): Promise<number> {
  const nodemailer = startPart('mail/nodemailer.ts', url, mails, connections, concurrency);
  await answerOf(nodemailer);
  const endedAt = Date.now();
  if (nodemailer.exitCode === null) await once(nodemailer, 'exit');
  return endedAt;
}

/**
 * Stores signups of new accounts and then starts a worker. @returns the time of the last recorded mail, in ms
 * since 1970
 */
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
