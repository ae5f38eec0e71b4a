import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, startDeployment } from '../test/support/deployment/deployment.ts';
import { notifyWorkers } from '../test/support/deployment/notify-workers.ts';
import { setWebhook } from '../test/support/deployment/operator.ts';
import { storeSignups } from '../test/support/deployment/store-signups.ts';
import { startProcess } from '../test/support/service/processes.ts';
import { median } from '../test/support/values/quantiles.ts';
import type { ReceiverCount } from './deliveries/receiver.ts';
import { answerOf, countOf, startPart } from './support/part.ts';

const events = 4_000;
const rounds = 5;
/** A worker gives one account a part of its slots; these have them all. */
const accounts = 4;
const atOnce = 50;

/**
 * The whole way of an event, from an outbox row to a completed record, by one worker, beside the bare HTTP client; to the same receiver,
 * in turn. A worker opens a connection for each delivery: one that was kept may break under a request that has no second try. Seconds count from the first request at the receiver until the sender is done with all of them.
 */
export async function deliveries(): Promise<void> {
  const receiver = startPart('deliveries/receiver.ts');
  const url = await answerOf<string>(receiver);
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });

  async function measure(send: () => Promise<number>): Promise<number> {
    await countOf<ReceiverCount>(receiver);
    const endedAt = await send();
    const { requests, firstAt } = await countOf<ReceiverCount>(receiver);
    if (requests !== events) throw new Error(`The receiver took ${requests} requests, expected ${events}`);
    return events / ((endedAt - firstAt) / 1_000);
  }

  const senders = {
    'HTTP client alone, connections kept': () => sendAlone(url, 'kept'),
    'HTTP client alone, a connection each': () => sendAlone(url, 'new'),
    worker: () => sendByWorker(deployment, url),
  };
  const runs = new Map<string, number[]>(Object.keys(senders).map((name) => [name, []]));
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const [name, send] of Object.entries(senders)) {
        const perSecond = await measure(send);
        runs.get(name)?.push(perSecond);
        console.log(`round ${round}, ${name}: ${perSecond.toFixed(0)} deliveries/s`);
      }
    }
  } finally {
    await deployment.close();
    receiver.kill();
  }
  const rows = [...runs].map(([name, all]) => ({ name, 'deliveries/s': Math.round(median(all)) }));
  console.log(`${events} events each, medians of ${rounds} rounds`);
  console.table(
    rows.map((row) => ({
      ...row,
      'worker ÷ this': ((rows.at(-1)?.['deliveries/s'] ?? 0) / row['deliveries/s']).toFixed(2),
    })),
  );
}

/** @returns when the last answer was there */
async function sendAlone(url: string, connections: 'kept' | 'new'): Promise<number> {
  const sender = startPart('deliveries/client.ts', url, events, atOnce, connections);
  await answerOf(sender);
  const endedAt = Date.now();
  if (sender.exitCode === null) await once(sender, 'exit');
  return endedAt;
}

/** Fires events of new accounts, whose notifications wait in Redis when the worker starts. @returns when the last record was complete */
async function sendByWorker(deployment: Deployment, url: string): Promise<number> {
  for (let account = 0; account < accounts; account++) {
    const list = await deployment.makeWaitlist();
    await setWebhook(deployment, list.accountId, url);
    const ids = await storeSignups(deployment.sql, list, events / accounts, { notified: true });
    await notifyWorkers(deployment, 'fan-out-event', list.accountId, ids);
  }
  const worker = await startProcess('worker', deployment.env, { keepLog: false });
  const open = () => deployment.sql`
    SELECT 1 FROM outbox WHERE job IN ('fan-out-event', 'deliver-event')
    UNION ALL SELECT 1 FROM deliveries WHERE status = 'attempting' LIMIT 1`;
  while ((await open()).length > 0) await sleep(20);
  const endedAt = Date.now();
  await worker.stop();
  return endedAt;
}
