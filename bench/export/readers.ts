/**
 * Clients in their own process that export one list again and again. After a 429 a client waits for its
 * Retry-After.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const [url = '', key = '', readers = '1'] = process.argv.slice(2);

async function readOn(): Promise<never> {
  for (;;) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    if (response.status === 429) await sleep(Number(response.headers.get('retry-after')) * 1_000);
    for await (const _ of response.body ?? []);
  }
}
await Promise.all(Array.from({ length: Number(readers) }, readOn));
