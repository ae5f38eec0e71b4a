import cluster from 'node:cluster';
import type { Config } from '../../shared/config.ts';
import { openLog } from '../../shared/platform/process/log.ts';
import type { StopSignals } from '../../shared/platform/process/stop-signals.ts';

/** Without a pause, a process that cannot start would be restarted in a busy loop. */
const restartPauseMs = 1_000;

/**
 * Runs WEB_CONCURRENCY processes on one port. A process that dies is replaced after a second.
 * On SIGTERM all of them end, then this one.
 */
export function forkProcesses(config: Config, stopSignals: StopSignals): void {
  const log = openLog(config, 'web');
  let stopping = false;
  let exitCode = 0;

  stopSignals.handle(() => {
    stopping = true;
    // Some platforms signal every process; a second SIGTERM changes nothing.
    for (const child of Object.values(cluster.workers ?? {})) child?.kill('SIGTERM');
    endIfLast();
  });

  function endIfLast(): void {
    if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(exitCode);
  }

  cluster.on('exit', ({ process: child }, code, signal) => {
    if (stopping) {
      // Ended by the signal itself: the process had not installed its handler yet.
      exitCode = Math.max(exitCode, signal === 'SIGTERM' ? 0 : (code ?? 1));
      endIfLast();
      return;
    }
    log.warn({ child: child.pid, code, signal }, 'a web process ended; starting another');
    setTimeout(() => {
      if (!stopping) cluster.fork();
    }, restartPauseMs);
  });

  for (let i = 0; i < config.http.processes; i++) cluster.fork();
}
