import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerAddress } from '../test/support/caller-address.ts';
import { startProcess } from '../test/support/processes.ts';
import { readMetrics } from '../test/support/read-metrics.ts';
import { memoryOf } from './memory.ts';
import { storeSignups } from './store-signups.ts';
import { setWebhook, startBench } from './support.ts';

const minutes = 30;
const sampleMs = 30_000;
/** Calls a second of each kind. About half of what one web and one worker process do on two cores that they share with Postgres, Redis and this. */
const rates = { signup: 120, repeat: 10, list: 20, stats: 10, find: 20, delete: 5, export: 0.1 };
const listSize = 20_000;

interface Sampled {
  readonly minute: number;
  readonly webMb: number;
  readonly workerMb: number;
  readonly lagMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Half an hour of everything at once: signups that are mailed and told to a webhook, repeats, lists, statistics, searches,
 * deletions and exports. Memory, the event loop's delay and the time of a signup must be flat at the end.
 */
export async function soak(): Promise<void> {
  const sink = fork(new URL('./mail/sink.ts', import.meta.url));
  const [sinkUrl] = (await once(sink, 'message')) as [string];
  const receiver = fork(new URL('./deliveries/receiver.ts', import.meta.url));
  const [hook] = (await once(receiver, 'message')) as [string];
  const bench = await startBench(
    { webs: 0, workers: 0 },
    { MANAGED_EMAIL_URL: sinkUrl, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const [web, worker] = [
    await startProcess('web', bench.env, { keepLog: false }),
    await startProcess('worker', bench.env, { keepLog: false }),
  ];
  const failures: string[] = [];
  const calls = { sent: 0, open: 0 };
  try {
    const list = await bench.makeWaitlist();
    await bench.sql`UPDATE accounts SET managed_emails_per_month = 10000000 WHERE id = ${list.accountId}`;
    await setWebhook(bench, list.accountId, hook);
    await storeSignups(bench.sql, list, listSize);
    const root = `${web.url}/v1/waitlists/${list.waitlist}`;
    const ids: string[] = [];
    let latencies: number[] = [];
    let number = 0;

    const call = async (method: string, path: string, expected: number, body?: object) => {
      calls.sent += 1;
      calls.open += 1;
      try {
        const response = await fetch(`${root}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${list.key}`,
            ...(body && { 'content-type': 'application/json' }),
            'x-forwarded-for': callerAddress(calls.sent),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (response.status !== expected) failures.push(`${method} ${path}: ${response.status}`);
        return text;
      } catch (error) {
        failures.push(`${method} ${path}: ${String(error)}`);
        return '';
      } finally {
        calls.open -= 1;
      }
    };
    const kinds: Readonly<Record<keyof typeof rates, () => Promise<unknown>>> = {
      async signup() {
        const started = performance.now();
        const text = await call('POST', '/signups', 201, {
          email: `soak${number++}@example.com`,
          utm_source: 'soak',
        });
        latencies.push(performance.now() - started);
        if (text !== '' && ids.length < 10_000) ids.push(JSON.parse(text).id);
      },
      repeat: () => call('POST', '/signups', 201, { email: 'person7@example.com' }),
      list: () => call('GET', `/signups?offset=${Math.floor(Math.random() * listSize)}`, 200),
      stats: () => call('GET', '/stats', 200),
      find: () =>
        call('GET', `/signups?email=person${Math.floor(Math.random() * listSize)}@example.com`, 200),
      async delete() {
        const id = ids.shift();
        if (id !== undefined) await call('DELETE', `/signups/${id}`, 204);
      },
      export: () => call('GET', '/signups/export', 200),
    };

    const samples: Sampled[] = [];
    const started = performance.now();
    const endsAt = started + minutes * 60_000;
    const loads = Object.entries(kinds).map(async ([kind, run]) => {
      const everyMs = 1_000 / rates[kind as keyof typeof rates];
      for (let due = performance.now(); due < endsAt; due += everyMs) {
        await sleep(Math.max(0, due - performance.now()));
        void run();
      }
    });
    while (performance.now() + sampleMs <= endsAt) {
      await sleep(sampleMs);
      const times = latencies.toSorted((a, b) => a - b);
      latencies = [];
      const scrape = readMetrics(await (await fetch(`${web.url}/metrics`)).text());
      const lag = scrape
        .filter(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds')
        .map(({ value }) => value);
      const sample = {
        minute: (performance.now() - started) / 60_000,
        webMb: (await memoryOf(web.child.pid)).nowMb,
        workerMb: (await memoryOf(worker.child.pid)).nowMb,
        lagMs: Math.max(0, ...lag) * 1_000,
        p50Ms: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
        p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
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
    await bench.mailed();
    report(
      samples,
      calls.sent,
      failures,
      await countOf(sink, 'mails'),
      await countOf(receiver, 'requests'),
      number,
    );
  } finally {
    await Promise.all([web.stop(), worker.stop()]);
    await bench.close();
    sink.kill();
    receiver.disconnect();
  }
}

async function countOf(part: ChildProcess, name: string): Promise<number> {
  part.send('count');
  const [count] = (await once(part, 'message')) as [Record<string, number>];
  return count[name] ?? Number.NaN;
}

/** By how much a value grows in an hour, by least squares over the last two thirds of the time: caches fill first. */
function slopePerHour(samples: readonly Sampled[], key: keyof Sampled): number {
  const late = samples.slice(Math.floor(samples.length / 3));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(late.map(({ minute }) => minute)), mean(late.map((sample) => sample[key]))];
  const rise = late.reduce((sum, sample) => sum + (sample.minute - x) * (sample[key] - y), 0);
  const run = late.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return (rise / run) * 60;
}

function report(
  samples: readonly Sampled[],
  sent: number,
  failures: readonly string[],
  mails: number,
  told: number,
  signups: number,
): void {
  const at = (part: number, key: keyof Sampled) =>
    Number(samples.at(Math.floor((samples.length - 1) * part))?.[key].toFixed(1));
  console.log(
    `${minutes} minutes, ${sent} calls, ${failures.length} not as expected; ${signups} signups, ${mails} mails, ${told} events told`,
  );
  console.table(
    Object.fromEntries(
      (['webMb', 'workerMb', 'lagMs', 'p50Ms', 'p99Ms'] as const).map((key) => [
        key,
        {
          first: at(0, key),
          'a third': at(1 / 3, key),
          last: at(1, key),
          'slope per hour': Number(slopePerHour(samples, key).toFixed(2)),
        },
      ]),
    ),
  );
  for (const failure of failures.slice(0, 10)) console.log(failure);
  if (failures.length > 0) process.exitCode = 1;
}
