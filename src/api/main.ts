import cluster from 'node:cluster';
import { readConfig } from '../shared/config.ts';
import { forkProcesses } from './fork-processes.ts';
import { serve } from './serve.ts';

const config = readConfig(process.env);
if (cluster.isPrimary && config.http.processes > 1) forkProcesses(config);
else await serve(config);
