import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readLastLines, supervisorLog } from '../server/logs.ts';
import {
  connectToListener,
  onMessage,
  type ServerName,
  type ServicesMode,
  sendMessage,
} from './control-socket.ts';

const FIRST_ANSWER_MS = 60_000;
const RETRY_MS = 20;

export interface JoinRequest {
  /** Absolute and without symbolic links: the same folder must have one name. */
  dataDir: string;
  mode: ServicesMode;
  missing: readonly ServerName[];
  onProgress: (message: string) => void;
}

/**
 * Resolves when the missing servers answer; the supervisor is started when there is none. The open connection keeps
 * the servers running, but not this process.
 */
export async function joinSupervisor(request: JoinRequest): Promise<Membership> {
  const { dataDir, mode } = request;
  const deadline = Date.now() + FIRST_ANSWER_MS;
  let supervisor: ChildProcess | undefined;
  while (Date.now() < deadline) {
    const socket = await connectToListener(dataDir);
    if (socket && (await isServed(socket, request))) return membershipOver(socket);
    if (supervisor?.exitCode) throw new Error(await readLastLines(supervisorLog(dataDir))); // what it died of
    if (!socket && !isRunning(supervisor)) supervisor = await spawnSupervisor(dataDir, mode);
    await sleep(RETRY_MS);
  }
  throw new Error(`The supervisor of ${dataDir} does not answer; see ${supervisorLog(dataDir)}.`);
}

/** This process' part in a running supervisor. */
export interface Membership {
  /** Lets go; resolves when the servers have stopped, or at once while others use them. */
  release(): Promise<void>;
  /** Resolves when the supervisor is gone though nobody let go. */
  readonly lost: Promise<void>;
}

function membershipOver(socket: Socket): Membership {
  let released = false;
  return {
    release() {
      released = true;
      return release(socket);
    },
    lost: new Promise((resolve) => {
      socket.once('close', () => {
        if (!released) resolve();
      });
    }),
  };
}

/** Whether a supervisor lives; it takes no notice of the question. */
export async function isSupervised(dataDir: string): Promise<boolean> {
  const socket = await connectToListener(dataDir);
  socket?.destroy();
  return socket !== undefined;
}

/** False when the supervisor is on its way out: ask again. @throws Error with the reason why a server did not start */
function isServed(socket: Socket, { mode, missing, onProgress }: JoinRequest): Promise<boolean> {
  return new Promise((resolve, reject) => {
    onMessage(socket, (verb, text) => {
      if (verb === 'progress') return onProgress(text);
      if (verb === 'ready') {
        socket.unref();
        return resolve(true);
      }
      socket.destroy();
      reject(new Error(text));
    });
    socket.once('close', () => resolve(false));
    sendMessage(socket, 'attach', [mode, ...missing].join(' '));
  });
}

async function release(socket: Socket): Promise<void> {
  if (socket.closed) return;
  const closed = once(socket.ref(), 'close');
  sendMessage(socket, 'release');
  await closed;
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Detached, so that Ctrl-C in the terminal reaches the app alone: its last queries are still answered. */
async function spawnSupervisor(dataDir: string, mode: ServicesMode): Promise<ChildProcess> {
  const log = await open(supervisorLog(dataDir), 'a');
  try {
    const child = spawn(process.execPath, [supervisorScript(), dataDir, mode], {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn');
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** The compiled script: its neighbour, or the one in dist when this code runs from source (vitest). */
function supervisorScript(): string {
  const here = import.meta.url;
  const compiled = here.endsWith('.ts') ? here.replace('/src/dev/', '/dist/dev/') : here;
  return fileURLToPath(new URL('./supervisor.js', compiled));
}
