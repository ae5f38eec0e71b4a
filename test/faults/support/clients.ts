import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';

const clients = 16;

export const range = (length: number) => Array.from({ length }, (_, index) => index);

/** Works on all items, several at a time. */
export async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    range(clients).map(async () => {
      for (const item of rest) await work(item);
    }),
  );
}

/** Sends until there is an answer that is not about an outage. */
export async function repeat(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send().catch(() => undefined);
    if (response && response.status < 500 && response.status !== 429) return response;
    await sleep(50);
  }
}

/** Posts a body to an address of the API, with the key of the account and one that makes it happen once. */
export function postOnce(url: string, key: string, idempotencyKey: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
  });
}

/** Jobs that will run by themselves. */
export async function countPending(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`SELECT count(*) FROM outbox WHERE due_at < 'infinity'`;
  return row.count;
}
