import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { openWebContext } from '../../../src/api/web-context.ts';
import { readConfig } from '../../../src/shared/config.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { type FuzzTarget, withOwn } from '../../support/fuzz/requests.ts';
import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { median } from '../../support/values/quantiles.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startFaultyFront } from '../support/faulty-front.ts';
import { FuzzSender } from '../support/fuzz-sender.ts';
import { allTargets } from '../support/fuzz-targets.ts';

const requests = 200_000;
const senders = 8;
/** Of one target, before a sender goes on to another. */
const chunk = 100;
const longestAnswerMs = 1_000;
/** How much more memory the process may hold at the end than at half-time. */
const memoryGrowth = 1.25;
const memoryNoiseMiB = 32;

/**
 * 200,000 requests, made from the API's own description and from texts that have broken something somewhere, to every route, tool, form and
 * page and to where providers post events, of eight senders at once: none is answered with a 5xx or twice later than after a second, memory stays
 * flat, and no number is wrong afterwards. With `plantedBug` a front of the harness fails on some input: it must notice.
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
    Array.from({ length: senders }, () => FuzzSender.start(ctx, front?.url ?? web.url)),
  );
  const [first] = clients;
  if (!first) throw new Error('No sender');
  const targets = await allTargets(ctx, first, 'ops:sesame');
  const failed: string[] = [];
  const slow: string[] = [];
  const answers = new Map<string, number>();
  const slowest = { ms: 0, name: '' };
  let sent = 0;
  let late = 0;

  async function send(
    sender: FuzzSender,
    { name, method, requests: some }: FuzzTarget,
    turn: number,
  ): Promise<void> {
    await sender.makeOwn();
    const sample = fc.sample(some, { numRuns: chunk, seed: seed * 10_000 + turn });
    for (const request of sample) {
      const filled = withOwn(request, sender.own);
      const { status, ms } = await sender.send(method, filled, sent++);
      const kind = `${Math.floor(status / 100)}xx`;
      answers.set(kind, (answers.get(kind) ?? 0) + 1);
      if (ms > slowest.ms) Object.assign(slowest, { ms, name });
      if (status < 200 || status > 499)
        failed.push(`${name} was answered ${status}: ${JSON.stringify(filled)}`);
      if (ms <= longestAnswerMs) continue;
      late += 1;
      // A busy machine is late once; what takes long for what it holds is late again.
      const again = await sender.send(method, filled, sent);
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
      clients.map(async (sender) => {
        for (const turn of turns) {
          const target = targets[turn % targets.length];
          if (target && failed.length + slow.length < 20) await send(sender, target, turn);
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
      ...unless(end <= half * memoryGrowth + memoryNoiseMiB, `memory went from ${half} to ${end} MiB`),
    ];
    const held = report(
      {
        requests: sent,
        targets: targets.length,
        ...Object.fromEntries([...answers].toSorted()),
        'later than a second, once': late,
        'slowest answer, ms': Math.round(slowest.ms),
        'slowest was': slowest.name,
        'memory at half-time, MiB': half,
        'memory at the end, MiB': end,
        'broken invariants': broken.length,
        'requests a second': Math.round(sent / seconds),
        seconds: seconds.toFixed(1),
      },
      wrong.map((line) => line.slice(0, 2_000)),
    );
    return plantedBug ? missedOne({ 'input that it fails on': failed }) : held;
  } finally {
    for (const client of clients) client.close();
    await front?.close();
    await web.stop();
    await ctx.close();
    await deployment.close();
  }
};

/** The resident memory of a process, every second: medians of the two halves' last tenths, in MiB. */
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
