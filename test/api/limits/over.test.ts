import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { signedIn } from '../../support/dashboard.ts';
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

  /** What reads a table that is locked. */
  const reads: readonly [table: string, path: string][] = [
    ['signups', '/signups'],
    ['signups', '/signups?q=person'],
    ['signups', '/signups?order=referrals'],
    ['signup_daily', '/stats'],
    ['waitlist_settings', '/settings'],
    ['imports', '/imports'],
  ];

  test.each(reads)('is cancelled: what reads %s for %s, when the client leaves', async (table, path) => {
    const list = await makeList(service);
    await list.fill(3);
    await lock(table);
    const { request } = begin(`${list.url}${path}`, list);
    await vi.waitFor(async () => expect(await listWaiting()).not.toEqual([]), patientMs);
    request.destroy();
    await waitFor(0);
  });

  test('is cancelled: what is answered with 503, and the process goes on with its connections', async () => {
    const list = await makeList(service);
    await list.fill(3);
    for (const table of new Set(reads.map(([name]) => name))) await lock(table);
    const answers = reads.map(([, path]) => begin(`${list.url}${path}`, list).status);
    // A search is refused after 3 s, with 400, or with 429 if it cannot start behind the others of its
    // account.
    for (const status of answers) expect([400, 429, 503]).toContain(await status);
    await waitFor(0);
    for (const unlock of unlocks.splice(0)) await unlock();
    for (let round = 1; round <= 12; round++) expect((await list.page()).total).toBe(3);
  });

  test('leaves nothing that is cancelled for the next statement of its connection', async () => {
    const [list, other] = [await makeList(service), await makeList(service)];
    await list.fill(3);
    // Cancelled at any moment, before, during and behind its statements.
    const leaving = Array.from({ length: 200 }, async (_, n) => {
      const { request } = begin(`${list.url}/signups?q=person`, list);
      for (let turn = 0; turn < n; turn++) await new Promise(setImmediate);
      request.destroy();
    });
    const staying = Array.from({ length: 30 }, () => begin(`${other.url}/stats`, other).status);
    await Promise.all(leaving);
    for (const status of staying) expect(await status).toBe(200);
    expect((await list.page()).total).toBe(3);
  });

  test('waits for a connection, and is answered, with far more reads at once than connections', async () => {
    const lists = await Promise.all(Array.from({ length: 12 }, () => makeList(service)));
    const answers = lists.flatMap((list) =>
      ['/signups', '/signups/export', '/stats', '/settings', '/imports'].map(
        (path) => begin(`${list.url}${path}`, list).status,
      ),
    );
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  });

  test('waits behind two reads of its own account, and no other account waits', async () => {
    const [list, other] = [await makeList(service), await makeList(service)];
    await list.fill(3);
    await lock('signups');
    const begun = Array.from({ length: 6 }, () => begin(`${list.url}/signups`, list));
    await waitFor(2);
    expect((await service.call('GET', '/v1/waitlists', other.account.key)).json().total).toBe(1);
    for (const { request } of begun) request.destroy();
    await waitFor(0);
  });

  test('is refused behind two hundred reads of its account that wait', async () => {
    const { account, id } = await makeList(service);
    const caller = await service.ctx.findCaller(`Bearer ${account.key}`);
    const owner = await signedIn(service, account);
    const pages = ['', '/people', '/account/audit-log', `/waitlists/${id}/imports`];
    const statusesOf = () =>
      Promise.all(pages.map(async (path) => (await owner.open(`/dashboard${path}`)).statusCode));
    const { signal: over } = new AbortController();
    let [running, most] = [0, 0];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const read = () =>
      service.ctx.read({ caller, over }, async () => {
        running += 1;
        most = Math.max(most, running);
        await released;
        running -= 1;
      });
    const reads = Array.from({ length: 202 }, read);
    const refused = await service.call('GET', '/v1/waitlists', account.key);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2']);
    expect(new Set(await statusesOf())).toEqual(new Set([429]));
    release();
    await Promise.all(reads);
    expect(most).toBe(2);
    expect(new Set(await statusesOf())).toEqual(new Set([200]));
    expect((await service.call('GET', '/v1/waitlists', account.key)).statusCode).toBe(200);
  });
});
