import { setTimeout as sleep } from 'node:timers/promises';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { notifyWorkers } from '../../support/deployment/notify-workers.ts';
import { asOperator, setResend } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { type Answer, readObject, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { claimByIds } from '../../support/keys.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { measureSweeps } from '../support/sweep-times.ts';

const backlog = 25_000;
/** Slow enough that a worker reduces the account's concurrency. */
const slowServerMs = 6_000;
const neighbours = 3;
/** The second attempt is due 30 to 37.5 s after the first. The sweep finds jobs that are 5 s overdue. */
const longestRetrySeconds = 37.5 + 5 + 10;
/** A lease ends after 30 s. */
const longestTakeoverSeconds = 30 + 5 + 10;
const longestWaitSeconds = 240;
/** A fifth of the time between two sweeps. */
const longestSweepMs = 200;

/**
 * One account has 25,000 mails for a server that takes 6 s for each. A neighbour has three mails whose first
 * attempt fails, and three that a dead worker has claimed. They must be retried and taken over as soon as
 * without the backlog. With `plantedBug` they belong to the account with the backlog. Also measures a sweep
 * with a million pending jobs.
 */
export const backlogNeighbours: FaultRun = async ({ plantedBug }) => {
  const attemptsAt = new Map<string, number[]>();
  const slow = await startMailSink({ beforeAnswer: () => sleep(slowServerMs) });
  const provider = await startFakeProvider((request): Answer => {
    const to = String(readObject(request).to);
    const times = [...(attemptsAt.get(to) ?? []), performance.now()];
    attemptsAt.set(to, times);
    const isFirst = to.endsWith('@retried.example.com') && times.length === 1;
    return isFirst ? { status: 408, body: {} } : { status: 200, body: { id: crypto.randomUUID() } };
  });
  const deployment = await startDeployment(
    { webs: 0, workers: 1 },
    { RESEND_API_URL: provider.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const { sql, progress } = deployment;
  const mailsOf = (list: { accountId: string; waitlist: string }, domain: string, count: number) =>
    storeSignups(sql, list, count, { mailed: true, domain });
  try {
    const large = await deployment.makeWaitlist();
    await asOperator(deployment, (ctx) =>
      setEmailProvider(ctx, large.accountId, {
        type: 'smtp',
        from: 'Slow <slow@example.com>',
        config: { host: '127.0.0.1', port: Number(new URL(slow.url).port) },
        skipVerify: true,
      }),
    );
    progress.show('Storing the backlog');
    await notifyWorkers(
      deployment,
      'send-signup-email',
      large.accountId,
      await mailsOf(large, 'large.example.com', backlog),
    );
    await sleep(30_000); // the jobs that the worker has no memory for become overdue

    const small = plantedBug ? large : await deployment.makeWaitlist();
    if (!plantedBug) await setResend(deployment, small.accountId);
    const startedAt = performance.now();
    const claimed = await mailsOf(small, 'claimed.example.com', neighbours);
    await claimByIds(sql, 'send-signup-email', claimed, neighbours);
    const retried = await mailsOf(small, 'retried.example.com', neighbours);
    await notifyWorkers(deployment, 'send-signup-email', small.accountId, retried);
    progress.show('Waiting for the neighbour');
    const attemptsOf = (domain: string) =>
      [...attemptsAt].filter(([to]) => to.endsWith(domain)).map(([, times]) => times);
    const isDone = () =>
      attemptsOf('claimed.example.com').length === neighbours &&
      attemptsOf('retried.example.com').filter((times) => times.length === 2).length === neighbours;
    await until(async () => isDone(), longestWaitSeconds).catch(() => {});
    progress.end();

    const longest = (seconds: readonly number[]) =>
      seconds.length < neighbours ? Number.POSITIVE_INFINITY : Math.max(...seconds);
    const retries = longest(
      attemptsOf('retried.example.com').flatMap(([first = 0, second]) =>
        second === undefined ? [] : [(second - first) / 1_000],
      ),
    );
    const takeovers = longest(
      attemptsOf('claimed.example.com').map(([first = 0]) => (first - startedAt) / 1_000),
    );
    const [{ waiting }] = await sql<[{ waiting: number }]>`
      SELECT count(*) AS waiting FROM outbox WHERE account_id = ${large.accountId}`;
    const late = [
      ...unless(retries <= longestRetrySeconds, `a retry came after ${retries.toFixed(0)} s`),
      ...unless(takeovers <= longestTakeoverSeconds, `a takeover came after ${takeovers.toFixed(0)} s`),
    ];
    const sweeps = await measureSweeps();
    const passed = report(
      {
        'mails that still wait for the slow server': waiting,
        "longest time to the neighbour's second attempt, s": retries.toFixed(1),
        'longest time to the takeover of its claimed mails, s': takeovers.toFixed(1),
        'a sweep with 1,000,000 pending jobs, ms': sweeps.first.toFixed(1),
        'a sweep while the worker has enough jobs of each account, ms': sweeps.supplied.toFixed(1),
        'a measurement of the backlog, ms': sweeps.measurement.toFixed(1),
      },
      [
        ...late,
        ...unless(sweeps.first <= longestSweepMs, `a sweep took ${sweeps.first.toFixed(0)} ms`),
        ...unless(waiting > backlog / 2, 'the backlog was too small'),
        ...(await findBrokenInvariants(sql)),
      ],
    );
    return plantedBug ? missedOne({ 'neighbours behind the backlog': late }) : passed;
  } finally {
    await deployment.close();
    await Promise.all([slow.close(), provider.close()]);
  }
};
