import { readConfig } from '../../../src/shared/config.ts';
import { openContext } from '../../../src/shared/context.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { checkAgainstModel, type RealService } from '../../support/model/model-check.ts';
import { callerAddress } from '../../support/network/caller-address.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { type FaultRun, missedOne, report } from '../fault-run.ts';

const runs = 4_000;
/** Runs that share a seed. The next batch has the next seed. */
const batch = 25;
const concurrency = 6;
const maxCalls = 60;
const longestMs = 170_000;
const webs = 2;
const leads = ['bob', 'ada', 'tess', 'ada'] as const;

/**
 * Several clients make random calls of the whole API and its tools over two web processes, for three minutes.
 * Every answer must equal that of the model. A failure is shrunk; `MODEL_SEED`, `MODEL_PATH` and
 * `MODEL_REPLAY` (its `seed`, `path` and `replayPath`) repeat it alone. With `plantedBug` some reads get
 * outdated answers.
 */
export const model: FaultRun = async ({ plantedBug, seed }) => {
  const { MODEL_SEED: failedSeed, MODEL_PATH: path, MODEL_REPLAY: replayPath } = process.env;
  const deployment = await startDeployment({ webs, workers: 0 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });
  const ctx = openContext({ ...readConfig(deployment.env), log: { level: 'silent' } }, 'cli');
  const started = performance.now();
  let calls = 0;
  const send: RealService['send'] = async ({ method, path: url, key, headers, body }) => {
    calls += 1;
    const response = await fetch(`${deployment.urls[calls % webs]}${url}`, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${key}`,
        'x-forwarded-for': callerAddress(calls),
      },
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    return { status, type: response.headers.get('content-type') ?? '', text: await response.text() };
  };
  try {
    const real = { ctx, send: plantedBug ? withStaleCache(send) : send };
    const kinds = new Set<string>();
    const found: string[] = [];
    let done = 0;
    const onRun = () => {
      done += 1;
      deployment.progress.show(`Run ${done} of ${runs}`);
    };
    const seeds = (
      failedSeed === undefined
        ? Array.from({ length: runs / batch }, (_, index) => seed * 1_000 + index)
        : [Number(failedSeed)]
    ).values();
    const runBatches = async () => {
      for (const own of seeds) {
        if (found.length > 0 || performance.now() - started > longestMs) return;
        const lead = leads[own % leads.length] ?? 'ada'; // depends on the seed alone, so that it repeats
        const options = { lead, runs: batch, seed: own, maxCalls, onRun } as const;
        const replay = {
          ...(path !== undefined && { path }),
          ...(replayPath !== undefined && { replayPath }),
        };
        try {
          const { answers } = await checkAgainstModel(real, { ...options, ...replay });
          for (const kind of answers.keys()) kinds.add(kind);
        } catch (error) {
          found.push(error instanceof Error ? `${error.message}\n${error.cause ?? ''}` : String(error));
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, runBatches));
    deployment.progress.end();
    const broken = await findBrokenInvariants(ctx.sql);
    const seconds = (performance.now() - started) / 1_000;
    const passed = report(
      { runs: done, calls, 'kinds of answers': kinds.size, seconds: seconds.toFixed(1) },
      [...found, ...broken],
    );
    return plantedBug ? missedOne({ 'outdated answers': found }) : passed;
  } finally {
    await ctx.sql.end();
    await deployment.close();
  }
};

/** A cache with a bug: only a write to the same URL invalidates an answer. */
function withStaleCache(send: RealService['send']): RealService['send'] {
  const cache = new Map<string, ReturnType<RealService['send']>>();
  return (request) => {
    const { method, path, key } = request;
    const name = `${key} ${path}`;
    const answer = method === 'GET' ? (cache.get(name) ?? send(request)) : send(request);
    if (method === 'GET') cache.set(name, answer);
    else cache.delete(name);
    return answer;
  };
}
