import { execFile } from 'node:child_process';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { waitUntil } from './wait-until.ts';

const run = promisify(execFile);
const STOP_TIMEOUT_MS = 10_000;

/** Ends the server that a killed supervisor left running in this folder, if there is one. */
export async function endLeftover(pidFile: string, folder: string, signal: 'INT' | 'TERM'): Promise<void> {
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!(pid > 0)) return;
  const realFolder = await realpath(folder);
  // Another program may have the pid by now.
  // Each server's working directory is its folder, so that identifies it.
  const isGone = async () => (await workingFolder(pid)) !== realFolder;
  if (await isGone()) return;
  process.kill(pid, `SIG${signal}`);
  if (await waitUntil(isGone, STOP_TIMEOUT_MS)) return;
  process.kill(pid, 'SIGKILL');
  await waitUntil(isGone, STOP_TIMEOUT_MS);
}

/** Undefined if the process has ended (zombies included) or belongs to another user. */
async function workingFolder(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  const { stdout } = await run('lsof', ['-a', '-p', `${pid}`, '-d', 'cwd', '-Fn']).catch(() => ({
    stdout: '',
  }));
  return /^n(.*)$/m.exec(stdout)?.[1];
}
