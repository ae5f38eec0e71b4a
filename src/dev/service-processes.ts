import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { commandAs, findPresentUser } from './server/server-user.ts';

/**
 * Node's arguments, as in the Procfile.
 * A worker is as fast with half of Node 24's default semi-space and needs 80 MB less.
 */
export const nodeArguments = {
  web: ['--enable-source-maps'],
  worker: ['--enable-source-maps', '--max-semi-space-size=16'],
} as const;
const entries = { web: '../api/main.js', worker: '../workers/main.js' } as const;
const stopTimeoutMs = 25_000;

/** The web and worker processes of the service, started as the Procfile does. */
export interface ServiceProcesses {
  /** Resolves with a message when a process ends unexpectedly. */
  readonly failed: Promise<string>;
  /** Sends SIGTERM and waits; kills what still runs after 25 s. */
  stop(): Promise<void>;
}

/** Starts one web and one worker process. Where the kernel can, it ends them if this process is killed. */
export async function startServiceProcesses(env: NodeJS.ProcessEnv): Promise<ServiceProcesses> {
  const user = await findPresentUser();
  const children = (Object.keys(entries) as (keyof typeof entries)[]).map((name) => {
    const script = fileURLToPath(new URL(entries[name], import.meta.url));
    const [program = '', ...args] = commandAs(user, 'TERM', [
      process.execPath,
      ...nodeArguments[name],
      script,
    ]);
    // In their own process group, so Ctrl-C reaches only this process, which then stops them in order.
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
  const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exited;
  clearTimeout(killTimer);
}
