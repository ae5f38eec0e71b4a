import { readFile } from 'node:fs/promises';

/** The resident memory of a process and its peak, in MB. Linux only. */
export async function memoryOf(pid: number | undefined): Promise<{ nowMb: number; peakMb: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { nowMb: kilobytes('VmRSS') / 1024, peakMb: kilobytes('VmHWM') / 1024 };
}

/** The same peak as a whole number. */
export const peakMbOf = async (pid: number | undefined): Promise<number> =>
  Math.round((await memoryOf(pid)).peakMb);
