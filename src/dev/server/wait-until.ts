import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 5;

/** True as soon as the condition holds, false when it does not within the time. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
