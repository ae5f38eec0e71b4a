import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import { setWebhook } from '../../support/deployment/operator.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { makeAccount } from '../../support/service/make.ts';
import { startProcess } from '../../support/service/processes.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { checkMails } from '../../support/storm/check-mails.ts';
import { outcomeOf } from '../../support/storm/history.ts';
import { until } from '../../support/until.ts';
import { roomInMinute } from '../../support/values/minute.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startLoad } from '../support/load.ts';
import { countPendingJobs } from '../support/pending-jobs.ts';

const skewMinutes = 10;
const stepAfterSeconds = 20;
const loadMs = 40_000;
/**
 * Longer than the sweep waits for an overdue job: another worker would take a mail whose claim ended early.
 */
const slowMailMs = 9_000;
const budget = 60;
const perAddress = 20;

/**
 * Of two web processes and two workers, one of each has a clock ten minutes ahead, which steps back by
 * twenty, and the other a clock ten minutes behind. Positions, times, limits, claims and deliveries must be
 * right. With `plantedBug` rows get times from these clocks.
 */
export const clockSkew: FaultRun = async ({ plantedBug, seed }) => {
  const sink = await startMailSink({
    beforeAnswer: (recipient) => sleep(/^person\d*50\./.test(recipient) ? slowMailMs : 0),
  });
  const receiver = await startFakeProvider(() => ({ status: 200 }));
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { MANAGED_EMAIL_URL: sink.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  if (plantedBug) await plantLocalTimes(deployment);
  const clock = {
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('../support/skewed-clock.js', import.meta.url))}`,
  };
  const ahead = {
    ...clock,
    SKEW_MINUTES: String(skewMinutes),
    SKEW_STEP_SECONDS: String(stepAfterSeconds),
    SKEW_MINUTES_LATER: String(-skewMinutes),
  };
  const behind = { ...clock, SKEW_MINUTES: String(-skewMinutes) };
  const processes = await Promise.all(
    (['web', 'worker'] as const).flatMap((kind) =>
      [ahead, behind].map((env) => startProcess(kind, { ...deployment.env, ...env })),
    ),
  );
  const urls = processes.slice(0, 2).map(({ url }) => url);
  try {
    const limits = await checkLimits(deployment, urls);
    const list = await deployment.makeWaitlist();
    await setWebhook(deployment, list.accountId, receiver.url);

    const began = Date.now();
    const load = startLoad({
      ...list,
      urls,
      concurrency: 16,
      repeats: 0.1,
      referrals: 0.1,
      perSecond: 60,
      seed,
    });
    for (let left = loadMs; left > 0; left -= 1_000) {
      deployment.progress.show(`${left / 1_000} s left`);
      await sleep(1_000);
    }
    const history = await load.stop();
    const ended = Date.now();
    deployment.progress.show('Waiting for pending jobs');
    await until(async () => (await countPendingJobs(deployment.sql)) === 0, 60);
    const rows = await deployment.sql<{ created_at: string; ambiguous: boolean }[]>`
      SELECT created_at, ambiguous FROM signups s JOIN mails m ON m.id = s.id
      WHERE waitlist_id = ${list.waitlist} ORDER BY position`;
    const times = rows.map(({ created_at }) => Date.parse(created_at));
    const backward = times.filter((time, index) => time < (times[index - 1] ?? 0)).length;
    const outside = times.filter((time) => time < began - 1 || time > ended).length;
    const expired = rows.filter(({ ambiguous }) => ambiguous).length;
    const failed = load.seen.filter((call) => outcomeOf(call) !== 'ok').length;
    const wrongTimes = [
      ...unless(backward === 0, `${backward} signups have an earlier time than the position before them`),
      ...unless(outside === 0, `${outside} signups have a time outside the run`),
    ];
    const wrongClaims = unless(expired === 0, `${expired} claims ended early`);
    const wrong = [
      ...limits,
      ...(await checkHistory(deployment.sql, list.waitlist, history)),
      ...(await checkMails(deployment.sql, list.waitlist, sink.received)),
      ...unless(failed === 0, `${failed} calls failed`),
      ...wrongTimes,
      ...wrongClaims,
      ...unless(
        receiver.requests.length === rows.length,
        `${receiver.requests.length} events were delivered for ${rows.length} signups`,
      ),
    ];
    deployment.progress.end();
    const passed = report(
      {
        calls: load.seen.length,
        signups: rows.length,
        'times out of order': backward,
        'claims that ended early': expired,
        mails: sink.received.size,
        'slow mails': [...sink.received.keys()].filter((address) => /^person\d*50\./.test(address)).length,
        'events delivered': receiver.requests.length,
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'times of a row': wrongTimes, 'ends of claims': wrongClaims }) : passed;
  } finally {
    await Promise.all(processes.map((process) => process.stop()));
    await deployment.close();
    await sink.close();
    await receiver.close();
  }
};

/** Checks that both limits let exactly their number of calls pass over both processes (§8, C1.12). */
async function checkLimits(deployment: Deployment, urls: readonly string[]): Promise<string[]> {
  const limited = await makeAccount(deployment.sql, { requestsPerMinute: budget });
  const list = await deployment.makeWaitlist();
  // So that no mail is sent.
  await deployment.sql`UPDATE accounts SET plan = 'free' WHERE id = ${list.accountId}`;
  await roomInMinute(deployment.env.REDIS_URL ?? '', 15);
  const passed = async (calls: number, key: string, path: string, init: RequestInit = {}) => {
    const answers = await Promise.all(
      Array.from({ length: calls }, (_, number) =>
        fetch(`${urls[number % urls.length]}${path}`, {
          ...init,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        }),
      ),
    );
    const resets = answers.map(({ headers }) => Number(headers.get('ratelimit-reset')));
    return {
      count: answers.filter(({ ok }) => ok).length,
      resetsHold: resets.every((seconds) => seconds >= 1 && seconds <= 60),
    };
  };
  const byAccount = await passed(2 * budget, limited.key, '/v1/account');
  const byAddress = await passed(2 * perAddress, list.key, `/v1/waitlists/${list.waitlist}/signups`, {
    method: 'POST',
    body: JSON.stringify({ email: 'ada@example.com' }),
  });
  return [
    ...unless(byAccount.count === budget, `${byAccount.count} calls passed a budget of ${budget}`),
    ...unless(byAddress.count === perAddress, `${byAddress.count} signups passed a limit of ${perAddress}`),
    ...unless(byAccount.resetsHold && byAddress.resetsHold, 'a RateLimit-Reset is not between 1 and 60 s'),
  ];
}

/** Makes `created_at` and the ends of claims depend on the clock of a process. */
async function plantLocalTimes({ sql }: Deployment): Promise<void> {
  await sql.unsafe(`
    CREATE FUNCTION skew_signup() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.created_at := NEW.created_at + (pg_backend_pid() % 2) * interval '${skewMinutes} minutes'; RETURN NEW; END $$;
    CREATE TRIGGER skew_signup BEFORE INSERT ON signups FOR EACH ROW EXECUTE FUNCTION skew_signup();
    CREATE FUNCTION skew_claim() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.due_at := NEW.due_at - interval '${skewMinutes} minutes'; RETURN NEW; END $$;
    CREATE TRIGGER skew_claim BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION skew_claim()`);
}
