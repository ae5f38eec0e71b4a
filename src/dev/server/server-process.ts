import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { ServicesMode } from '../supervisor/control-socket.ts';
import { readLastLines } from './logs.ts';
import { commandAs, type ServerUser } from './server-user.ts';
import { waitUntil } from './wait-until.ts';

const READY_TIMEOUT_MS = 60_000; // recovery after a crash can take long
const STOP_TIMEOUT_MS = 20_000;

/** The options that the supervisor starts each server with. */
export interface ServerOptions {
  mode: ServicesMode;
  /** Holds the data: the data folder, or a scratch folder. */
  storageDir: string;
  dataDir: string;
  /** The port of the last run; 0 for any. */
  preferredPort: number;
  onProgress(message: string): void;
}

/** How to start a server and detect that it is ready. */
export interface ServerCommand {
  user: ServerUser;
  command: readonly string[];
  cwd: string;
  libraryPath?: string | undefined;
  stdin?: string;
  /** Receives the output of the server. */
  logPath: string;
  stopSignal: 'INT' | 'TERM';
  isReady(): Promise<boolean>;
}

export interface RunningServer {
  readonly url: string;
  /** Resolves when the server has ended for whatever reason. */
  readonly exited: Promise<unknown>;
  /** Shuts the server down; kills it after 20 s. */
  stop(): Promise<void>;
}

/** Resolves when the server is ready. @throws Error with the last lines of its log if it does not start */
export async function startServer(server: ServerCommand): Promise<Omit<RunningServer, 'url'>> {
  const [program = '', ...args] = commandAs(server.user, server.stopSignal, server.command);
  const log = await open(server.logPath, 'a');
  const child = spawn(program, args, {
    cwd: server.cwd,
    env: serverEnvironment(server.libraryPath),
    ...server.user.spawnAs,
    stdio: ['pipe', log.fd, log.fd],
  });
  await once(child, 'spawn').finally(() => log.close());
  const exited = once(child, 'exit');
  child.stdin?.on('error', () => {}).end(server.stdin); // the server may exit before it reads

  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    child.kill(`SIG${server.stopSignal}`);
    if (!(await waitUntil(hasExited, STOP_TIMEOUT_MS))) child.kill('SIGKILL');
    await exited;
  };
  const isReadyOrExited = async () => hasExited() || (await server.isReady());
  if ((await waitUntil(isReadyOrExited, READY_TIMEOUT_MS)) && !hasExited()) return { exited, stop };
  await stop();
  throw new Error(`${server.command[0]} did not start:\n${await readLastLines(server.logPath)}`);
}

/** A minimal environment: PG… variables and locale settings of this process would change the server. */
export function serverEnvironment(libraryPath?: string): NodeJS.ProcessEnv {
  const libraryVariable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { PATH: process.env.PATH, LC_ALL: 'C', ...(libraryPath && { [libraryVariable]: libraryPath }) };
}
