import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import { setResend } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { type Answer, type RecordedRequest, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { countPendingJobs } from '../support/pending-jobs.ts';

/**
 * A provider's requests per second, the older and the newer default of Resend, and the mails of its account.
 */
const limits = [
  { perSecond: 2, mails: 100 },
  { perSecond: 10, mails: 450 },
];
const workerCounts = [1, 2, 8];
const providerMs = 100;
/** Enough for half of the allowed rate. */
const longestSeconds = 100;
/** The time until all workers know of the limit. Each starts with a few concurrent mails. */
const settledMs = 5_000;

interface ProviderCounts {
  requests: number;
  refused: number;
  /** The refused requests before `settledMs`. */
  refusedAtFirst: number;
  /** The time of the last accepted mail, in ms after the first request. */
  lastAcceptedAt: number;
  /** Accepted requests by idempotency key. */
  readonly accepted: Map<string, number>;
}

/**
 * Mail providers allow two and ten requests a second and answer others with 429, while one, two and eight
 * workers have mails for them. No mail is lost or doubled, eight workers get about as few refusals as one,
 * and the rate is close to the limit (C6.6). With `plantedBug` throttles are not stored.
 */
export const rationingProvider: FaultRun = async ({ plantedBug }) => {
  const figures: Record<string, string> = {};
  const wrong: string[] = [];
  const refusedLater = new Map<string, number>();
  for (const workers of plantedBug ? [2] : workerCounts) {
    const { countsOf, problems } = await sendWith(workers, plantedBug);
    wrong.push(...problems);
    for (const { perSecond, mails } of limits) {
      const { requests, refused, refusedAtFirst, lastAcceptedAt } = countsOf(perSecond);
      const later = (refused - refusedAtFirst) / mails;
      const rate = mails / (lastAcceptedAt / 1_000);
      const name = `${perSecond} a second, ${workers} workers`;
      figures[name] =
        `${requests} requests, refused ${refusedAtFirst} at first, ${refused - refusedAtFirst} later; ${rate.toFixed(1)} mails a second`;
      refusedLater.set(`${perSecond}/${workers}`, later);
      const withOne = refusedLater.get(`${perSecond}/1`) ?? 0;
      wrong.push(
        ...unless(
          later <= withOne + 0.1,
          `${name}: ${(100 * later).toFixed(0)} % were refused after ${settledMs / 1_000} s`,
        ),
        ...unless(rate >= 0.6 * perSecond, `${name}: ${rate.toFixed(1)} mails a second`),
      );
    }
  }
  const passed = report(figures, wrong);
  return plantedBug ? missedOne({ 'throttles that are not stored': wrong }) : passed;
};

/**
 * Sends all mails with this many workers. @returns the counts of each provider by its limit, and the problems
 */
async function sendWith(
  workers: number,
  plantedBug: boolean,
): Promise<{ countsOf: (perSecond: number) => ProviderCounts; problems: string[] }> {
  let firstAt: number | undefined;
  const counts = new Map(limits.map(({ perSecond }) => [perSecond, emptyCounts()]));
  const countsOf = (perSecond: number) => counts.get(perSecond) ?? emptyCounts();
  const seconds = new Map<number, { second: number; count: number }>();
  const provider = await startFakeProvider(
    (request) => {
      const perSecond = Number(request.headers.authorization?.split('_').at(-1));
      firstAt ??= performance.now();
      const now = performance.now() - firstAt;
      const second = Math.floor(now / 1_000);
      const before = seconds.get(perSecond);
      const count = before?.second === second ? before.count + 1 : 1;
      seconds.set(perSecond, { second, count });
      return answer(countsOf(perSecond), request, now, count <= perSecond);
    },
    { delayMs: providerMs },
  );
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { RESEND_API_URL: provider.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const { sql, progress } = deployment;
  try {
    if (plantedBug) await plantLostThrottles(deployment);
    for (const { perSecond, mails } of limits) {
      const list = await deployment.makeWaitlist();
      await setResend(deployment, list.accountId, { apiKey: `re_${perSecond}` });
      await storeSignups(sql, list, mails, { mailed: true });
    }
    await Promise.all(Array.from({ length: workers }, () => deployment.start('worker')));
    const end = performance.now() + longestSeconds * 1_000;
    while ((await countPendingJobs(sql)) > 0 && performance.now() < end) {
      progress.show(`Sending with ${workers} workers`);
      await sleep(200);
    }
    progress.end();
    const states = await sql<{ state: string; ambiguous: boolean; send_attempts: number; mails: number }[]>`
      SELECT state, ambiguous, send_attempts, count(*) AS mails FROM mails GROUP BY 1, 2, 3`;
    const others = states.filter(
      ({ state, ambiguous, send_attempts }) => state !== 'sent' || ambiguous || send_attempts > 0,
    );
    return {
      countsOf,
      problems: [
        ...others.map(
          ({ state, ambiguous, send_attempts, mails }) =>
            `${workers} workers: ${mails} mails are ${state}${ambiguous ? ', ambiguous' : ''}, with ${send_attempts} attempts`,
        ),
        ...limits.flatMap(({ perSecond, mails }) => {
          const { accepted } = countsOf(perSecond);
          return [
            ...unless(
              accepted.size === mails,
              `${workers} workers: ${accepted.size} of ${mails} mails were accepted`,
            ),
            ...unless(
              [...accepted.values()].every((times) => times === 1),
              `${workers} workers: mails were sent twice`,
            ),
          ];
        }),
        ...(await findBrokenInvariants(sql)),
      ],
    };
  } finally {
    await deployment.close();
    await provider.close();
  }
}

const emptyCounts = (): ProviderCounts => ({
  requests: 0,
  refused: 0,
  refusedAtFirst: 0,
  lastAcceptedAt: 0,
  accepted: new Map(),
});

function answer(counts: ProviderCounts, request: RecordedRequest, now: number, isAllowed: boolean): Answer {
  counts.requests += 1;
  if (!isAllowed) {
    counts.refused += 1;
    if (now < settledMs) counts.refusedAtFirst += 1;
    return { status: 429, headers: { 'retry-after': '1' }, body: { name: 'rate_limit_exceeded' } };
  }
  const key = String(request.headers['idempotency-key']);
  counts.accepted.set(key, (counts.accepted.get(key) ?? 0) + 1);
  counts.lastAcceptedAt = now;
  return { status: 200, body: { id: crypto.randomUUID() } };
}

/** Stores no throttle, so each mail waits alone. */
async function plantLostThrottles({ sql }: Deployment): Promise<void> {
  await sql.unsafe(`
    CREATE FUNCTION lose_throttle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER lose_throttle BEFORE INSERT ON email_throttles FOR EACH ROW EXECUTE FUNCTION lose_throttle()`);
}
