import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { randomFrom } from '../../support/storm/random.ts';

/** Worker processes of which one after the other is killed. */
export interface KilledWorkers {
  /** Every line that any of them logged. */
  readonly log: () => Record<string, unknown>[];
  /** Kills one with SIGKILL, which the seed chooses, and starts another in its place. */
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
  const living = await Promise.all(Array.from({ length: count }, start));
  return {
    log: () => all.flatMap(({ log }) => log),
    async killOne() {
      const index = Math.floor(random() * living.length);
      await living[index]?.stop('SIGKILL');
      living[index] = await start();
    },
    async stop() {
      await Promise.all(living.map((worker) => worker.stop()));
    },
  };
}
