import { execFile } from 'node:child_process';
import { readFile, readlink, realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { waitUntil } from './wait-until.ts';

const run = promisify(execFile);
const STOPPED_WITHIN_MS = 10_000;

/** Ends the server that a killed supervisor left in this folder, if it still runs. */
export async function endLeftover(pidFile: string, folder: string, signal: 'INT' | 'TERM'): Promise<void> {
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!(pid > 0)) return;
  const realFolder = await realpath(folder);
  // Its number alone proves nothing: it may belong to another program by now. Both servers work in their own folder.
  const isGone = async () => (await workingFolder(pid)) !== realFolder;
  if (await isGone()) return;
  process.kill(pid, `SIG${signal}`);
  if (await waitUntil(isGone, STOPPED_WITHIN_MS)) return;
  process.kill(pid, 'SIGKILL');
  await waitUntil(isGone, STOPPED_WITHIN_MS);
}

/** Undefined for a process that has ended (also when its parent has not noticed) or that is another user's. */
async function workingFolder(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  const { stdout } = await run('lsof', ['-a', '-p', `${pid}`, '-d', 'cwd', '-Fn']).catch(() => ({
    stdout: '',
  }));
  return /^n(.*)$/m.exec(stdout)?.[1];
}
