import { readdir, readFile } from 'node:fs/promises';
import type { Sql } from '../../src/shared/platform/postgres/connection.ts';

/** Linux counts CPU time in ticks of 10 ms. */
const tickMs = 10;

/** User and system time of a process so far, in ms. Linux only. */
export async function cpuMsOf(pid: number | undefined): Promise<number> {
  const { ownMs } = await readTimes(pid);
  return ownMs;
}

/** The same of a process and its children, with those that have ended. Linux only. */
export async function cpuMsOfFamily(pid: number): Promise<number> {
  let sum = 0;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const times = await readTimes(Number(entry)).catch(() => undefined); // it has ended meanwhile
    if (Number(entry) === pid) sum += (times?.ownMs ?? 0) + (times?.endedChildrenMs ?? 0);
    else if (times?.parent === pid) sum += times.ownMs;
  }
  return sum;
}

async function readTimes(
  pid: number | undefined,
): Promise<{ parent: number; ownMs: number; endedChildrenMs: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const msOf = (...at: readonly number[]) =>
    at.reduce((sum, index) => sum + Number(fields[index]) * tickMs, 0);
  return { parent: Number(fields[1]), ownMs: msOf(11, 12), endedChildrenMs: msOf(13, 14) };
}

/** The process id of the server, whose connections are its children. */
export async function findPostgres(sql: Sql): Promise<number> {
  const [row] = await sql<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
  const stat = await readFile(`/proc/${row.pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
