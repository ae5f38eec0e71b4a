import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/shared/config.ts';
import { replayEvents } from '../../src/shared/events/integrations/replay/replay-events.ts';
import { openLog } from '../../src/shared/platform/process/log.ts';
import { openJobNotifier } from '../../src/shared/platform/queue/job-notifier.ts';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { asOperator, setWebhook } from '../../test/support/deployment/operator.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { startFakeProvider } from '../../test/support/fakes/fake-provider.ts';
import { quantile } from '../../test/support/values/quantiles.ts';

const replayed = Number(process.env.REPLAYED ?? 100_000);
const live = 400;
const everyMs = 25;

/**
 * Measures the time from a live event to its delivery, without and beside a replay of 100,000 events of the
 * same account (`REPLAYED` changes the number): the p99 beside it has to be within twice of that without.
 */
export async function replay(): Promise<void> {
  const arrivals = new Map<string, number>();
  const receiver = await startFakeProvider(
    ({ body }) => {
      const { email } = JSON.parse(body).data;
      if (!arrivals.has(email)) arrivals.set(email, performance.now());
      return { status: 204 };
    },
    { delayMs: 5 },
  );
  const deployment = await startDeployment({ webs: 0, workers: 1 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });
  const { sql, progress } = deployment;
  const config = { ...readConfig(deployment.env), log: { level: 'silent' as const } };
  const notifier = openJobNotifier(config, openLog(config, 'bench'));

  async function measure(name: string, list: { accountId: string; waitlist: string }): Promise<number[]> {
    const sent = new Map<string, number>();
    for (let n = 0; n < live; n++) {
      const domain = `${name}${n}.example.com`;
      sent.set(`person0@${domain}`, performance.now());
      const [id = ''] = await storeSignups(sql, list, 1, { notified: true, domain });
      notifier.notify('fan-out-event', [{ id, accountId: list.accountId }]);
      await sleep(everyMs);
    }
    while ([...sent.keys()].some((email) => !arrivals.has(email))) await sleep(50);
    return [...sent].map(([email, at]) => (arrivals.get(email) ?? 0) - at);
  }

  try {
    const list = await deployment.makeWaitlist();
    await setWebhook(deployment, list.accountId, receiver.url, { retries: 'standard' });
    await sql`UPDATE integrations SET events = '{signup.removed}' WHERE account_id = ${list.accountId}`;
    await storeSignups(sql, list, replayed, {
      notified: true,
      onStored: (count) => progress.show(`Storing ${count} of ${replayed}`),
    });
    const isPending = (job: string) => sql`SELECT 1 FROM outbox WHERE job = ${job} LIMIT 1`;
    while ((await isPending('fan-out-event')).length > 0) await sleep(200);
    await sql`UPDATE integrations SET events = '{}' WHERE account_id = ${list.accountId}`;
    progress.show('Warming up');
    await measure('warm', list);
    progress.show('Without a replay');
    const without = await measure('without', list);
    const matched = await asOperator(deployment, async (ctx) => {
      const input = { since: '2026-01-01T00:00:00Z', only: 'failed', dry_run: false } as const;
      const caller = { accountId: list.accountId, plan: 'scale' } as const;
      return (await replayEvents({ ...ctx, notifier }, caller, 'webhook', input)).matched;
    });
    await sleep(1_000);
    progress.show(`Beside a replay of ${matched}`);
    const beside = await measure('beside', list);
    const isRunning = (await isPending('replay-events')).length > 0;
    progress.end();
    const row = (values: readonly number[]) => ({
      'p50 ms': quantile(values, 0.5).toFixed(1),
      'p99 ms': quantile(values, 0.99).toFixed(1),
    });
    console.table({ without: row(without), [`beside a replay of ${matched}`]: row(beside) });
    console.log(`p99 beside ÷ without: ${(quantile(beside, 0.99) / quantile(without, 0.99)).toFixed(2)}`);
    console.log(
      `The replay was ${isRunning ? 'still running' : 'OVER'} at the end; ${arrivals.size} events had arrived.`,
    );
  } finally {
    await notifier.close();
    await deployment.close();
    await receiver.close();
  }
}
