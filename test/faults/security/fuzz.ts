import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { openWebContext } from '../../../src/api/web-context.ts';
import { readConfig } from '../../../src/shared/config.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { FuzzClient } from '../../support/fuzz/client.ts';
import { type FuzzTarget, withOwn } from '../../support/fuzz/requests.ts';
import { allTargets } from '../../support/fuzz/targets.ts';
import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { median } from '../../support/values/quantiles.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startFaultyFront } from '../support/faulty-front.ts';

const requests = 200_000;
const clientCount = 8;
/** Requests that a client sends to one target before the next target. */
const chunk = 100;
const longestAnswerMs = 1_000;
/** How much the memory may grow in the second half of the run. */
const memoryGrowth = 1.25;
const memoryNoiseMiB = 32;

/**
 * Eight clients send 200,000 requests to every route, tool, form, page and provider webhook, made from the
 * API description and from strings known to break software. No answer is a 5xx or takes longer than a second
 * twice, memory does not grow, and no invariant breaks. With `plantedBug` a proxy fails on some input.
 */
export const fuzz: FaultRun = async ({ plantedBug, seed }) => {
  const nowhere = 'http://127.0.0.1:9';
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    {
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
      ADMIN_USER: 'ops',
      ADMIN_PASSWORD: 'sesame',
      ...Object.fromEntries(
        ['LOOPS', 'KIT', 'RESEND', 'POSTMARK', 'SENDGRID', 'MAILGUN'].map((name) => [
          `${name}_API_URL`,
          nowhere,
        ]),
      ),
    },
  );
  const ctx = openWebContext({ ...readConfig(deployment.env), log: { level: 'silent' } });
  const web = await startProcess('web', deployment.env);
  const front = plantedBug ? await startFaultyFront(web.url) : undefined;
  const clients = await Promise.all(
    Array.from({ length: clientCount }, () => FuzzClient.start(ctx, front?.url ?? web.url)),
  );
  const [first] = clients;
  if (!first) throw new Error('No client');
  const targets = await allTargets(ctx, first, 'ops:sesame');
  const failed: string[] = [];
  const slow: string[] = [];
  const answers = new Map<string, number>();
  const slowest = { ms: 0, name: '' };
  let sent = 0;
  let late = 0;

  async function send(
    client: FuzzClient,
    { name, method, requests: some }: FuzzTarget,
    turn: number,
  ): Promise<void> {
    await client.makeOwn();
    const sample = fc.sample(some, { numRuns: chunk, seed: seed * 10_000 + turn });
    for (const request of sample) {
      const filled = withOwn(request, client.own);
      const { status, ms } = await client.send(method, filled, sent++);
      const kind = `${Math.floor(status / 100)}xx`;
      answers.set(kind, (answers.get(kind) ?? 0) + 1);
      if (ms > slowest.ms) Object.assign(slowest, { ms, name });
      if (status < 200 || status > 499)
        failed.push(`${name} was answered ${status}: ${JSON.stringify(filled)}`);
      if (ms <= longestAnswerMs) continue;
      late += 1;
      // On a busy machine any request may be late once. A request that is late twice is slow itself.
      const again = await client.send(method, filled, sent);
      if (again.ms > longestAnswerMs)
        slow.push(`${name} took ${ms} and ${again.ms} ms: ${JSON.stringify(filled)}`);
    }
    deployment.progress.show(`${sent} of ${requests}`);
  }

  try {
    const turns = Array.from({ length: Math.ceil(requests / chunk) }, (_, turn) => turn).values();
    const memory = watchMemory(web);
    const started = performance.now();
    await Promise.all(
      clients.map(async (client) => {
        for (const turn of turns) {
          const target = targets[turn % targets.length];
          if (target && failed.length + slow.length < 20) await send(client, target, turn);
        }
      }),
    );
    const seconds = (performance.now() - started) / 1_000;
    const { half, end } = await memory.stop();
    deployment.progress.end();
    const broken = await findBrokenInvariants(ctx.sql);
    const unhandled = web.log.filter(({ level }) => Number(level) >= 50);
    const wrong = [
      ...failed,
      ...slow,
      ...broken,
      ...unhandled.map((line) => `logged ${JSON.stringify(line)}`),
      ...unless(end <= half * memoryGrowth + memoryNoiseMiB, `memory grew from ${half} to ${end} MiB`),
    ];
    const passed = report(
      {
        requests: sent,
        targets: targets.length,
        ...Object.fromEntries([...answers].toSorted()),
        'answers later than a second, once': late,
        'slowest answer, ms': Math.round(slowest.ms),
        'slowest target': slowest.name,
        'memory at half-time, MiB': half,
        'memory at the end, MiB': end,
        'broken invariants': broken.length,
        'requests a second': Math.round(sent / seconds),
        seconds: seconds.toFixed(1),
      },
      wrong.map((line) => line.slice(0, 2_000)),
    );
    return plantedBug ? missedOne({ 'failures on some input': failed }) : passed;
  } finally {
    for (const client of clients) client.close();
    await front?.close();
    await web.stop();
    await ctx.close();
    await deployment.close();
  }
};

/**
 * Samples the resident memory of a process every second. @returns the medians at half-time and at the end, in
 * MiB
 */
function watchMemory({ child }: ServiceProcess): { stop(): Promise<{ half: number; end: number }> } {
  const samples: number[] = [];
  const stopped = new AbortController();
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      samples.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024);
      await sleep(1_000, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  const medianAround = (share: number) => {
    const width = Math.ceil(samples.length / 10);
    const some = samples.slice(
      Math.max(0, Math.floor(samples.length * share) - width),
      Math.ceil(samples.length * share),
    );
    return Math.round(median(some));
  };
  return {
    async stop() {
      stopped.abort();
      await watching;
      return { half: medianAround(0.5), end: medianAround(1) };
    },
  };
}
