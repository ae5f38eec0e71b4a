import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startProcess } from '../../test/support/processes.ts';

/** Worker processes of which one after the other is killed. */
export interface KilledWorkers {
  /** Every line that any of them logged. */
  readonly log: () => Record<string, unknown>[];
  /** Kills a random one with SIGKILL, and starts another in its place. */
  killOne(): Promise<void>;
  stop(): Promise<void>;
}

export async function startKilledWorkers(count: number, env: NodeJS.ProcessEnv): Promise<KilledWorkers> {
  const all: ServiceProcess[] = [];
  async function start(): Promise<ServiceProcess> {
    const worker = await startProcess('worker', env);
    all.push(worker);
    return worker;
  }
  const living = await Promise.all(Array.from({ length: count }, start));
  return {
    log: () => all.flatMap(({ log }) => log),
    async killOne() {
      const index = Math.floor(Math.random() * living.length);
      await living[index]?.stop('SIGKILL');
      living[index] = await start();
    },
    async stop() {
      await Promise.all(living.map((worker) => worker.stop()));
    },
  };
}

/** Resolves when `isDone` says so. @throws Error after `seconds` */
export async function until(isDone: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`Not done within ${seconds} s`);
    await sleep(50);
  }
}
