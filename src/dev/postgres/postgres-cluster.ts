import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openPassword, passwordFile } from '../server/password-file.ts';
import { serverEnvironment } from '../server/server-process.ts';
import { commandAs, giveTo, type ServerUser } from '../server/server-user.ts';
import type { ServicesMode } from '../supervisor/control-socket.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

const run = promisify(execFile);

/** The data directory. Its parent folder also holds the password of the superuser `app`. */
export function clusterFolder(folder: string): string {
  return join(folder, 'data');
}

/**
 * Creates a cluster under a temporary name and renames it, so an
 * interrupted run never leaves a partial cluster.
 */
export async function createCluster(
  folder: string,
  binaries: PostgresBinaries,
  user: ServerUser,
  mode: ServicesMode,
): Promise<void> {
  await removeDrafts(folder);
  const draft = `${folder}.tmp-${process.pid}`;
  await mkdir(draft, { mode: 0o700 });
  await openPassword(draft);
  await giveTo(user, draft);

  const flags = [
    '-D',
    clusterFolder(draft),
    '-U',
    'app',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile(draft)}`,
  ];
  const locale =
    binaries.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8'];
  const sync = mode === 'fast' ? ['--no-sync'] : [];
  const initdb = [binaries.initdb, ...flags, '--encoding=UTF8', ...locale, ...sync];
  const [program = '', ...args] = commandAs(user, 'INT', initdb);
  await run(program, args, {
    cwd: draft,
    env: serverEnvironment(binaries.libraryPath),
    ...user.spawnAs,
  });
  await rename(draft, folder);
}

async function removeDrafts(folder: string): Promise<void> {
  const parent = dirname(folder);
  const drafts = (await readdir(parent)).filter((name) => name.startsWith(`${basename(folder)}.tmp-`));
  for (const draft of drafts) await rm(join(parent, draft), { recursive: true, force: true });
}
