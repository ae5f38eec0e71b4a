import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { setResend, setWebhook } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { type Answer, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { countOwed } from '../support/pending-jobs.ts';
import { installClock, shiftedClock } from '../support/shifted-clock.ts';

const mostAttempts = 5;
const retryAfterSeconds = 2;
/** Until an answer is recorded; what a worker begins before cannot be taken back. */
const recordedMs = 1_000;
/** Past any wait between two attempts, and short of a day. */
const nextAttemptSeconds = 700;
const receiverMs = 20;

/** The account whose mails wait as long as asked, and not for as long as after a try. */
const patient = 'asks for patience, twice';

const asked = { status: 429, headers: { 'retry-after': String(retryAfterSeconds) } };

/** What the provider answers at a mail's nth attempt, by account. */
const scripts: Readonly<
  Record<string, { mails: number; answer: (attempt: number) => Answer; state: string; attempts: number }>
> = {
  'away for two attempts': {
    mails: 100,
    answer: (attempt) =>
      attempt <= 2 ? { status: 503 } : { status: 200, body: { id: crypto.randomUUID() } },
    state: 'sent',
    attempts: 3,
  },
  'away for good': { mails: 100, answer: () => ({ status: 503 }), state: 'failed', attempts: mostAttempts },
  [patient]: {
    mails: 10,
    answer: (attempt) => (attempt <= 2 ? asked : { status: 200, body: { id: crypto.randomUUID() } }),
    state: 'sent',
    attempts: 3,
  },
  'refuses the key': { mails: 100, answer: () => ({ status: 401 }), state: 'config_error', attempts: 1 },
};

/**
 * Mail providers that answer 503, 429 with Retry-After or 401, and webhooks that do: mails are tried again with growing waits and then sent
 * or given up after five attempts, a refused key is asked once a mail, nobody is asked again before the time that it asks for, and a
 * webhook gets one request and one failed record an event (C6.6, C7.4). The database's clock is moved on where the service would wait.
 * With `plantedBug` mails that were put off are due again at once, as without a wait.
 */
export const failingProviders: FaultRun = async ({ plantedBug }) => {
  const names = Object.keys(scripts);
  const seen = new Map<string, number>();
  /** Those of `seen` that used up a try. */
  const tries = new Map<string, number>();
  const arrivals: { name: string; at: number }[] = [];
  /** By how much the database's clock, by which pauses are kept, is ahead. */
  let advancedMs = 0;
  const provider = await startFakeProvider(
    ({ headers }) => {
      const name = names[Number(String(headers.authorization).replace('Bearer re_', ''))] ?? '';
      const key = String(headers['idempotency-key']);
      const attempt = (seen.get(key) ?? 0) + 1;
      seen.set(key, attempt);
      if (name !== patient) tries.set(key, attempt);
      arrivals.push({ name, at: performance.now() + advancedMs });
      return scripts[name]?.answer(attempt) ?? { status: 500 };
    },
    { delayMs: receiverMs },
  );
  const receiver = await startFakeProvider(({ path }) => ({ status: path === '/429' ? 429 : 503 }));
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { RESEND_API_URL: provider.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
    installClock,
  );
  const { sql, progress } = deployment;
  const clock = shiftedClock(sql);
  try {
    const accounts = new Map<string, string>();
    for (const [index, [name, { mails }]] of Object.entries(scripts).entries()) {
      const list = await deployment.makeWaitlist();
      accounts.set(name, list.accountId);
      await setResend(deployment, list.accountId, { apiKey: `re_${index}` });
      await setWebhook(deployment, list.accountId, `${receiver.url}/${index % 2 === 0 ? 429 : 503}`);
      await storeSignups(sql, list, mails, { mailed: true, notified: true });
    }
    const worker = await deployment.start('worker');
    const hasty: string[] = [];
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      progress.show(`Attempt ${attempt}`);
      // Those that a provider has asked to wait are put off without a request, until its time is over.
      await until(async () => {
        if (plantedBug)
          await sql`UPDATE outbox SET due_at = clock_timestamp() - interval '10 seconds' WHERE job = 'send-signup-email' AND crash_count = 0`;
        return (
          (await sql`SELECT 1 FROM outbox WHERE due_at <= clock_timestamp() OR starts > 0 LIMIT 1`).length ===
          0
        );
      }, 90);
      const most = Math.max(...tries.values());
      hasty.push(
        ...unless(most <= attempt, `a mail was tried ${most} times before its ${attempt}. wait was over`),
      );
      advancedMs += nextAttemptSeconds * 1_000;
      await clock.advance(nextAttemptSeconds);
      await sleep(100);
    }
    await until(async () => (await countOwed(sql)) === 0, 60);
    await worker.stop();
    progress.end();

    const states = await sql<{ account_id: string; state: string; mails: number }[]>`
      SELECT account_id, state, count(*) AS mails FROM signup_emails GROUP BY 1, 2`;
    const [records] = await sql<[{ all: number; failed: number }]>`
      SELECT count(*) AS all, count(*) FILTER (WHERE status = 'failed' AND response_status IN (429, 503)) AS failed FROM deliveries`;
    const events = Object.values(scripts).reduce((sum, { mails }) => sum + mails, 0);
    const asking = arrivals.filter(({ name }) => name === patient).map(({ at }) => at);
    const early = tooEarly(asking.slice(0, (2 / 3) * asking.length)); // the last third was answered 200, which asks for nothing
    const held = report(
      {
        ...Object.fromEntries(
          Object.entries(scripts).map(([name, { mails: owed }]) => [
            `${name}: requests, and what became of ${owed} mails`,
            `${arrivals.filter((arrival) => arrival.name === name).length} · ${states
              .filter(({ account_id }) => account_id === accounts.get(name))
              .map(({ state, mails }) => `${mails} ${state}`)
              .join(', ')}`,
          ]),
        ),
        [`most requests in the ${retryAfterSeconds} s after a 429, but for the first`]: early,
        'events to failing webhooks': events,
        'requests at webhooks': receiver.requests.length,
        'failed records': records.failed,
      },
      [
        ...hasty,
        ...Object.entries(scripts).flatMap(([name, { mails: owed, attempts, state: expectedState }]) => {
          const requests = arrivals.filter((arrival) => arrival.name === name).length;
          const expected = attempts * owed;
          const right = states.find(
            ({ account_id, state }) => account_id === accounts.get(name) && state === expectedState,
          );
          return [
            ...unless(requests === expected, `${name}: ${requests} requests, expected ${expected}`),
            ...unless(
              right?.mails === owed,
              `${name}: ${right?.mails ?? 0} of ${owed} mails ended as they should`,
            ),
          ];
        }),
        ...unless(early === 0, `${early} requests came within ${retryAfterSeconds} s after a 429`),
        ...unless(
          receiver.requests.length === events && records.all === events && records.failed === events,
          `${receiver.requests.length} requests at webhooks and ${records.failed} failed records of ${events} events`,
        ),
        ...(await findBrokenInvariants(sql)),
      ],
    );
    return plantedBug ? missedOne({ 'mails that do not wait': hasty }) : held;
  } finally {
    await deployment.close();
    await Promise.all([provider.close(), receiver.close()]);
  }
};

/** The most requests of a caller that came once the answer to one was recorded, within the time that it asked for. */
function tooEarly(times: readonly number[]): number {
  let most = 0;
  for (const [index, first] of times.entries()) {
    const end = first + retryAfterSeconds * 1_000;
    const behind = times.slice(index + 1).filter((at) => at > first + recordedMs && at < end).length;
    most = Math.max(most, behind);
  }
  return most;
}
