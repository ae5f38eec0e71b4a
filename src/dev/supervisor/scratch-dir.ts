import { access, chmod, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderKey } from './control-socket.ts';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 1024 ** 3; // a cluster takes 40 MB, each test database 11 MB more

/** A new folder for data that nobody will miss: in memory where there is room (Docker gives 64 MB), else on disk. */
export async function makeScratchDir(dataDir: string): Promise<string> {
  const prefix = `${folderKey(dataDir)}-`;
  for (const parent of [MEMORY, tmpdir()]) await removeLeftovers(parent, prefix);
  const folder = await mkdtemp(join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), prefix));
  await chmod(folder, 0o711); // the servers may run as nobody; their own folders inside are closed
  return folder;
}

export async function removeScratchDir(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Those of a supervisor that was killed. */
async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix)))
    await removeScratchDir(join(parent, name));
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
