import cluster from 'node:cluster';
import { hearStopSignals } from '../shared/process/stop-signals.ts';

// Loading the rest takes half a second, in which a platform may stop what it has just started.
const stopSignals = hearStopSignals();
const { readConfigOrExit } = await import('../shared/config.ts');
const config = readConfigOrExit(process.env);
if (cluster.isPrimary && config.http.processes > 1) {
  const { forkProcesses } = await import('./process/fork-processes.ts');
  forkProcesses(config, stopSignals);
} else {
  const { serve } = await import('./process/serve.ts');
  await serve(config, stopSignals);
}
