import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import { setResend } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { type Answer, type RecordedRequest, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { countOwed } from '../support/pending-jobs.ts';

/** What a provider allows a second, and how many mails an account has for it. The older and the newer default of Resend. */
const rations = [
  { perSecond: 2, mails: 100 },
  { perSecond: 10, mails: 450 },
];
const workerCounts = [1, 2, 8];
const providerMs = 100;
/** At half of what is allowed. */
const longestSeconds = 100;
/** Until all workers have heard of the limit: each has begun with a few at once. */
const settledMs = 5_000;

interface Ration {
  requests: number;
  refused: number;
  /** Of the refused ones, those in the first seconds. */
  refusedAtFirst: number;
  /** When the last mail was taken. */
  lastTakenAt: number;
  /** By idempotency key. */
  readonly taken: Map<string, number>;
}

/**
 * Mail providers that allow two and ten requests a second, and refuse others with 429 and a wait of a second, while one, two and eight
 * workers have mails for them: none is lost or doubled, eight workers are refused about as little as one, and the pace is close to what
 * is allowed (C6.6). With `plantedBug` nothing is remembered of a refusal.
 */
export const rationingProvider: FaultRun = async ({ plantedBug }) => {
  const figures: Record<string, string> = {};
  const wrong: string[] = [];
  const refusedLater = new Map<string, number>();
  for (const workers of plantedBug ? [2] : workerCounts) {
    const { rationed, problems } = await ration(workers, plantedBug);
    wrong.push(...problems);
    for (const { perSecond, mails } of rations) {
      const { requests, refused, refusedAtFirst, lastTakenAt } = rationed(perSecond);
      const later = (refused - refusedAtFirst) / mails;
      const pace = mails / (lastTakenAt / 1_000);
      const name = `${perSecond} a second, ${workers} workers`;
      figures[name] =
        `${requests} requests, refused at first ${refusedAtFirst}, then ${refused - refusedAtFirst}; ${pace.toFixed(1)} mails a second`;
      refusedLater.set(`${perSecond}/${workers}`, later);
      const withOne = refusedLater.get(`${perSecond}/1`) ?? 0;
      wrong.push(
        ...unless(later <= withOne + 0.1, `${name}: ${(100 * later).toFixed(0)} % were refused once settled`),
        ...unless(pace >= 0.6 * perSecond, `${name}: ${pace.toFixed(1)} mails a second`),
      );
    }
  }
  const held = report(figures, wrong);
  return plantedBug ? missedOne({ 'refusals that are forgotten': wrong }) : held;
};

/** Has so many workers send all the mails. @returns what the providers saw of it, by what they allow a second, and what was wrong */
async function ration(
  workers: number,
  plantedBug: boolean,
): Promise<{ rationed: (perSecond: number) => Ration; problems: string[] }> {
  let firstAt: number | undefined;
  const seen = new Map(rations.map(({ perSecond }) => [perSecond, emptyRation()]));
  const rationed = (perSecond: number) => seen.get(perSecond) ?? emptyRation();
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
      return answer(rationed(perSecond), request, now, count <= perSecond);
    },
    { delayMs: providerMs },
  );
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { RESEND_API_URL: provider.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const { sql, progress } = deployment;
  try {
    if (plantedBug) await plantForgetting(deployment);
    for (const { perSecond, mails } of rations) {
      const list = await deployment.makeWaitlist();
      await setResend(deployment, list.accountId, { apiKey: `re_${perSecond}` });
      await storeSignups(sql, list, mails, { mailed: true });
    }
    await Promise.all(Array.from({ length: workers }, () => deployment.start('worker')));
    const end = performance.now() + longestSeconds * 1_000;
    while ((await countOwed(sql)) > 0 && performance.now() < end) {
      progress.show(`Rationed, with ${workers} workers`);
      await sleep(200);
    }
    progress.end();
    const states = await sql<{ state: string; ambiguous: boolean; send_attempts: number; mails: number }[]>`
      SELECT state, ambiguous, send_attempts, count(*) AS mails FROM signup_emails GROUP BY 1, 2, 3`;
    const others = states.filter(
      ({ state, ambiguous, send_attempts }) => state !== 'sent' || ambiguous || send_attempts > 0,
    );
    return {
      rationed,
      problems: [
        ...others.map(
          ({ state, ambiguous, send_attempts, mails }) =>
            `${workers} workers: ${mails} mails are ${state}${ambiguous ? ', ambiguous' : ''}, with ${send_attempts} attempts`,
        ),
        ...rations.flatMap(({ perSecond, mails }) => {
          const { taken } = rationed(perSecond);
          return [
            ...unless(taken.size === mails, `${workers} workers: ${taken.size} of ${mails} mails were taken`),
            ...unless(
              [...taken.values()].every((times) => times === 1),
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

const emptyRation = (): Ration => ({
  requests: 0,
  refused: 0,
  refusedAtFirst: 0,
  lastTakenAt: 0,
  taken: new Map(),
});

function answer(ration: Ration, request: RecordedRequest, now: number, isAllowed: boolean): Answer {
  ration.requests += 1;
  if (!isAllowed) {
    ration.refused += 1;
    if (now < settledMs) ration.refusedAtFirst += 1;
    return { status: 429, headers: { 'retry-after': '1' }, body: { name: 'rate_limit_exceeded' } };
  }
  const key = String(request.headers['idempotency-key']);
  ration.taken.set(key, (ration.taken.get(key) ?? 0) + 1);
  ration.lastTakenAt = now;
  return { status: 200, body: { id: crypto.randomUUID() } };
}

/** The bug that cannot hide: no throttle is kept, so each mail waits for itself only. */
async function plantForgetting({ sql }: Deployment): Promise<void> {
  await sql.unsafe(`
    CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER forget BEFORE INSERT ON email_throttles FOR EACH ROW EXECUTE FUNCTION forget()`);
}
