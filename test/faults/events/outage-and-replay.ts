import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../../src/shared/config.ts';
import { replayEvents } from '../../../src/shared/events/integrations/replay/replay-events.ts';
import { openJobNotifier } from '../../../src/shared/platform/queue/job-notifier.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { asOperator, setWebhook } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { readFeed } from './read-feed.ts';

const rounds = 24;
const perRound = 10;
/** Each round stands for five minutes: the outage has two hours. */
const roundMinutes = 5;
const roundMs = 1_000;
const retries = ['none', 'standard'] as const;

/**
 * A receiver is down for two hours, which pass in 24 s: the pauses of retries are shortened as much (N2).
 * Events come before, meanwhile and afterwards, for a webhook without retries and for one with them. After a
 * replay of what failed, both have received exactly what is in their feed. With `plantedBug` the run notes
 * one in ten events as arrived, whether it was or not.
 */
export const outageAndReplay: FaultRun = async ({ plantedBug }) => {
  let isDown = false;
  const accepted = new Set<string>();
  const receiver = await startFakeProvider(({ headers, path }) => {
    if (isDown) return { status: 503 };
    accepted.add(`${path} ${headers['webhook-id']}`);
    return { status: 200 };
  });
  const deployment = await startDeployment({ webs: 0, workers: 2 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });
  const { sql } = deployment;
  try {
    const lists: { accountId: string; waitlist: string; path: string }[] = [];
    for (const kind of retries) {
      const list = await deployment.makeWaitlist();
      await setWebhook(deployment, list.accountId, `${receiver.url}/${kind}`, { retries: kind });
      lists.push({ ...list, path: `/${kind}` });
    }
    let count = 0;
    const publish = async () => {
      for (const list of lists)
        await storeSignups(sql, list, perRound, { notified: true, domain: `${count}.example.com` });
      count += 1;
    };
    const passTime = () => sql`
      UPDATE outbox SET due_at = due_at - make_interval(mins => ${roundMinutes})
      WHERE job = 'deliver-with-retries' AND crash_count = 0`;
    const [{ now: since }] = await sql<[{ now: string }]>`SELECT clock_timestamp() AS now`;
    await publish();
    await sleep(roundMs);
    isDown = true;
    for (let round = 1; round <= rounds; round++) {
      deployment.progress.show(`Round ${round} of ${rounds}`);
      await publish();
      await sleep(roundMs);
      await passTime();
    }
    isDown = false;
    await publish();
    const isFannedOut = async () =>
      (await sql`SELECT 1 FROM outbox WHERE job IN ('fan-out-event', 'deliver-event') LIMIT 1`).length === 0;
    await until(isFannedOut, 60);
    if (plantedBug)
      await sql`
        INSERT INTO delivered_events (account_id, seq, integration_id)
        SELECT e.account_id, e.seq, i.id FROM events e JOIN integrations i ON i.account_id = e.account_id WHERE e.seq % 10 = 0
        ON CONFLICT DO NOTHING`;
    deployment.progress.show('Replaying');
    const config = { ...readConfig(deployment.env), log: { level: 'silent' as const } };
    const replayed = await asOperator(deployment, async (ctx) => {
      const notifier = openJobNotifier(config, ctx.log);
      const matched = [];
      for (const { accountId } of lists) {
        const input = { since, only: 'failed', dry_run: false } as const;
        const caller = { accountId, plan: 'scale' } as const;
        matched.push((await replayEvents({ ...ctx, notifier }, caller, 'webhook', input)).matched);
      }
      await notifier.close();
      return matched;
    });
    const isDone = async () => {
      await passTime();
      return (
        (
          await sql`SELECT 1 FROM outbox WHERE job IN ('deliver-with-retries', 'deliver-again', 'replay-events') LIMIT 1`
        ).length === 0
      );
    };
    await until(isDone, 120);
    deployment.progress.end();

    const missing: string[] = [];
    const figures: Record<string, number> = {};
    for (const [index, { accountId, path }] of lists.entries()) {
      const feed = await readFeed(deployment, accountId);
      const received = feed.filter(({ id }) => accepted.has(`${path} ${id}`));
      figures[`events of ${path}`] = feed.length;
      figures[`replayed to ${path}`] = replayed[index] ?? 0;
      missing.push(
        ...unless(feed.length === count * perRound, `the feed of ${path} has ${feed.length} events`),
        ...unless(
          received.length === feed.length,
          `${feed.length - received.length} events of ${path} never arrived`,
        ),
      );
    }
    const unasked = [...accepted].length - count * perRound * lists.length;
    const passed = report(figures, [
      ...missing,
      ...unless(unasked <= 0, `${unasked} ids came that are in no feed`),
    ]);
    return plantedBug ? missedOne({ 'events noted as arrived': missing }) : passed;
  } finally {
    await deployment.close();
    await receiver.close();
  }
};
