import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { connectToListener, listenAlone } from './supervisor/control-socket.ts';

/**
 * Makes this process the only one that runs the service of a data folder. Undefined if another process does.
 */
export async function claimService(dataDir: string): Promise<Server | undefined> {
  const lock = await listenAlone(lockName(dataDir));
  if (lock) await rm(fileIn(dataDir), { force: true }); // left by an earlier run
  return lock;
}

/** Saves the URL of the service (BASE_URL) for the commands that run on the same data folder. */
export async function publishAddress(dataDir: string, baseUrl: string): Promise<void> {
  await writeFile(fileIn(dataDir), baseUrl);
}

/** The URL of the service that `npm start` runs on a data folder; undefined if none runs. */
export async function findAddress(dataDir: string): Promise<string | undefined> {
  const socket = await connectToListener(lockName(dataDir));
  socket?.destroy();
  return socket && (await readFile(fileIn(dataDir), 'utf8').catch(() => undefined));
}

/** Lets accounts call receivers on the machine of whoever develops with `npm start`. */
export const ownReceivers = { OUTBOUND_ALLOW_HOSTS: 'localhost,127.0.0.1' };

const lockName = (dataDir: string) => `${dataDir} (npm start)`;
const fileIn = (dataDir: string) => join(dataDir, 'address');
