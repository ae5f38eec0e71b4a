import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { commandAs, findPresentUser } from './server/server-user.ts';

/** What Node is started with, as in the Procfile. A worker does as much with half of Node 24's room for young objects, in 80 MB less. */
export const nodeArguments = {
  web: ['--enable-source-maps'],
  worker: ['--enable-source-maps', '--max-semi-space-size=16'],
} as const;
const entries = { web: '../api/main.js', worker: '../workers/main.js' } as const;
const stoppedWithinMs = 25_000;

/** The service's own processes, as a Procfile would start them. */
export interface ServiceProcesses {
  /** Resolves with the sentence to print when one of them ends unasked. */
  readonly failed: Promise<string>;
  /** Asks them to finish and waits; after 25 s ends them by force. */
  stop(): Promise<void>;
}

/** One web and one worker process. The kernel ends them should this process be killed, where it can. */
export async function startServiceProcesses(env: NodeJS.ProcessEnv): Promise<ServiceProcesses> {
  const user = await findPresentUser();
  const children = (Object.keys(entries) as (keyof typeof entries)[]).map((name) => {
    const script = fileURLToPath(new URL(entries[name], import.meta.url));
    const [program = '', ...args] = commandAs(user, 'TERM', [
      process.execPath,
      ...nodeArguments[name],
      script,
    ]);
    // A group of their own: Ctrl-C reaches this process alone, which then ends them in order.
    return { name, child: spawn(program, args, { env, stdio: 'inherit', detached: true }) };
  });
  let stopping = false;
  const failed = Promise.race(
    children.map(async ({ name, child }) => {
      const [code, signal] = await once(child, 'exit');
      if (stopping) return new Promise<never>(() => {});
      return `The ${name} process ended (${signal ?? `exit code ${code}`}).`;
    }),
  );
  return {
    failed,
    async stop() {
      stopping = true;
      await Promise.all(children.map(({ child }) => end(child)));
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stoppedWithinMs);
  await exited;
  clearTimeout(force);
}
