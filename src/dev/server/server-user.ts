import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NOBODY = 65534;

/** The user that a server runs as. */
export interface ServerUser {
  /** The owner of the server's files, as this process sees it. */
  readonly uid: number;
  readonly gid: number;
  /** Put before a command to run it as this user. */
  readonly prefix: readonly string[];
  /** Options of `spawn` with which it runs as this user. */
  readonly spawnAs: { readonly uid?: number; readonly gid?: number };
  /** Whether `setpriv` can make the kernel end a server if its supervisor is killed. */
  readonly hasDeathSignal: boolean;
}

export async function findPresentUser(): Promise<ServerUser> {
  return {
    uid: process.getuid?.() ?? NOBODY,
    gid: process.getgid?.() ?? NOBODY,
    prefix: [],
    spawnAs: {},
    hasDeathSignal: await succeeds(withDeathSignal('TERM', ['true'])),
  };
}

/**
 * The present user if Postgres accepts it. Postgres refuses root, and initdb refuses a user without a name,
 * as in a container that runs under a bare uid. Both run as nobody in a user namespace instead: the files
 * keep their owner and nothing on the host changes. Where root cannot create a namespace (some containers),
 * nobody must own the files and be able to enter the folders above them.
 * @throws Error if neither works
 */
export async function findPostgresUser(): Promise<ServerUser> {
  const present = await findPresentUser();
  if (present.uid !== 0 && hasName()) return present;

  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
  if (await succeeds([...namespace, 'true'])) return { ...present, prefix: namespace };

  const nobody = { uid: NOBODY, gid: NOBODY };
  if (process.platform === 'linux' && (await succeeds(['true'], nobody)))
    return { ...present, ...nobody, spawnAs: nobody };

  throw new Error(
    `Postgres refuses to run as user ${present.uid}. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * The command line that runs a command as this user.
 * It receives `deathSignal` if the process that started it dies.
 */
export function commandAs(
  user: ServerUser,
  deathSignal: 'INT' | 'TERM',
  command: readonly string[],
): string[] {
  // The death signal is set last: the kernel clears it when the user changes.
  return [...user.prefix, ...(user.hasDeathSignal ? withDeathSignal(deathSignal, command) : command)];
}

/** Makes the user the owner of a folder and its content. An earlier run may have used another user. */
export async function giveTo(user: ServerUser, folder: string): Promise<void> {
  if ((await stat(folder)).uid !== user.uid) await run('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}

function withDeathSignal(signal: string, command: readonly string[]): string[] {
  return ['setpriv', '--pdeathsig', signal, '--', ...command];
}

async function succeeds(
  [program = '', ...args]: readonly string[],
  spawnAs: ServerUser['spawnAs'] = {},
): Promise<boolean> {
  return run(program, args, { ...spawnAs, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}
