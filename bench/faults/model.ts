import { readConfig } from '../../src/shared/config.ts';
import { openContext } from '../../src/shared/context.ts';
import { findBrokenInvariants } from '../../test/support/invariants.ts';
import { checkAgainstModel, type RealService } from '../../test/support/model/model-check.ts';
import { startBench } from '../support.ts';

const runs = 4_000;
/** Runs with one seed; the next ones have the next. */
const batch = 25;
const sideBySide = 6;
const maxCalls = 60;
const longestMs = 170_000;
const webs = 2;

/**
 * Random calls of the whole API and its tools, of several clients in turn, over two web processes and against the model of the rules; as many
 * as fit into three minutes.
 * What it finds it shortens. `MODEL_SEED` repeats a run, `MODEL_PATH` and `MODEL_REPLAY` (a failure's `path` and `replayPath`) one failure of
 * it. With `plantedBug` the harness itself gives old answers to some reads: it must notice.
 * @returns whether all were answered as the model says
 */
export async function model({ plantedBug }: { plantedBug: boolean }): Promise<boolean> {
  const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
  const { MODEL_PATH: path, MODEL_REPLAY: replayPath } = process.env;
  const bench = await startBench({ webs, workers: 0 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });
  const ctx = openContext({ ...readConfig(bench.env), log: { level: 'silent' } }, 'cli');
  const started = performance.now();
  let calls = 0;
  const send: RealService['send'] = async ({ method, path: url, key, headers, body }) => {
    calls += 1;
    const response = await fetch(`${bench.urls[calls % webs]}${url}`, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${key}`,
        'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
      },
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    return { status, type: response.headers.get('content-type') ?? '', text: await response.text() };
  };
  try {
    console.log(`MODEL_SEED=${seed}`);
    const real = { ctx, send: plantedBug ? withOldAnswers(send) : send };
    const kinds = new Set<string>();
    const found: unknown[] = [];
    let done = 0;
    const onRun = () => {
      done += 1;
      bench.progress.show(`Run ${done} of ${runs}`);
    };
    const batches = Array.from(
      { length: path === undefined ? runs / batch : 1 },
      (_, index) => index,
    ).values();
    const lane = async () => {
      for (const index of batches) {
        if (found.length > 0 || performance.now() - started > longestMs) return;
        const lead = (seed + index) % 4 === 0 ? 'bob' : 'ada'; // by the seed alone, to be repeated
        const options = { lead, runs: batch, seed: seed + index, maxCalls, onRun } as const;
        const replay = {
          ...(path !== undefined && { path }),
          ...(replayPath !== undefined && { replayPath }),
        };
        try {
          const { answers } = await checkAgainstModel(real, { ...options, ...replay });
          for (const kind of answers.keys()) kinds.add(kind);
        } catch (error) {
          found.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, lane));
    bench.progress.end();
    const broken = await findBrokenInvariants(ctx.sql);
    const seconds = (performance.now() - started) / 1_000;
    console.table({
      runs: done,
      calls,
      'kinds of answers': kinds.size,
      'answered otherwise': found.length,
      'broken invariants': broken.length,
      seconds: seconds.toFixed(1),
    });
    for (const line of broken.slice(0, 5)) console.error(line);
    for (const error of found)
      console.error(error instanceof Error ? `${error.message}\n${error.cause ?? ''}` : error);
    return broken.length === 0 && found.length === 0;
  } finally {
    await ctx.sql.end();
    await bench.close();
  }
}

/** The mistake of a careless cache: a read is answered as it was before, until somebody writes to the very same address. */
function withOldAnswers(send: RealService['send']): RealService['send'] {
  const kept = new Map<string, ReturnType<RealService['send']>>();
  return (request) => {
    const { method, path, key } = request;
    const name = `${key} ${path}`;
    const answer = method === 'GET' ? (kept.get(name) ?? send(request)) : send(request);
    if (method === 'GET') kept.set(name, answer);
    else kept.delete(name);
    return answer;
  };
}
