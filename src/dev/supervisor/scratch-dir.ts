import { access, chmod, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderKey } from './control-socket.ts';

const MEMORY = '/dev/shm';
const REQUIRED_BYTES = 1024 ** 3; // a cluster takes 40 MB, each test database 11 MB more

/**
 * Creates a folder for temporary data: in memory if there is
 * enough space (Docker gives 64 MB), or else on disk.
 */
export async function makeScratchDir(dataDir: string): Promise<string> {
  const prefix = `${folderKey(dataDir)}-`;
  for (const parent of [MEMORY, tmpdir()]) await removeLeftovers(parent, prefix);
  const folder = await mkdtemp(join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), prefix));
  await chmod(folder, 0o711); // the servers may run as nobody; their folders inside are private
  return folder;
}

export async function removeScratchDir(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Removes the folders of killed supervisors. */
async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(prefix)))
    await removeScratchDir(join(parent, name));
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= REQUIRED_BYTES;
  } catch {
    return false;
  }
}
