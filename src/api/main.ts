import cluster from 'node:cluster';
import { listenForStopSignals } from '../shared/platform/process/stop-signals.ts';

// First of all: loading the rest takes half a second, and a platform may stop the process meanwhile.
const stopSignals = listenForStopSignals();
const { readConfigOrExit } = await import('../shared/config.ts');
const config = readConfigOrExit(process.env, 'web');
if (cluster.isPrimary && config.http.processes > 1) {
  const { forkProcesses } = await import('./process/fork-processes.ts');
  forkProcesses(config, stopSignals);
} else {
  const { serve } = await import('./process/serve.ts');
  await serve(config, stopSignals);
}
