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

const CONNECT_TIMEOUT_MS = 60_000;
const RETRY_MS = 20;

export interface JoinRequest {
  /** Absolute and without symbolic links, so each folder has only one name. */
  dataDir: string;
  mode: ServicesMode;
  missing: readonly ServerName[];
  onProgress: (message: string) => void;
}

/**
 * Starts a supervisor if there is none, and resolves when the missing servers are ready.
 * The open connection keeps the servers running, but not this process.
 * @throws Error if a server does not start or the supervisor does not answer
 */
export async function joinSupervisor(request: JoinRequest): Promise<Membership> {
  const { dataDir, mode } = request;
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  let supervisor: ChildProcess | undefined;
  while (Date.now() < deadline) {
    const socket = await connectToListener(dataDir);
    if (socket && (await attach(socket, request))) return membershipOver(socket);
    if (supervisor?.exitCode) throw new Error(await readLastLines(supervisorLog(dataDir)));
    if (!socket && !isRunning(supervisor)) supervisor = await spawnSupervisor(dataDir, mode);
    await sleep(RETRY_MS);
  }
  throw new Error(`The supervisor of ${dataDir} does not answer; see ${supervisorLog(dataDir)}.`);
}

/** This process's use of a running supervisor. */
export interface Membership {
  /** Releases the servers. Resolves when they have stopped, or at once if other processes still use them. */
  release(): Promise<void>;
  /** Resolves if the supervisor ends before the release. */
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

/** Whether a supervisor runs for this folder. Does not keep it running. */
export async function isSupervised(dataDir: string): Promise<boolean> {
  const socket = await connectToListener(dataDir);
  socket?.destroy();
  return socket !== undefined;
}

/**
 * Resolves to false if the supervisor is stopping; then retry.
 * @throws Error with the reason if a server does not start
 */
function attach(socket: Socket, { mode, missing, onProgress }: JoinRequest): Promise<boolean> {
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

/** Detached, so Ctrl-C in the terminal reaches only the app, and Postgres still answers its last queries. */
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

/** The compiled script: beside this file, or in dist if this code runs from source (vitest). */
function supervisorScript(): string {
  const here = import.meta.url;
  const compiled = here.endsWith('.ts') ? here.replace('/src/dev/', '/dist/dev/') : here;
  return fileURLToPath(new URL('./supervisor.js', compiled));
}
