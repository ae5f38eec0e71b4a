import { listenForStopSignals } from '../shared/platform/process/stop-signals.ts';

// First of all: loading the rest takes half a second, and a platform may stop the process meanwhile.
const stopSignals = listenForStopSignals();
const { readConfigOrExit } = await import('../shared/config.ts');
const config = readConfigOrExit(process.env, 'worker');
const { work } = await import('./work.ts');
work(config, stopSignals);
