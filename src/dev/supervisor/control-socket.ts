import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `durable` keeps its data over crashes and restarts; `fast` is for tests: in memory, unsynced, deleted at the end. */
export type ServicesMode = 'durable' | 'fast';
export const serverNames = ['postgres', 'redis'] as const;
export type ServerName = (typeof serverNames)[number];

/**
 * Apps say `attach` (the mode, then the servers they need) and `release`; the supervisor says the rest.
 * Any local user can connect to an abstract socket, so no URL and no password crosses it.
 */
export type Verb = 'attach' | 'release' | 'progress' | 'ready' | 'failed';

/** A name that is the same for every process of this user that means this folder. */
export function folderKey(dataDir: string): string {
  return `waitlist-${process.getuid?.()}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
}

/**
 * A lock by name, such as that of a data folder: only one process can listen under it. Undefined when another one does.
 * Linux' abstract sockets vanish with their process, however it dies; elsewhere a dead one's file is replaced.
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

/** Undefined when nobody listens under the name. */
export async function connectToListener(name: string): Promise<Socket | undefined> {
  const socket = connect(addressOf(name));
  try {
    await once(socket, 'connect');
  } catch {
    return undefined;
  }
  return socket.on('error', () => {}); // 'close' follows, and that is what callers listen to
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
