import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NOBODY = 65534;

/** Whom the servers run as. */
export interface ServerUser {
  /** The owner their files have, as this process sees it. */
  readonly uid: number;
  readonly gid: number;
  /** Goes before a command, so that it runs as this user. */
  readonly prefix: readonly string[];
  /** Whether `setpriv` can make the kernel stop a server whose supervisor was killed. */
  readonly hasDeathSignal: boolean;
}

export async function findPresentUser(): Promise<ServerUser> {
  return {
    uid: process.getuid?.() ?? NOBODY,
    gid: process.getgid?.() ?? NOBODY,
    prefix: [],
    hasDeathSignal: await works(withDeathSignal('TERM', ['true'])),
  };
}

/**
 * The present user, if Postgres accepts it. It refuses root, and initdb refuses a user without a name (a container
 * started with a bare number). Both become nobody in a user namespace: the files stay theirs, and nothing on the host
 * changes. Where root may make no namespace (some containers), nobody itself must own the files, and then the folders
 * above them must be open to it.
 * @throws Error when there is no way
 */
export async function findPostgresUser(): Promise<ServerUser> {
  const present = await findPresentUser();
  if (present.uid !== 0 && hasName()) return present;

  const namespace = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
  if (await works([...namespace, 'true'])) return { ...present, prefix: namespace };

  const nobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
  if (await works([...nobody, 'true'])) return { ...present, uid: NOBODY, gid: NOBODY, prefix: nobody };

  throw new Error(
    `Postgres does not run as user ${present.uid}, and neither "unshare" nor "setpriv" works here. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** The command as this user runs it; `deathSignal` reaches it when the process that started it dies. */
export function commandAs(
  user: ServerUser,
  deathSignal: 'INT' | 'TERM',
  command: readonly string[],
): string[] {
  // The signal comes last: the kernel forgets it when the user changes.
  return [...user.prefix, ...(user.hasDeathSignal ? withDeathSignal(deathSignal, command) : command)];
}

/** Gives a folder to the user, with all it holds, when it was another one's: the way to become nobody can change. */
export async function giveTo(user: ServerUser, folder: string): Promise<void> {
  if ((await stat(folder)).uid !== user.uid) await run('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}

function withDeathSignal(signal: string, command: readonly string[]): string[] {
  return ['setpriv', '--pdeathsig', signal, '--', ...command];
}

async function works([program = '', ...args]: readonly string[]): Promise<boolean> {
  return run(program, args).then(
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
