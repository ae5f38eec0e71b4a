import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { nodeArguments } from '../../../src/dev/service-processes.ts';

const entries = { web: 'dist/api/main.js', worker: 'dist/workers/main.js' } as const;

/** A process of the built service. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** The parsed log lines. Without `keepLog` only those until the start. */
  readonly log: Record<string, unknown>[];
  /** Standard output and standard error as text. Empty without `keepLog`. */
  output(): string;
  /** The URL of a web process. */
  readonly url: string;
  /** Sends the signal and waits for the exit. @returns the exit code, null if a signal killed the process */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const running = new Set<ChildProcess>();
function killRunning(): void {
  for (const child of running) child.kill('SIGKILL');
}
process.on('exit', killRunning);
// As Vitest ends its processes: they do not exit by themselves then.
process.once('SIGTERM', () => {
  killRunning();
  process.kill(process.pid, 'SIGTERM');
});

/**
 * Has a process end with the tests at the latest: one that a failed test left over would try to reconnect,
 * and use a core.
 */
export function endWithTests<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** True for the line of a worker that cannot use its database yet. */
const isWaiting = ({ msg }: Record<string, unknown>) => String(msg).startsWith('no jobs are run: ');

/**
 * Starts a process of the build in `cwd`, with another `command` in front if that starts it, and waits until
 * it logs that it has started, or what it waits for. Benchmarks do not keep the log, because reading it costs
 * as much as writing it. @throws Error with its standard error and its last line if it exits first
 */
export async function startProcess(
  kind: keyof typeof entries,
  env: NodeJS.ProcessEnv,
  { keepLog = true, logLevel = 'info', cwd = process.cwd(), command = [] as readonly string[] } = {},
): Promise<ServiceProcess> {
  const [file = '', ...args] = [...command, process.execPath, ...nodeArguments[kind], entries[kind]];
  const child = endWithTests(
    spawn(file, args, {
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
    }),
  );
  const ended = once(child, 'close'); // also waits for the last lines of its output
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
      if (entry.msg === `${kind} started` || isWaiting(entry)) resolve(entry.port);
    });
    child.once('close', (code) =>
      reject(new Error(`${kind} exited with ${code}: ${errors.join('')}${log.at(-1)?.msg ?? ''}`)),
    );
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
