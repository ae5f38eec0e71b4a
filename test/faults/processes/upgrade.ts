import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, createWaitlist, migrateBuild } from '../../support/deployment/build.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startBalancer } from '../../support/network/balancer.ts';
import type { ServiceProcess } from '../../support/service/processes.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { checkMails } from '../../support/storm/check-mails.ts';
import { outcomeOf } from '../../support/storm/history.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startLoad } from '../support/load.ts';
import { longestOf } from '../support/outage.ts';
import { countDeliveries } from '../support/pending-jobs.ts';
import { openAsker } from './upgrades/every-request.ts';
import { countRefusedStatements } from './upgrades/refused-statements.ts';

/** How long old and new processes run side by side; `size` gives another time. */
const defaultSeconds = 60;
const perSecond = 60;
/** Before the migration, and alone with either build. */
const aloneMs = 8_000;

/**
 * Upgrades a deployment of the older build in `old` to this one, under load, and takes it back: migrations,
 * both builds side by side, the new one alone, then the old one alone on the new schema. No call fails,
 * nothing is lost, no mail or event is sent twice, and the old build answers all that it knows throughout.
 * With `plantedBug` the migrations rename a column that the old build reads.
 */
export const upgrade: FaultRun = async ({ plantedBug, seed, size = defaultSeconds, old }) => {
  if (old === undefined) return 'not tried';
  const builds = { old: resolve(old), new: process.cwd() };
  const deployment = await startDeployment(
    { webs: 0, workers: 0, cwd: builds.old },
    { OUTBOUND_ALLOW_HOSTS: '127.0.0.1', DRAIN_SECONDS: '2' },
  );
  const { sql, env, progress } = deployment;
  const balancer = await startBalancer();
  const receiver = await startFakeProvider(() => ({ status: 200 }));
  const startBuild = (build: keyof typeof builds) => {
    const options = { cwd: builds[build] };
    return Promise.all([deployment.start('web', {}, options), deployment.start('worker', {}, options)]);
  };
  const exits: (number | null)[] = [];
  const stopAll = async (processes: readonly ServiceProcess[]) => {
    for (const process of processes) exits.push(await process.stop());
  };
  const steps: Record<string, string[]> = {};
  try {
    let before = await startBuild('old');
    const build = { cwd: builds.old, env };
    const account = await createAccount(build);
    await sql`UPDATE accounts SET managed_emails_per_month = 1000000 WHERE id = ${account.id}`;
    const waitlist = await createWaitlist(before[0].url, account);
    await setWebhook(before[0].url, account.key, `${receiver.url}/${waitlist}`);
    const asker = await openAsker(build, before[0].url);
    steps.before = await asker.askAll();

    balancer.use([before[0].url]);
    const refusedBefore = await countRefusedStatements(deployment);
    const started = performance.now();
    const load = startLoad({
      urls: [balancer.url],
      key: account.key,
      waitlist,
      concurrency: 16,
      repeats: 0.1,
      referrals: 0.1,
      perSecond,
      seed,
    });
    progress.show('The old build alone');
    await sleep(aloneMs);
    progress.show('Migrations');
    await migrateBuild({ cwd: builds.new, env });
    if (plantedBug) await sql`ALTER TABLE signups RENAME COLUMN utm_source TO source`;
    progress.show('Side by side');
    const after = await startBuild('new');
    balancer.use([before[0].url, after[0].url]);
    const [meanwhile] = await Promise.all([asker.askAll(), sleep(plantedBug ? aloneMs : size * 1_000)]);
    steps['side by side'] = meanwhile;
    progress.show('The new build alone');
    balancer.use([after[0].url]);
    await stopAll(before);
    await sleep(aloneMs);
    progress.show('Back to the old build');
    before = await startBuild('old');
    balancer.use([before[0].url]);
    await stopAll(after);
    const askerOfOld = await openAsker(build, before[0].url);
    steps['back again'] = await askerOfOld.askAll();
    await sleep(aloneMs);

    const history = await load.stop();
    const seconds = (performance.now() - started) / 1_000;
    progress.show('Waiting for pending jobs');
    // Not those of the account that asks for everything: some of these are due another day.
    const isPending = () => sql`SELECT 1 FROM outbox WHERE account_id = ${account.id} LIMIT 1`;
    await until(async () => (await isPending()).length === 0, plantedBug ? 5 : 120).catch(() => {});
    await sleep(200);
    const failed = load.seen.filter((call) => outcomeOf(call) !== 'ok');
    const ids = await sql<{ id: string }[]>`SELECT id FROM signups WHERE waitlist_id = ${waitlist}`;
    const events = countDeliveries(receiver.requests);
    const mails = new Map([...deployment.sink.received].filter(([to]) => to.endsWith('@storm.example.com')));
    const failures = [
      ...failed.map(({ status }) => `a call was answered with ${status}`),
      ...Object.entries(steps).flatMap(([step, lines]) => lines.map((line) => `${step}: ${line}`)),
    ];
    if (plantedBug) {
      progress.end();
      return missedOne({ 'a column that is gone': failures });
    }
    const refused = (await countRefusedStatements(deployment)) - refusedBefore;
    const wrong = [
      ...failures,
      ...(await checkHistory(sql, waitlist, history)),
      ...(await checkCounts(sql, before[0].url, { key: account.key, waitlist })),
      ...(await checkMails(sql, waitlist, mails)),
      ...(await findBrokenInvariants(sql)),
      ...ids.filter(({ id }) => events.get(id) !== 1).map(({ id }) => `${id}: ${events.get(id) ?? 0} events`),
      ...balancer.broken.map((broken) => `the load balancer got no answer: ${broken}`),
      ...exits.filter((code) => code !== 0).map((code) => `a process exited with ${code}`),
      ...unless(refused === 0, `Postgres refused ${refused} prepared statements`),
      ...unless(load.seen.length >= 0.9 * perSecond * seconds, `only ${load.seen.length} calls were made`),
    ];
    progress.end();
    return report(
      {
        calls: load.seen.length,
        'calls that failed': failed.length,
        'longest call, ms': longestOf(load.seen).toFixed(0),
        'requests of everything, to the old build': asker.asked + askerOfOld.asked,
        signups: ids.length,
        mails: mails.size,
        events: events.size,
        'seconds of load': seconds.toFixed(0),
      },
      wrong,
    );
  } finally {
    await balancer.close();
    await deployment.close();
    await receiver.close();
  }
};

/** Sets the webhook over the API, as the older build offers it. */
async function setWebhook(url: string, key: string, target: string): Promise<void> {
  const answer = await fetch(`${url}/v1/integrations/webhook`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ config: { url: target } }),
  });
  if (!answer.ok) throw new Error(`The webhook was answered ${answer.status}: ${await answer.text()}`);
}
