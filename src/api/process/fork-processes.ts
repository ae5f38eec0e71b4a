import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Config } from '../../shared/config.ts';
import { openLog } from '../../shared/platform/process/log.ts';
import type { StopSignals } from '../../shared/platform/process/stop-signals.ts';
import { answerLeaving } from './close-port.ts';

/** Without a pause, a process that cannot start would be restarted in a busy loop. */
const restartPauseMs = 1_000;
/** What a new process has to reach the database and to listen. */
const startLimitMs = 60_000;

/** Set in a process that another one makes way for: it listens once it can serve. */
export const isReplacement = () => process.env.WAITLIST_REPLACEMENT === '1';

/**
 * Runs WEB_CONCURRENCY processes on one port. A process that dies is replaced after a second, unless none has
 * listened yet: then all end with its exit code, as one process alone does.
 * On SIGHUP a new process takes the place of each, one after the other, and all go on if one cannot start.
 * On SIGTERM all of them end, then this one.
 */
export function forkProcesses(config: Config, stopSignals: StopSignals): void {
  const log = openLog(config, 'web');
  /** `cluster.workers` leaves out those that have no more connections, and still run. */
  const running = new Set<Worker>();
  /** Their end is no surprise. */
  const expected = new WeakSet<Worker>();
  let stopping = false;
  let exitCode = 0;
  let hasListened = false;
  let isReplacing = false;
  let isAskedAgain = false;

  stopSignals.handle(stop);

  function stop(): void {
    stopping = true;
    // Some platforms signal every process; a second SIGTERM changes nothing.
    for (const child of running) child.process.kill('SIGTERM');
    endIfLast();
  }

  cluster.once('listening', () => {
    hasListened = true;
  });

  process.on('SIGHUP', async () => {
    isAskedAgain = true;
    if (isReplacing) return;
    isReplacing = true;
    await replaceAll();
    isReplacing = false;
  });

  function start(env?: NodeJS.ProcessEnv): Worker {
    const child = cluster.fork(env);
    running.add(child);
    answerLeaving(child);
    return child;
  }

  function endIfLast(): void {
    if (running.size === 0) process.exit(exitCode);
  }

  cluster.on('exit', (child, code, signal) => {
    running.delete(child);
    if (stopping) {
      // Ended by the signal itself: the process had not installed its handler yet.
      exitCode = Math.max(exitCode, signal === 'SIGTERM' ? 0 : (code ?? 1));
      endIfLast();
      return;
    }
    if (expected.has(child)) return;
    if (!hasListened && code > 0) {
      exitCode = code; // its log says why
      stop();
      return;
    }
    log.warn({ child: child.process.pid, code, signal }, 'a web process ended; starting another');
    setTimeout(() => {
      if (!stopping) start();
    }, restartPauseMs);
  });

  async function replaceAll(): Promise<void> {
    while (isAskedAgain && !stopping) {
      isAskedAgain = false;
      log.info('replacing the web processes');
      if (await replaceEach([...running])) log.info('the web processes are replaced');
    }
  }

  /** @returns whether all are replaced */
  async function replaceEach(olds: readonly Worker[]): Promise<boolean> {
    for (const old of olds) {
      expected.add(old);
      const next = start({ WAITLIST_REPLACEMENT: '1' });
      expected.add(next);
      const problem = await findStartProblem(next);
      if (stopping) return false;
      if (problem !== undefined) {
        log.error({ child: next.process.pid }, `a new web process ${problem}; the old ones go on`);
        next.process.kill('SIGKILL');
        expected.delete(old);
        if (old.isDead()) start();
        return false;
      }
      expected.delete(next);
      await end(old);
      if (stopping) return false;
    }
    return true;
  }

  for (let i = 0; i < config.http.processes; i++) start();
}

/** Resolves when a process listens, or has failed to. @returns what happened instead */
function findStartProblem(child: Worker): Promise<string | undefined> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve('was not ready in time'), startLimitMs);
    child.once('listening', () => resolve(undefined));
    child.once('exit', (code, signal) => resolve(`could not start (${signal ?? `exit code ${code}`})`));
    child.once('listening', () => clearTimeout(limit)).once('exit', () => clearTimeout(limit));
  });
}

async function end(child: Worker): Promise<void> {
  if (child.isDead()) return;
  const ended = once(child, 'exit');
  child.process.kill('SIGTERM');
  await ended;
}
