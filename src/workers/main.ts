import { hearStopSignals } from '../shared/process/stop-signals.ts';

// Loading the rest takes half a second, in which a platform may stop what it has just started.
const stopSignals = hearStopSignals();
const { readConfigOrExit } = await import('../shared/config.ts');
const config = readConfigOrExit(process.env);
const { work } = await import('./work.ts');
work(config, stopSignals);
