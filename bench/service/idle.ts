import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { startProcess } from '../../test/support/service/processes.ts';
import { median } from '../../test/support/values/quantiles.ts';
import { cpuMsOf } from '../support/cpu.ts';
import { memoryOf } from '../support/memory.ts';

const rounds = 5;
const settleMs = 10_000;
const measuredMs = 20_000;

/** Measures an idle web process and an idle worker: time to start, memory, CPU. */
export async function idle(): Promise<void> {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  try {
    const rows = [];
    for (const kind of ['web', 'worker'] as const) {
      const [starts, memories, shares]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < rounds; round++) {
        const started = performance.now();
        const { child, stop } = await startProcess(kind, deployment.env, { keepLog: false });
        starts.push(performance.now() - started);
        await sleep(settleMs);
        const before = await cpuMsOf(child.pid);
        await sleep(measuredMs);
        shares.push(((await cpuMsOf(child.pid)) - before) / measuredMs);
        memories.push((await memoryOf(child.pid)).nowMb);
        await stop();
      }
      rows.push({
        process: kind,
        'start, ms': Math.round(median(starts)),
        'RSS, MB': Math.round(median(memories)),
        'CPU, % of a core': Number((median(shares) * 100).toFixed(2)),
      });
    }
    console.log(`medians of ${rounds} starts`);
    console.table(rows);
  } finally {
    await deployment.close();
  }
}
