import { readConfig } from '../../../src/shared/config.ts';
import type { Context } from '../../../src/shared/context.ts';
import { openContext } from '../../../src/shared/context.ts';
import { isLockTimeout } from '../../../src/shared/platform/postgres/connection.ts';
import { openJobNotifier } from '../../../src/shared/platform/queue/job-notifier.ts';
import { callerAddress } from '../network/caller-address.ts';
import { countDeadlocks, findBrokenInvariants } from '../storm/invariants.ts';
import { operations } from './operations.ts';
import { type Operation, openWorld, setState, type World } from './world.ts';

export interface RaceMatrix {
  readonly calls: number;
  readonly deadlocks: number;
  /**
   * Calls answered with 503, and jobs that would be tried again for a lock: a busy machine may cause both
   * (C1.16).
   */
  readonly unavailable: number;
  /** Problems in words. */
  readonly wrong: readonly string[];
}

/** Two operations that meet, by their names. */
export type Pair = readonly [one: string, other: string];

/** Every pair of operations, each with itself too. */
export function allPairs(): Pair[] {
  const names = Object.keys(operations);
  return names.flatMap((one, index) => names.slice(index).map((other): Pair => [one, other]));
}

/** Concurrent races. Those of different accounts share tables and batches. */
const concurrentWorlds = 6;

/**
 * Races these pairs of operations, on the same signups, lists and account, over two web processes and two
 * worker contexts, while the workers run too. No answer is a 500, no operation fails, Postgres finds no
 * deadlock, and all counters agree with their rows.
 */
export async function runRaceMatrix(
  { urls, env, pairs }: { urls: readonly string[]; env: NodeJS.ProcessEnv; pairs: readonly Pair[] },
  onProgress: (text: string) => void = () => {},
): Promise<RaceMatrix> {
  const config = { ...readConfig(env), log: { level: 'silent' as const } };
  const contexts: readonly [Context, Context] = [
    openContext(config, 'worker'),
    openContext(config, 'worker'),
  ];
  const notifier = openJobNotifier(config, contexts[0].log);
  const [{ sql }] = contexts;
  const wrong: string[] = [];
  let calls = 0;
  let unavailable = 0;
  const deadlocksBefore = await countDeadlocks(sql);

  async function call(
    key: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    calls += 1;
    const response = await fetch(`${urls[calls % urls.length]}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'x-forwarded-for': callerAddress(calls),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  async function race(names: Pair): Promise<void> {
    const world: World = { ...(await openWorld(contexts, call)), notifier };
    const [one, other] = names.map((name) => operations[name]) as [Operation, Operation];
    const isShared = one.needs === undefined || other.needs === undefined || one === other;
    const half = world.signups.length / 2;
    const ofOne = isShared ? world.signups : world.signups.slice(0, half);
    const ofOther = isShared ? world.signups : world.signups.slice(half);
    if (one.needs) await setState(world, ofOne, one.needs);
    if (other.needs && other !== one) await setState(world, ofOther, other.needs);
    const ready = [...(await one.prepare(world, ofOne)), ...(await other.prepare(world, ofOther))];
    const results = await Promise.allSettled(ready.map((begin) => begin()));
    for (const result of results) {
      const failed = result.status === 'rejected' ? String(result.reason) : result.value;
      const isLate = result.status === 'rejected' && isLockTimeout(result.reason);
      if (failed === 503 || isLate) unavailable += 1;
      else if (typeof failed === 'string' || (failed !== undefined && failed >= 500))
        wrong.push(`${names.join(' × ')}: ${failed}`);
    }
  }

  const races = pairs.values();
  let done = 0;
  const runWorlds = async () => {
    for (const pair of races) {
      await race(pair).catch((error: unknown) => {
        if (isLockTimeout(error)) unavailable += 1;
        else wrong.push(`${pair.join(' × ')} could not be prepared: ${error}`);
      });
      done += 1;
      onProgress(`${done} of ${pairs.length} races`);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrentWorlds }, runWorlds));
    wrong.push(...(await findBrokenInvariants(sql)));
    const deadlocks = (await countDeadlocks(sql)) - deadlocksBefore;
    return { calls, deadlocks, unavailable, wrong };
  } finally {
    await notifier.close();
    await Promise.all(contexts.map((ctx) => ctx.sql.end({ timeout: 5 })));
  }
}
