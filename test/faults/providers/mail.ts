import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { setResend } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { startFakeResend } from '../../support/fakes/resend.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startKilledWorkers } from '../support/killed-workers.ts';

const mails = 10_000;
const kills = 50;
const providerMs = 25;
/** Mails of one account that a worker sends at a time: half of its concurrency. */
const mostInFlight = 50;
/** Claims of a dead worker end after 30 s, and a sweep finds the jobs 5 to 10 s later. */
const longestRecoverySeconds = 60;

/**
 * Kills one of two workers 50 times during 10,000 mails (C6.5). With a provider that supports idempotency
 * keys no mail is lost or doubled. With plain SMTP no mail is doubled, and a missing one was being sent at a
 * kill and is recorded and logged as ambiguous. With `plantedBug` the provider forgets its keys, and mails
 * that were being sent over SMTP are queued again after each kill.
 */
export const mail: FaultRun = async ({ plantedBug, seed }) => {
  const results = [await overResend(plantedBug, seed), await overSmtp(plantedBug, seed)];
  return plantedBug ? results.includes(true) : results.every(Boolean);
};

interface Sent {
  /** How many mails the provider accepted, by recipient. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly requests: number;
}

interface Options {
  readonly name: string;
  readonly env: NodeJS.ProcessEnv;
  readonly plantedBug: boolean;
  readonly seed: number;
  /** Whether the account has Resend as its provider. If not, it sends over the service's mail server. */
  readonly ownProvider: boolean;
}

async function overResend(plantedBug: boolean, seed: number): Promise<boolean> {
  const fake = await startFakeResend({ delayMs: providerMs, forgetsKeys: plantedBug });
  const env = { RESEND_API_URL: fake.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' };
  const options = { name: 'Resend, with idempotency keys', env, plantedBug, seed };
  const passed = await run({ ...options, ownProvider: true }, () => {
    const accepted = new Map<string, number>();
    for (const { to } of fake.mails.values()) count(accepted, String(to));
    return { accepted, requests: fake.requests.length };
  });
  await fake.close();
  return passed;
}

async function overSmtp(plantedBug: boolean, seed: number): Promise<boolean> {
  const sink = await startMailSink({ beforeAnswer: () => sleep(providerMs) });
  const env = { MANAGED_EMAIL_URL: sink.url };
  const options = { name: 'plain SMTP', env, plantedBug, seed };
  const passed = await run({ ...options, ownProvider: false }, () => ({
    accepted: sink.received,
    requests: [...sink.received.values()].reduce((sum, times) => sum + times, 0),
  }));
  await sink.close();
  return passed;
}

/** @returns whether all checks passed */
async function run(
  { name, env, plantedBug, seed, ownProvider }: Options,
  sent: () => Sent,
): Promise<boolean> {
  const deployment = await startDeployment({ webs: 0, workers: 0 }, env);
  const { sql } = deployment;
  try {
    const list = await deployment.makeWaitlist();
    if (ownProvider) await setResend(deployment, list.accountId);
    await storeSignups(sql, list, mails, { mailed: true });
    const started = performance.now();
    const workers = await startKilledWorkers(2, deployment.env, seed);
    // A dead-lettered mail, which was being sent at three kills, is not waited for. The checks below report
    // it.
    const countPending = async () =>
      (
        await sql<[{ count: number }]>`
          SELECT count(*) FROM outbox WHERE job = 'send-signup-email' AND due_at < 'infinity'`
      )[0].count;
    // Kills depend on progress and not on time, so that none comes after the last mail.
    for (let kill = 1; kill <= kills; kill++) {
      deployment.progress.show(`Kill ${kill} of ${kills}`);
      await until(async () => (await countPending()) <= mails * (1 - kill / (kills + 2)), 300);
      await workers.killOne();
      if (plantedBug && !ownProvider)
        for (const { id } of await sql`
          UPDATE mails SET state = 'queued' WHERE id IN (
            SELECT id FROM mails WHERE state = 'sending' FOR UPDATE SKIP LOCKED) RETURNING id`)
          await sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE job = 'send-signup-email' AND id = ${id}`;
    }
    const lastKill = performance.now();
    deployment.progress.show('Waiting for pending mails');
    await until(async () => (await countPending()) === 0, 300);
    deployment.progress.end();
    const recovery = (performance.now() - lastKill) / 1_000;
    const seconds = (performance.now() - started) / 1_000;
    await workers.stop();

    const rows = await sql<{ id: string; email: string; state: string; ambiguous: boolean }[]>`
      SELECT s.id, s.email, m.state, m.ambiguous FROM signups s JOIN mails m ON m.id = s.id`;
    const { accepted, requests } = sent();
    const logged = new Set(
      workers
        .log()
        .filter(({ msg }) => String(msg).startsWith('ambiguous'))
        .map(({ mail }) => mail),
    );
    const missing = rows.filter(({ email }) => !accepted.has(email));
    const ambiguous = rows.filter((row) => row.ambiguous);
    const figures = {
      mails: rows.length,
      kills,
      'accepted by the provider': [...accepted.values()].reduce((sum, times) => sum + times, 0),
      'requests, repeats included': requests,
      doubled: [...accepted.values()].filter((times) => times > 1).length,
      missing: missing.length,
      'recorded as ambiguous': ambiguous.length,
      seconds: seconds.toFixed(1),
      'seconds from the last kill to the last mail': recovery.toFixed(1),
    };
    const doubled = unless(figures.doubled === 0, `${figures.doubled} mails were accepted twice`);
    const wrong = [
      ...(await findBrokenInvariants(sql)),
      ...doubled,
      ...rows.filter(({ state }) => state !== 'sent').map(({ id, state }) => `${id} ended as ${state}`),
      ...missing.filter((row) => !row.ambiguous).map(({ id }) => `${id} is missing and not ambiguous`),
      ...ambiguous.filter(({ id }) => !logged.has(id)).map(({ id }) => `${id} is ambiguous and not logged`),
      ...unless(!ownProvider || missing.length === 0, `${missing.length} mails were lost`),
      ...unless(
        ambiguous.length <= (ownProvider ? 0 : kills * mostInFlight),
        `${ambiguous.length} mails are ambiguous`,
      ),
      ...unless(recovery <= longestRecoverySeconds, `recovery took ${recovery.toFixed(0)} s`),
    ];
    console.log(`${name}${plantedBug ? ', with a planted bug' : ''}`);
    const passed = report(figures, wrong);
    return plantedBug ? missedOne({ 'mails that are sent again': doubled }) : passed;
  } finally {
    await deployment.close();
  }
}

function count(times: Map<string, number>, key: string): void {
  times.set(key, (times.get(key) ?? 0) + 1);
}
