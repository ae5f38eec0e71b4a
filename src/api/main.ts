import cluster from 'node:cluster';
import { readConfigOrExit } from '../shared/config.ts';
import { forkProcesses } from './fork-processes.ts';
import { serve } from './serve.ts';

const config = readConfigOrExit(process.env);
if (cluster.isPrimary && config.http.processes > 1) forkProcesses(config);
else await serve(config);
