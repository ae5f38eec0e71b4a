import cluster from 'node:cluster';
import type { Config } from '../../shared/config.ts';
import { openLog } from '../../shared/process/log.ts';
import type { StopSignals } from '../../shared/process/stop-signals.ts';

/** One that cannot start would be started without end, and take a core for it. */
const restartPauseMs = 1_000;

/** Runs WEB_CONCURRENCY processes on one port. One that dies is replaced a second later; on SIGTERM all of them end, then this one. */
export function forkProcesses(config: Config, stopSignals: StopSignals): void {
  const log = openLog(config, 'web');
  let stopping = false;
  let exitCode = 0;

  stopSignals.handle(() => {
    stopping = true;
    for (const child of Object.values(cluster.workers ?? {})) child?.kill('SIGTERM'); // those that have heard it already do not mind
    endIfLast();
  });

  function endIfLast(): void {
    if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(exitCode);
  }

  cluster.on('exit', ({ process: child }, code, signal) => {
    if (stopping) {
      exitCode = Math.max(exitCode, signal === 'SIGTERM' ? 0 : (code ?? 1)); // by the signal: it had not begun
      endIfLast();
      return;
    }
    log.error({ pid: child.pid, code, signal }, 'a web process ended; starting another');
    setTimeout(() => {
      if (!stopping) cluster.fork();
    }, restartPauseMs);
  });

  for (let i = 0; i < config.http.processes; i++) cluster.fork();
}
