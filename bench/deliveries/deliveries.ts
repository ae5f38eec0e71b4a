import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { notifyWorkers } from '../../test/support/deployment/notify-workers.ts';
import { setWebhook } from '../../test/support/deployment/operator.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { startProcess } from '../../test/support/service/processes.ts';
import { median } from '../../test/support/values/quantiles.ts';
import { answerOf, countOf, startPart } from '../support/part.ts';
import type { ReceiverCount } from './receiver.ts';

const events = 4_000;
const rounds = 5;
/** A worker limits the concurrency of one account. With four accounts it reaches its own limit. */
const accounts = 4;
const concurrency = 50;

/**
 * Compares one worker, from the outbox row to the finished delivery record, with a bare HTTP client that
 * sends to the same receiver. A worker opens a connection for each delivery: a kept connection may break
 * during a request, which is not repeated. Time counts from the first request at the receiver until all
 * deliveries are finished.
 */
export async function deliveries(): Promise<void> {
  const receiver = startPart('deliveries/receiver.ts');
  const url = await answerOf<string>(receiver);
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });

  async function measure(send: () => Promise<number>): Promise<number> {
    await countOf<ReceiverCount>(receiver);
    const endedAt = await send();
    const { requests, firstAt } = await countOf<ReceiverCount>(receiver);
    if (requests !== events) throw new Error(`The receiver got ${requests} requests, expected ${events}`);
    return events / ((endedAt - firstAt) / 1_000);
  }

  const ways = {
    'HTTP client, kept connections': () => sendDirectly(url, 'kept'),
    'HTTP client, one connection per request': () => sendDirectly(url, 'new'),
    worker: () => sendByWorker(deployment, url),
  };
  const runs = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const [name, send] of Object.entries(ways)) {
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
  console.log(`${events} events, medians of ${rounds} rounds`);
  console.table(
    rows.map((row) => ({
      ...row,
      'worker ÷ this': ((rows.at(-1)?.['deliveries/s'] ?? 0) / row['deliveries/s']).toFixed(2),
    })),
  );
}

/**
 * Sends with a bare HTTP client in its own process. @returns the time of the last answer, in ms since 1970
 */
async function sendDirectly(url: string, connections: 'kept' | 'new'): Promise<number> {
  const client = startPart('deliveries/client.ts', url, events, concurrency, connections);
  await answerOf(client);
  const endedAt = Date.now();
  if (client.exitCode === null) await once(client, 'exit');
  return endedAt;
}

/**
 * Fires events of new accounts and then starts a worker. @returns the time of the last finished record, in ms
 * since 1970
 */
async function sendByWorker(deployment: Deployment, url: string): Promise<number> {
  for (let account = 0; account < accounts; account++) {
    const list = await deployment.makeWaitlist();
    await setWebhook(deployment, list.accountId, url);
    const ids = await storeSignups(deployment.sql, list, events / accounts, { notified: true });
    await notifyWorkers(deployment, 'fan-out-event', list.accountId, ids);
  }
  const worker = await startProcess('worker', deployment.env, { keepLog: false });
  const unfinished = () => deployment.sql`
    SELECT 1 FROM outbox WHERE job IN ('fan-out-event', 'deliver-event')
    UNION ALL SELECT 1 FROM deliveries WHERE status = 'attempting' LIMIT 1`;
  while ((await unfinished()).length > 0) await sleep(20);
  const endedAt = Date.now();
  await worker.stop();
  return endedAt;
}
