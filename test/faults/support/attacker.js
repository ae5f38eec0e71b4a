/** A thread that sends a request many times at once, and leaves all of them before most can be answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', async ({ url, init, atOnce, leavesAfterMs }) => {
  const leaving = new AbortController();
  const calls = Array.from({ length: atOnce }, async () => {
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: leaving.signal });
      await response.arrayBuffer();
    } catch {
      // It left, or was refused.
    }
  });
  await sleep(leavesAfterMs);
  leaving.abort();
  await Promise.all(calls);
  parentPort?.postMessage('left');
});
