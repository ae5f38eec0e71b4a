import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { connectToListener, listenAlone } from './supervisor/control-socket.ts';

/** Makes this the one process that runs the service of a data folder. Undefined where another one is. */
export async function claimService(dataDir: string): Promise<Server | undefined> {
  const lock = await listenAlone(lockName(dataDir));
  if (lock) await rm(fileIn(dataDir), { force: true }); // of a service that ran before
  return lock;
}

/** Tells the commands where the service of a data folder is reached (BASE_URL). */
export async function publishAddress(dataDir: string, baseUrl: string): Promise<void> {
  await writeFile(fileIn(dataDir), baseUrl);
}

/** Where the service is reached that `npm start` runs on a data folder; undefined where none runs. */
export async function findAddress(dataDir: string): Promise<string | undefined> {
  const socket = await connectToListener(lockName(dataDir));
  socket?.destroy();
  return socket && (await readFile(fileIn(dataDir), 'utf8').catch(() => undefined));
}

const lockName = (dataDir: string) => `${dataDir} (npm start)`;
const fileIn = (dataDir: string) => join(dataDir, 'address');
