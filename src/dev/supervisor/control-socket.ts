import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `durable` data survives crashes and restarts.
 * `fast` is for tests: in memory, not synced, deleted at the end.
 */
export type ServicesMode = 'durable' | 'fast';
export const serverNames = ['postgres', 'redis'] as const;
export type ServerName = (typeof serverNames)[number];

/**
 * Apps send `attach` (the mode, then the servers they need) and `release`; the supervisor sends the others.
 * Any local user can connect to an abstract socket, so URLs and passwords are never sent.
 */
export type Verb = 'attach' | 'release' | 'progress' | 'ready' | 'failed';

/** A name for this folder, the same in all processes of this user. */
export function folderKey(dataDir: string): string {
  return `waitlist-${process.getuid?.()}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
}

/**
 * Acquires a lock by listening on a socket with this name. Undefined if another process holds it.
 * On Linux the abstract socket vanishes with its process.
 * Elsewhere the socket file of a dead process is replaced.
 */
export async function listenAlone(name: string): Promise<Server | undefined> {
  if (process.platform !== 'linux' && !(await connectToListener(name))) {
    await rm(addressOf(name), { force: true });
  }
  const server = createServer().listen(addressOf(name));
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

/** Connects to the process that holds the lock with this name. Undefined if there is none. */
export async function connectToListener(name: string): Promise<Socket | undefined> {
  const socket = connect(addressOf(name));
  try {
    await once(socket, 'connect');
  } catch {
    return undefined;
  }
  return socket.on('error', () => {}); // callers listen to 'close', which follows
}

export function sendMessage(socket: Socket, verb: Verb, text = ''): void {
  if (socket.writable) socket.write(`${verb} ${Buffer.from(text).toString('base64url')}\n`);
}

export function onMessage(socket: Socket, handle: (verb: string, text: string) => void): void {
  let unread = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    const lines = `${unread}${chunk}`.split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines) {
      const [verb = '', text = ''] = line.split(' ');
      handle(verb, Buffer.from(text, 'base64url').toString());
    }
  });
}

function addressOf(name: string): string {
  return process.platform === 'linux' ? `\0${folderKey(name)}` : join(tmpdir(), `${folderKey(name)}.sock`);
}
