import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, startDeployment } from '../../../support/deployment/deployment.ts';
import { setWebhook } from '../../../support/deployment/operator.ts';
import {
  findPatroni,
  type PatroniCluster,
  startPatroni,
} from '../../../support/deployment/patroni/patroni.ts';
import { type FakeProvider, startFakeProvider } from '../../../support/fakes/fake-provider.ts';
import { checkCounts } from '../../../support/storm/check-counts.ts';
import { checkHistory } from '../../../support/storm/check-history.ts';
import { until } from '../../../support/until.ts';
import { median } from '../../../support/values/quantiles.ts';
import { type FaultRun, missedOne, report, unless } from '../../fault-run.ts';
import { checkFailures, failuresOf } from '../../support/outage.ts';
import { countDeliveries, countPendingJobs } from '../../support/pending-jobs.ts';
import { startSteadySignups } from '../../support/steady-signups.ts';
import { killedAlone, loseLeader, losses } from './losses.ts';

const fullSize = 20;
const perSecond = 40;
const calmMs = 1_000;
const longestRecoveryMs = 5_000;
const longestFailureMs = 6_000;

/**
 * Three nodes of Patroni with `ops/patroni` lose their leader 20 times (`size`) under signups with mails and
 * a webhook: it is switched over, killed, suspended, cut off from etcd and stopped (`only`), in turn. Nothing
 * that was answered is lost or doubled; callers get 201 or 503 with Retry-After, and 201 again within 5 s of
 * the new leader's first answer. A run of the full size then does each once without synchronous mode, and
 * counts what is lost. With `plantedBug` there is no synchronous mode, and the last second of a leader
 * reaches no other node. Not tried where Patroni, etcd or Postgres is not installed.
 */
export const patroni: FaultRun = async ({ plantedBug, size, only = '' }) => {
  const tools = await findPatroni();
  if (tools === undefined) {
    console.error('patroni, etcd-server or postgresql is not installed: Patroni is not tried');
    return 'not tried';
  }
  console.log(tools.versions);
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-deployment-'));
  const cluster = await startPatroni(folder, tools);
  const receiver = await startFakeProvider(() => ({ status: 200 }));
  const deployment = await startDeployment(
    { webs: 1, workers: 1 },
    { DATABASE_URL: cluster.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const world = { cluster, receiver, deployment };
  try {
    if (plantedBug) {
      const { violations } = await loseLeaders(world, { killedAlone }, ['killedAlone'], false);
      const lost = violations.filter((line) => line.startsWith('lost:'));
      report({}, lost);
      return missedOne({ 'a second that only the leader has': lost });
    }
    const ways = (Object.keys(losses) as (keyof typeof losses)[]).filter((way) => way.includes(only));
    const inTurn = Array.from(
      { length: size ?? fullSize },
      (_, index) => ways[index % ways.length] ?? 'killed',
    );
    const safe = await loseLeaders(world, losses, inTurn, true);
    const passed = report(safe.figures, [...safe.violations, ...safe.wrong]);
    if (size !== undefined) return passed;
    const unsafe = await loseLeaders(world, losses, ways, false);
    const lost = unsafe.violations.filter((line) => line.startsWith('lost:')).length;
    console.log('Without synchronous mode');
    return report({ ...unsafe.figures, 'answered and lost': lost }, unsafe.wrong) && passed;
  } finally {
    await deployment.close();
    await receiver.close();
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
};

interface World {
  readonly cluster: PatroniCluster;
  readonly receiver: FakeProvider;
  readonly deployment: Deployment;
}

/**
 * Loses leaders in these ways, one after the other, while one list gets signups. `violations` are what the
 * rows have against the answers, which asynchronous replication allows.
 */
async function loseLeaders<Way extends string>(
  { cluster, receiver, deployment }: World,
  how: Readonly<Record<Way, Parameters<typeof loseLeader>[1]>>,
  ways: readonly Way[],
  isSynchronous: boolean,
): Promise<{ figures: Record<string, string | number>; violations: string[]; wrong: string[] }> {
  const { sql, progress } = deployment;
  const url = deployment.urls[0] ?? '';
  await cluster.setSynchronous(isSynchronous);
  const list = await deployment.makeWaitlist();
  await sql`UPDATE accounts SET managed_emails_per_month = 1000000 WHERE id = ${list.accountId}`;
  await setWebhook(deployment, list.accountId, receiver.url);
  const load = startSteadySignups(url, list, { perSecond });
  const outages: { way: Way; withoutMs: number; recoveryMs: number }[] = [];
  try {
    for (const [index, way] of ways.entries()) {
      progress.show(`Leader ${index + 1} of ${ways.length}: ${way}, ${load.calls.length} answers`);
      outages.push({ way, ...(await loseLeader(cluster, how[way], load)) });
    }
    await sleep(calmMs);
  } finally {
    await load.stop();
  }
  progress.show('Waiting for pending jobs');
  await until(async () => (await countPendingJobs(sql)) === 0, 300);
  progress.show('Checking');
  const { calls } = load;
  const violations = [
    ...(await checkHistory(sql, list.waitlist, { signups: calls, removals: [] })),
    ...(await checkCounts(sql, url, list)),
  ];
  const mails = [...deployment.sink.received].filter(([to]) => to.includes(list.waitlist));
  const mailed = mails.filter(([, count]) => count > 1).length;
  const ids = new Set(calls.map(({ body }) => body?.id));
  const events = [...countDeliveries(receiver.requests)].filter(([id]) => ids.has(id));
  const delivered = events.filter(([, count]) => count > 1).length;
  const away = calls.filter(({ status, retryAfter }) => status === 503 && retryAfter !== null);
  const odd = calls.filter((call) => call.status !== 201 && !away.includes(call));
  const slowest = Math.max(...outages.map(({ recoveryMs }) => recoveryMs));
  progress.end();
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const byWay = [...new Set(ways)].map((way) => {
    const times = outages.filter((outage) => outage.way === way).map(({ withoutMs }) => withoutMs);
    return [
      `${way}, ${times.length} times: seconds without a 201, p50 · worst`,
      `${seconds(median(times))} · ${seconds(Math.max(...times))}`,
    ];
  });
  return {
    figures: {
      'answered with 201': calls.filter(({ status }) => status === 201).length,
      'answered with 503 and Retry-After': away.length,
      'answered otherwise': odd.length,
      'longest 503, ms': failuresOf(calls).longestMs.toFixed(0),
      'people who got a mail': mails.length,
      'people who got two': mailed,
      'events delivered': events.length,
      'events delivered twice': delivered,
      ...Object.fromEntries(byWay),
      'from the new leader’s answer to a 201, seconds, worst': seconds(slowest),
    },
    violations,
    wrong: [
      ...odd.slice(0, 5).map(({ status, code }) => `a signup was answered with ${status} ${code}`),
      ...checkFailures(calls, longestFailureMs),
      ...unless(slowest <= longestRecoveryMs, `a 201 came ${slowest.toFixed(0)} ms after the new leader`),
      ...unless(!isSynchronous || mailed === 0, `${mailed} people got two mails`),
      ...unless(!isSynchronous || delivered === 0, `${delivered} events were delivered twice`),
    ],
  };
}
