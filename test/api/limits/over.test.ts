import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

const patientMs = 240_000; // for a busy machine

describe('what nobody waits for any more', () => {
  // As behind a pooler, but with sessions that have no limits: a statement ends only if it is cancelled.
  const service = useService({ DATABASE_DIRECT_URL: 'postgres://unused@127.0.0.1/unused' });
  const unlocks: (() => Promise<void>)[] = [];
  let port: number;
  beforeAll(async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    port = (service.app.server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const unlock of unlocks.splice(0)) await unlock();
  });

  /** Has every statement that reads a table wait, until the test ends. */
  async function lock(table: string): Promise<void> {
    const sql = postgres(service.env.DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
    const held = await sql.reserve();
    unlocks.push(async () => {
      await held`ROLLBACK`;
      held.release();
      await sql.end();
    });
    await held`BEGIN`;
    await held`LOCK TABLE ${held(table)} IN ACCESS EXCLUSIVE MODE`;
  }
  const listWaiting = () => service.sql<{ query: string }[]>`
    SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND wait_event_type = 'Lock'`;
  const waitFor = (count: number) =>
    vi.waitFor(async () => expect(await listWaiting()).toHaveLength(count), patientMs);

  /** Requests it, and begins to read the answer. */
  function begin(path: string, { account }: TestList) {
    const request = get({
      port,
      path,
      headers: { authorization: `Bearer ${account.key}` },
      agent: false,
    });
    request.on('error', () => {});
    onTestFinished(() => void request.destroy());
    const status = new Promise<number | undefined>((resolve) =>
      request.once('response', (response) => {
        response.on('error', () => {}).resume();
        resolve(response.statusCode);
      }),
    );
    return { request, status };
  }

  test('is cancelled: the query of a download, whose place is free at once', async () => {
    const list = await makeList(service);
    await list.fill(3);
    await lock('signups');
    for (let round = 1; round <= 2; round++) {
      const downloads = Array.from({ length: 4 }, () => begin(`${list.url}/signups/export`, list));
      for (const { status } of downloads) expect(await status).toBe(200);
      await waitFor(4);
      for (const { request } of downloads) request.destroy();
      await waitFor(0);
    }
  });
});
