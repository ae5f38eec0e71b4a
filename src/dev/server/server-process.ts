import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { ServicesMode } from '../supervisor/control-socket.ts';
import { readLastLines } from './logs.ts';
import { commandAs, type ServerUser } from './server-user.ts';
import { waitUntil } from './wait-until.ts';

const READY_WITHIN_MS = 60_000; // a recovery after a crash may take long
const STOPPED_WITHIN_MS = 20_000;

/** What the supervisor tells each server of a data folder. */
export interface ServerOptions {
  mode: ServicesMode;
  /** For the data: the data folder itself, or a scratch folder. */
  storageDir: string;
  dataDir: string;
  /** The one of the last run; 0 for any. */
  preferredPort: number;
  onProgress(message: string): void;
}

/** How to start one server, and how to know that it is up. */
export interface ServerCommand {
  user: ServerUser;
  command: readonly string[];
  cwd: string;
  libraryPath?: string | undefined;
  stdin?: string;
  /** Gets what the server prints. */
  logPath: string;
  stopSignal: 'INT' | 'TERM';
  isReady(): Promise<boolean>;
}

export interface RunningServer {
  readonly url: string;
  /** Resolves when the server is gone, asked or not. */
  readonly exited: Promise<unknown>;
  /** Ends it in good order; after 20 s by force. */
  stop(): Promise<void>;
}

/** Resolves when the server is ready. @throws Error with the last lines of its log when it is not */
export async function startServer(server: ServerCommand): Promise<Omit<RunningServer, 'url'>> {
  const [program = '', ...args] = commandAs(server.user, server.stopSignal, server.command);
  const log = await open(server.logPath, 'a');
  const child = spawn(program, args, {
    cwd: server.cwd,
    env: serverEnvironment(server.libraryPath),
    stdio: ['pipe', log.fd, log.fd],
  });
  await once(child, 'spawn').finally(() => log.close());
  const exited = once(child, 'exit');
  child.stdin?.on('error', () => {}).end(server.stdin); // it may exit before it reads

  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    child.kill(`SIG${server.stopSignal}`);
    if (!(await waitUntil(hasExited, STOPPED_WITHIN_MS))) child.kill('SIGKILL');
    await exited;
  };
  const isDecided = async () => hasExited() || (await server.isReady());
  if ((await waitUntil(isDecided, READY_WITHIN_MS)) && !hasExited()) return { exited, stop };
  await stop();
  throw new Error(`${server.command[0]} did not start:\n${await readLastLines(server.logPath)}`);
}

/** Small on purpose: PG… variables and locale settings of the caller would change the server. */
export function serverEnvironment(libraryPath?: string): NodeJS.ProcessEnv {
  const libraryVariable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { PATH: process.env.PATH, LC_ALL: 'C', ...(libraryPath && { [libraryVariable]: libraryPath }) };
}
