import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { randomFrom } from '../../support/storm/random.ts';

/** Worker processes that a run kills and replaces. */
export interface KilledWorkers {
  /** The log lines of all workers. */
  readonly log: () => Record<string, unknown>[];
  /** Kills a random worker with SIGKILL and starts another one. */
  killOne(): Promise<void>;
  stop(): Promise<void>;
}

export async function startKilledWorkers(
  count: number,
  env: NodeJS.ProcessEnv,
  seed: number,
): Promise<KilledWorkers> {
  const random = randomFrom(seed);
  const all: ServiceProcess[] = [];
  async function start(): Promise<ServiceProcess> {
    const worker = await startProcess('worker', env);
    all.push(worker);
    return worker;
  }
  const running = await Promise.all(Array.from({ length: count }, start));
  return {
    log: () => all.flatMap(({ log }) => log),
    async killOne() {
      const index = Math.floor(random() * running.length);
      await running[index]?.stop('SIGKILL');
      running[index] = await start();
    },
    async stop() {
      await Promise.all(running.map((worker) => worker.stop()));
    },
  };
}
