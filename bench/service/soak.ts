import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { startDiskProbe } from '../../test/support/deployment/disk-probe.ts';
import { setWebhook } from '../../test/support/deployment/operator.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { callerAddress } from '../../test/support/network/caller-address.ts';
import { startProcess } from '../../test/support/service/processes.ts';
import { until } from '../../test/support/until.ts';
import { quantile } from '../../test/support/values/quantiles.ts';
import { readMetrics } from '../../test/support/values/read-metrics.ts';
import type { ReceiverCount } from '../deliveries/receiver.ts';
import type { SinkCount } from '../mail/sink.ts';
import { memoryOf } from '../support/memory.ts';
import { answerOf, countOf, startPart } from '../support/part.ts';

const minutes = 30;
const sampleMs = 30_000;
/**
 * Calls a second by kind: about half of what one web and one worker process can do on two cores that all
 * servers and clients share.
 */
const rates = { signup: 120, repeat: 10, list: 20, stats: 10, find: 20, delete: 5, export: 0.1 };
const listSize = 20_000;
/** The exported list does not grow, so an export takes as long at the end as at the beginning. */
const exportedSize = 100_000;
/** A signup is deleted once this many came after it. By then its mail has been sent. */
const keptSignups = 1_000;
/** How long pending jobs may take after the last call. */
const longestDrainSeconds = 60;
/**
 * The most that a value may grow in an hour, noise included. A signup is answered after its commit is on
 * disk, so a slow disk raises its p99: that p99 has no limit, only the part above the disk's own p99.
 */
const mostPerHour = {
  webMb: 60,
  workerMb: 60,
  lagMs: 20,
  p50Ms: 20,
  p99Ms: Number.POSITIVE_INFINITY,
  diskP99Ms: Number.POSITIVE_INFINITY,
  aboveDiskMs: 100,
} as const;

type Sampled = Readonly<Record<'minute' | keyof typeof mostPerHour, number>>;

/**
 * Half an hour of mixed load: signups with mails and webhook events, repeats, lists, statistics, searches,
 * deletions and exports. Memory, event loop delay and signup latency must not grow. Each signup is mailed
 * once; each signup and deletion is delivered once. Sets the exit code to 1 if not.
 */
export async function soak(): Promise<void> {
  const sink = startPart('mail/sink.ts');
  const sinkUrl = await answerOf<string>(sink);
  const receiver = startPart('deliveries/receiver.ts');
  const hook = await answerOf<string>(receiver);
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { MANAGED_EMAIL_URL: sinkUrl, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const [web, worker] = [
    await startProcess('web', deployment.env, { keepLog: false }),
    await startProcess('worker', deployment.env, { keepLog: false }),
  ];
  const disk = await startDiskProbe(deployment.dataDir);
  const failures: string[] = [];
  const calls = { sent: 0, open: 0 };
  try {
    const list = await deployment.makeWaitlist();
    await deployment.sql`UPDATE accounts SET managed_emails_per_month = 10000000 WHERE id = ${list.accountId}`;
    await setWebhook(deployment, list.accountId, hook);
    await storeSignups(deployment.sql, list, listSize);
    const exported = await deployment.makeWaitlist();
    await storeSignups(deployment.sql, exported, exportedSize);
    const ids: string[] = [];
    let latencies: number[] = [];
    let number = 0;
    const done = { signups: 0, deletions: 0 };

    /** @returns the body, if the status is the expected one */
    const call = async (
      method: string,
      path: string,
      expected: number,
      { body, to = list }: { body?: object; to?: typeof list } = {},
    ) => {
      calls.sent += 1;
      calls.open += 1;
      try {
        const response = await fetch(`${web.url}/v1/waitlists/${to.waitlist}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${to.key}`,
            ...(body && { 'content-type': 'application/json' }),
            'x-forwarded-for': callerAddress(calls.sent),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (response.status === expected) return text;
        failures.push(`${method} ${path}: ${response.status}`);
      } catch (error) {
        failures.push(`${method} ${path}: ${String(error)}`);
      } finally {
        calls.open -= 1;
      }
      return undefined;
    };
    const kinds: Readonly<Record<keyof typeof rates, () => Promise<unknown>>> = {
      async signup() {
        const started = performance.now();
        const body = { email: `soak${number++}@example.com`, utm_source: 'soak' };
        const text = await call('POST', '/signups', 201, { body });
        latencies.push(performance.now() - started);
        if (text === undefined) return;
        done.signups += 1;
        ids.push(JSON.parse(text).id);
      },
      repeat: () => call('POST', '/signups', 201, { body: { email: 'person7@example.com' } }),
      list: () => call('GET', `/signups?offset=${Math.floor(Math.random() * listSize)}`, 200),
      stats: () => call('GET', '/stats', 200),
      find: () =>
        call('GET', `/signups?email=person${Math.floor(Math.random() * listSize)}@example.com`, 200),
      async delete() {
        if (ids.length <= keptSignups) return;
        const text = await call('DELETE', `/signups/${ids.shift()}`, 204);
        if (text !== undefined) done.deletions += 1;
      },
      export: () => call('GET', '/signups/export', 200, { to: exported }),
    };

    const samples: Sampled[] = [];
    disk.take(); // drops earlier writes
    const started = performance.now();
    const endsAt = started + minutes * 60_000;
    const loads = Object.entries(kinds).map(async ([kind, run]) => {
      const everyMs = 1_000 / rates[kind as keyof typeof rates];
      for (let due = performance.now(); due < endsAt; due += everyMs) {
        await sleep(Math.max(0, due - performance.now()));
        run().catch((error: unknown) => failures.push(`${kind}: ${String(error)}`));
      }
    });
    while (performance.now() + sampleMs <= endsAt) {
      await sleep(sampleMs);
      const times = latencies;
      latencies = [];
      const scrape = readMetrics(await (await fetch(`${web.url}/metrics`)).text());
      const lag = scrape
        .filter(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds')
        .map(({ value }) => value);
      const p99Ms = quantile(times, 0.99);
      const diskP99Ms = quantile(
        disk.take().map(({ ms }) => ms),
        0.99,
      );
      const sample = {
        minute: (performance.now() - started) / 60_000,
        webMb: (await memoryOf(web.child.pid)).nowMb,
        workerMb: (await memoryOf(worker.child.pid)).nowMb,
        lagMs: Math.max(0, ...lag) * 1_000,
        p50Ms: quantile(times, 0.5),
        p99Ms,
        diskP99Ms,
        aboveDiskMs: p99Ms - diskP99Ms,
      };
      samples.push(sample);
      console.log(
        Object.entries(sample)
          .map(([name, value]) => `${name} ${value.toFixed(1)}`)
          .join('  '),
      );
    }
    await Promise.all(loads);
    while (calls.open > 0) await sleep(50);
    const pending = () => deployment.sql`
      SELECT 1 FROM outbox UNION ALL SELECT 1 FROM deliveries WHERE status = 'attempting' LIMIT 1`;
    await until(async () => (await pending()).length === 0, longestDrainSeconds).catch((error: unknown) =>
      failures.push(`Pending jobs: ${String(error)}`),
    );
    const { mails } = await countOf<SinkCount>(sink);
    const { requests: delivered } = await countOf<ReceiverCount>(receiver);
    if (mails !== done.signups) failures.push(`${mails} mails of ${done.signups} signups`);
    if (delivered !== done.signups + done.deletions)
      failures.push(`${delivered} events of ${done.signups} signups and ${done.deletions} deletions`);
    console.log(
      `${minutes} minutes, ${calls.sent} calls; ${done.signups} signups, ${mails} mails, ${delivered} events delivered`,
    );
    report(samples, failures);
  } finally {
    await Promise.all([web.stop(), worker.stop(), disk.stop()]);
    await deployment.close();
    sink.disconnect();
    receiver.disconnect();
  }
}

/**
 * How much a value grows in an hour, and the standard error: least squares over the last two thirds of the
 * time, after caches have filled.
 */
function slopePerHour(samples: readonly Sampled[], key: keyof Sampled): { slope: number; error: number } {
  const late = samples.slice(Math.floor(samples.length / 3));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(late.map(({ minute }) => minute)), mean(late.map((sample) => sample[key]))];
  const rise = late.reduce((sum, sample) => sum + (sample.minute - x) * (sample[key] - y), 0);
  const run = late.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  const slope = rise / run;
  const left = late.reduce((sum, sample) => sum + (sample[key] - y - slope * (sample.minute - x)) ** 2, 0);
  return { slope: slope * 60, error: Math.sqrt(left / (late.length - 2) / run) * 60 };
}

function report(samples: readonly Sampled[], failures: readonly string[]): void {
  const at = (part: number, key: keyof Sampled) =>
    Number(samples.at(Math.floor((samples.length - 1) * part))?.[key].toFixed(1));
  const rows = Object.entries(mostPerHour).map(([name, most]) => {
    const key = name as keyof typeof mostPerHour;
    const { slope, error } = slopePerHour(samples, key);
    return { key, slope, error, most, isFlat: slope <= most };
  });
  console.table(
    Object.fromEntries(
      rows.map(({ key, slope, error, most }) => [
        key,
        {
          first: at(0, key),
          'a third': at(1 / 3, key),
          last: at(1, key),
          'slope per hour': Number(slope.toFixed(1)),
          'standard error': Number(error.toFixed(1)),
          'at most': most,
        },
      ]),
    ),
  );
  const problems = [
    ...rows
      .filter(({ isFlat }) => !isFlat)
      .map(({ key, slope, error }) => `${key} grew by ${slope.toFixed(1)} ± ${error.toFixed(1)} in an hour`),
    ...failures,
  ];
  for (const line of problems.slice(0, 10)) console.error(line);
  if (problems.length > 0) process.exitCode = 1;
}
