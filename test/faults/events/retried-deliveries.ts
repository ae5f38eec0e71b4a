import { startDeployment } from '../../support/deployment/deployment.ts';
import { setWebhook } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { randomFrom } from '../../support/storm/random.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startKilledWorkers } from '../support/killed-workers.ts';
import { readFeed } from './read-feed.ts';

const events = 3_000;
const accounts = 6;
const kills = 10;
const receiverMs = 10;

/**
 * Kills one of two workers 10 times during 3,000 events for webhooks with retries, whose receiver refuses one
 * in ten requests (N2). Each event arrives at least once, always with one id and the same bytes. With
 * `plantedBug` the run deletes the claimed deliveries after each kill, as if they were attempted once.
 */
export const retriedDeliveries: FaultRun = async ({ plantedBug, seed }) => {
  const random = randomFrom(seed);
  const accepted = new Set<string>();
  const receiver = await startFakeProvider(
    ({ headers }) => {
      if (random() < 0.1) return { status: 503 };
      accepted.add(`${headers['webhook-id']}`);
      return { status: 204 };
    },
    { delayMs: receiverMs },
  );
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });
  const { sql } = deployment;
  try {
    const lists = [];
    for (let account = 0; account < accounts; account++) {
      const list = await deployment.makeWaitlist();
      const url = `${receiver.url}/${list.accountId}`;
      await setWebhook(deployment, list.accountId, url, { retries: 'standard' });
      await storeSignups(sql, list, events / accounts, { notified: true });
      lists.push(list);
    }
    const workers = await startKilledWorkers(2, deployment.env, seed);
    const countPending = async () => {
      const [row] = await sql<[{ count: number }]>`
        SELECT count(*) AS count FROM outbox WHERE job IN ('fan-out-event', 'deliver-with-retries')`;
      return row.count;
    };
    // Kills depend on progress and not on time, so that none comes after the last event.
    for (let kill = 1; kill <= kills; kill++) {
      deployment.progress.show(`Kill ${kill} of ${kills}`);
      await until(async () => (await countPending()) <= events * (1 - kill / (kills + 4)), 300);
      await workers.killOne();
      if (plantedBug)
        await sql`DELETE FROM outbox WHERE job = 'deliver-with-retries' AND lease_token IS NOT NULL AND due_at > clock_timestamp() + interval '10 seconds'`;
    }
    deployment.progress.show('Waiting for pending jobs');
    // The pauses of the schedule pass sooner here; a lease of a dead worker ends as it would.
    const hasten = async () => {
      await sql`
        UPDATE outbox SET due_at = clock_timestamp() - interval '1 second'
        WHERE job = 'deliver-with-retries' AND crash_count = 0 AND due_at > clock_timestamp()`;
      return (await countPending()) === 0;
    };
    await until(hasten, 300);
    deployment.progress.end();
    await workers.stop();

    const feed = new Set<string>();
    for (const { accountId } of lists)
      for (const { id } of await readFeed(deployment, accountId)) feed.add(id);
    const bodies = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.requests) {
      const id = `${headers['webhook-id']}`;
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    }
    const missing = [...feed].filter((id) => !accepted.has(id)).length;
    const changed = [...bodies.values()].filter(({ size }) => size > 1).length;
    const unknown = [...bodies.keys()].filter((id) => !feed.has(id)).length;
    const lost = unless(missing === 0, `${missing} events never arrived`);
    const passed = report(
      {
        events,
        kills,
        'events in the feeds': feed.size,
        'requests at the receiver': receiver.requests.length,
        'events that never arrived': missing,
      },
      [
        ...lost,
        ...unless(feed.size === events, `the feeds have ${feed.size} events`),
        ...unless(changed === 0, `${changed} events came with different bytes`),
        ...unless(unknown === 0, `${unknown} ids came that are in no feed`),
      ],
    );
    return plantedBug ? missedOne({ 'deliveries that are not repeated': lost }) : passed;
  } finally {
    await deployment.close();
    await receiver.close();
  }
};
