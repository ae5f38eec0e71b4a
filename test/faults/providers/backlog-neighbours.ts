import { setTimeout as sleep } from 'node:timers/promises';
import { setEmailProvider } from '../../../src/shared/email/settings/set-email-provider.ts';
import { claimJobs } from '../../../src/shared/queue/outbox.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { notifyWorkers } from '../../support/deployment/notify-workers.ts';
import { asOperator, setResend } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { type Answer, readObject, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { measureSweeps } from '../support/sweep-times.ts';

const backlog = 25_000;
/** Longer than an account may take for an answer and keep its slots. */
const slowServerMs = 6_000;
const neighbours = 3;
/** A mail is tried again 30 to 37.5 s after its first try; the sweep looks once a second for what has been due for 5 s. */
const longestRetrySeconds = 37.5 + 5 + 10;
/** A dead worker's lease ends after 30 s. */
const longestTakeoverSeconds = 30 + 5 + 10;
const patienceSeconds = 240;
/** A tenth of the time between two sweeps, twice over for a machine that is busy. */
const longestSweepMs = 200;

/**
 * One account has 25,000 mails for a server that takes 6 s over each. Another one has three mails whose first try fails, and three that a
 * dead worker has claimed: they are tried again, and taken over, as soon as without that neighbour. With `plantedBug` they are of the same
 * account, behind its own backlog. A sweep's time is measured beside a million pending jobs.
 */
export const backlogNeighbours: FaultRun = async ({ plantedBug }) => {
  const triedAt = new Map<string, number[]>();
  const slow = await startMailSink({ beforeAnswer: () => sleep(slowServerMs) });
  const provider = await startFakeProvider((request): Answer => {
    const to = String(readObject(request).to);
    const times = [...(triedAt.get(to) ?? []), performance.now()];
    triedAt.set(to, times);
    const isFirst = to.endsWith('@retried.example.com') && times.length === 1;
    return isFirst ? { status: 503, body: {} } : { status: 200, body: { id: crypto.randomUUID() } };
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
    progress.show('The backlog');
    await notifyWorkers(
      deployment,
      'send-signup-email',
      large.accountId,
      await mailsOf(large, 'large.example.com', backlog),
    );
    await sleep(30_000); // what the worker does not keep of it becomes overdue

    const small = plantedBug ? large : await deployment.makeWaitlist();
    if (!plantedBug) await setResend(deployment, small.accountId);
    const startedAt = performance.now();
    const left = await mailsOf(small, 'left.example.com', neighbours);
    await claimJobs(sql, 'send-signup-email', left, neighbours);
    const retried = await mailsOf(small, 'retried.example.com', neighbours);
    await notifyWorkers(deployment, 'send-signup-email', small.accountId, retried);
    progress.show('The neighbour');
    const tried = (domain: string) =>
      [...triedAt].filter(([to]) => to.endsWith(domain)).map(([, times]) => times);
    const isDone = () =>
      tried('left.example.com').length === neighbours &&
      tried('retried.example.com').filter((times) => times.length === 2).length === neighbours;
    await until(async () => isDone(), patienceSeconds).catch(() => {});
    progress.end();

    const longest = (seconds: readonly number[]) =>
      seconds.length < neighbours ? Number.POSITIVE_INFINITY : Math.max(...seconds);
    const retries = longest(
      tried('retried.example.com').flatMap(([first = 0, second]) =>
        second === undefined ? [] : [(second - first) / 1_000],
      ),
    );
    const takeovers = longest(tried('left.example.com').map(([first = 0]) => (first - startedAt) / 1_000));
    const [{ waiting }] = await sql<[{ waiting: number }]>`
      SELECT count(*) AS waiting FROM outbox WHERE account_id = ${large.accountId}`;
    const late = [
      ...unless(retries <= longestRetrySeconds, `a retry came after ${retries.toFixed(0)} s`),
      ...unless(takeovers <= longestTakeoverSeconds, `a takeover came after ${takeovers.toFixed(0)} s`),
    ];
    const sweeps = await measureSweeps();
    const held = report(
      {
        'mails that still wait for the slow server': waiting,
        "longest time to the neighbour's second try, s": retries.toFixed(1),
        'longest time until another worker took its mails over, s': takeovers.toFixed(1),
        'a sweep beside 1,000,000 pending jobs, ms': sweeps.first.toFixed(1),
        'a sweep once all of their accounts have enough to do, ms': sweeps.supplied.toFixed(1),
        'a measurement of the backlog, ms': sweeps.measurement.toFixed(1),
      },
      [
        ...late,
        ...unless(sweeps.first <= longestSweepMs, 'a sweep takes too long'),
        ...unless(waiting > backlog / 2, 'the backlog was too small'),
        ...(await findBrokenInvariants(sql)),
      ],
    );
    return plantedBug ? missedOne({ 'neighbours behind the backlog': late }) : held;
  } finally {
    await deployment.close();
    await Promise.all([slow.close(), provider.close()]);
  }
};
