import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { nodeArguments } from '../../../src/dev/service-processes.ts';

const entries = { web: 'dist/api/main.js', worker: 'dist/workers/main.js' } as const;

/** A real process of the built service. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Every line it logged, parsed; up to its start where the log is not kept. */
  readonly log: Record<string, unknown>[];
  /** All that it wrote, on standard output and standard error; nothing where the log is not kept. */
  output(): string;
  /** Where a web process answers. */
  readonly url: string;
  /** Asks it to end and waits. @returns its exit code, null where a signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Whoever breaks off leaves none behind: it would look for its servers from then on, and take a core for it. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts one, of the build in `cwd`, and waits until it says that it is up. A benchmark does not keep the log: to read it takes as long as to write it.
 * @throws Error with what it printed, if it ends before
 */
export async function startProcess(
  kind: keyof typeof entries,
  env: NodeJS.ProcessEnv,
  { keepLog = true, logLevel = 'info', cwd = process.cwd() } = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [...nodeArguments[kind], entries[kind]], {
    cwd,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DRAIN_SECONDS: '0',
      ...env,
      LOG_LEVEL: logLevel,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const ended = once(child, 'close'); // with all that it wrote: its last lines come as it exits
  const log: Record<string, unknown>[] = [];
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const written: Buffer[] = [];
  if (keepLog)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => written.push(chunk));
  const lines = createInterface({ input: child.stdout });
  const port = await new Promise<unknown>((resolve, reject) => {
    lines.on('line', (line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      log.push(entry);
      if (entry.msg === `${kind} started`) resolve(entry.port);
    });
    child.once('exit', (code) => reject(new Error(`${kind} ended with ${code}: ${errors.join('')}`)));
  });
  if (!keepLog) {
    lines.close();
    child.stdout.resume();
  }
  return {
    child,
    log,
    output: () => Buffer.concat(written).toString(),
    url: `http://127.0.0.1:${port}`,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}
