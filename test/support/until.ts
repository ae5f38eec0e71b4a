import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when `isDone` returns true. @throws Error after `seconds` */
export async function until(isDone: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`Not done within ${seconds} s`);
    await sleep(50);
  }
}
