import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { setResend, setWebhook } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { type Answer, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { countPendingJobs } from '../support/pending-jobs.ts';
import { installClock, shiftedClock } from '../support/shifted-clock.ts';

const mostAttempts = 5;
const retryAfterSeconds = 2;
/** The time to record an answer. Requests that start before cannot know of it. */
const recordingMs = 1_000;
/** Longer than any wait between two attempts, and shorter than a day. */
const nextAttemptSeconds = 700;
const receiverMs = 20;

/** Its mails wait for the Retry-After and not for the wait after an attempt. */
const throttling = 'throttles twice';

const throttled = { status: 429, headers: { 'retry-after': String(retryAfterSeconds) } };

/** The provider's answer to the nth attempt of a mail, by account. */
const scripts: Readonly<
  Record<string, { mails: number; answer: (attempt: number) => Answer; state: string; attempts: number }>
> = {
  'refuses each mail twice for now': {
    mails: 100,
    answer: (attempt) =>
      attempt <= 2 ? { status: 408 } : { status: 200, body: { id: crypto.randomUUID() } },
    state: 'sent',
    attempts: 3,
  },
  'always refuses for now': {
    mails: 100,
    answer: () => ({ status: 408 }),
    state: 'failed',
    attempts: mostAttempts,
  },
  [throttling]: {
    mails: 10,
    answer: (attempt) => (attempt <= 2 ? throttled : { status: 200, body: { id: crypto.randomUUID() } }),
    state: 'sent',
    attempts: 3,
  },
  'refuses the key': { mails: 100, answer: () => ({ status: 401 }), state: 'config_error', attempts: 1 },
};

/**
 * Mail providers answer 408, 429 with Retry-After or 401, and webhooks 429 or 503. Mails are retried with
 * growing waits and sent, or given up after five attempts. A refused key causes one request a mail, a
 * Retry-After is respected, and a webhook gets one request and one failed record an event (C6.6, C7.4). The
 * run advances the database's clock instead of waiting. With `plantedBug` postponed mails are due at once.
 */
export const failingProviders: FaultRun = async ({ plantedBug }) => {
  const names = Object.keys(scripts);
  const seen = new Map<string, number>();
  /** The requests that count as send attempts, by key. */
  const sendAttempts = new Map<string, number>();
  const arrivals: { name: string; at: number }[] = [];
  /** How far the database's clock is ahead. */
  let advancedMs = 0;
  const provider = await startFakeProvider(
    ({ headers }) => {
      const name = names[Number(String(headers.authorization).replace('Bearer re_', ''))] ?? '';
      const key = String(headers['idempotency-key']);
      const attempt = (seen.get(key) ?? 0) + 1;
      seen.set(key, attempt);
      if (name !== throttling) sendAttempts.set(key, attempt);
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
    const early: string[] = [];
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      progress.show(`Attempt ${attempt}`);
      // Mails of a throttling provider are postponed without a request until its Retry-After is over.
      await until(async () => {
        if (plantedBug)
          await sql`UPDATE outbox SET due_at = clock_timestamp() - interval '10 seconds' WHERE job = 'send-signup-email' AND crash_count = 0`;
        return (
          (await sql`SELECT 1 FROM outbox WHERE due_at <= clock_timestamp() OR crash_count > 0 LIMIT 1`)
            .length === 0
        );
      }, 240);
      const most = Math.max(...sendAttempts.values());
      early.push(
        ...unless(most <= attempt, `a mail had ${most} attempts before its ${attempt}. wait was over`),
      );
      advancedMs += nextAttemptSeconds * 1_000;
      await clock.advance(nextAttemptSeconds);
      await sleep(100);
    }
    await until(async () => (await countPendingJobs(sql)) === 0, 60);
    await worker.stop();
    progress.end();

    const states = await sql<{ account_id: string; state: string; mails: number }[]>`
      SELECT account_id, state, count(*) AS mails FROM mails GROUP BY 1, 2`;
    const [records] = await sql<[{ all: number; failed: number }]>`
      SELECT count(*) AS all, count(*) FILTER (WHERE status = 'failed' AND response_status IN (429, 503)) AS failed FROM deliveries`;
    const events = Object.values(scripts).reduce((sum, { mails }) => sum + mails, 0);
    const arrivalsAt = arrivals.filter(({ name }) => name === throttling).map(({ at }) => at);
    // The last third was answered with 200.
    const earlyRequests = countEarly(arrivalsAt.slice(0, (2 / 3) * arrivalsAt.length));
    const passed = report(
      {
        ...Object.fromEntries(
          Object.entries(scripts).map(([name, { mails: expected }]) => [
            `${name}: requests, final states of ${expected} mails`,
            `${arrivals.filter((arrival) => arrival.name === name).length} · ${states
              .filter(({ account_id }) => account_id === accounts.get(name))
              .map(({ state, mails }) => `${mails} ${state}`)
              .join(', ')}`,
          ]),
        ),
        [`most requests in the ${retryAfterSeconds} s after a 429`]: earlyRequests,
        'events to failing webhooks': events,
        'requests at webhooks': receiver.requests.length,
        'failed records': records.failed,
      },
      [
        ...early,
        ...Object.entries(scripts).flatMap(([name, { mails, attempts, state: expectedState }]) => {
          const requests = arrivals.filter((arrival) => arrival.name === name).length;
          const expected = attempts * mails;
          const right = states.find(
            ({ account_id, state }) => account_id === accounts.get(name) && state === expectedState,
          );
          return [
            ...unless(requests === expected, `${name}: ${requests} requests, expected ${expected}`),
            ...unless(
              right?.mails === mails,
              `${name}: ${right?.mails ?? 0} of ${mails} mails are ${expectedState}`,
            ),
          ];
        }),
        ...unless(
          earlyRequests === 0,
          `${earlyRequests} requests came within ${retryAfterSeconds} s after a 429`,
        ),
        ...unless(
          receiver.requests.length === events && records.all === events && records.failed === events,
          `${receiver.requests.length} requests at webhooks and ${records.failed} failed records of ${events} events`,
        ),
        ...(await findBrokenInvariants(sql)),
      ],
    );
    return plantedBug ? missedOne({ 'mails that do not wait': early }) : passed;
  } finally {
    await deployment.close();
    await Promise.all([provider.close(), receiver.close()]);
  }
};

/** The most requests within the Retry-After of an earlier one, once its answer was recorded. */
function countEarly(times: readonly number[]): number {
  let most = 0;
  for (const [index, first] of times.entries()) {
    const end = first + retryAfterSeconds * 1_000;
    const count = times.slice(index + 1).filter((at) => at > first + recordingMs && at < end).length;
    most = Math.max(most, count);
  }
  return most;
}
