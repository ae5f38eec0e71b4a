import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { downloadSignups } from '../../../src/shared/list/signups/export/download-signups.ts';
import { exportSignups } from '../../../src/shared/list/signups/export/export-signups.ts';
import { type Downloads, openDownloads } from '../../../src/shared/platform/csv/downloads.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { signedIn, wordsOf } from '../../support/dashboard.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { readCsv } from '../../support/values/read-csv.ts';

const kib = 1_024;

describe('exports', () => {
  const service = useService({ DATABASE_POOL: '2' });
  const open = new Set<Readable>();
  afterEach(async () => {
    for (const stream of open) stream.destroy();
    await vi.waitFor(() => expect([...open].every(({ closed }) => closed)).toBe(true), 240_000);
    open.clear();
  });

  /** Starts a download of the account and never reads it. */
  function hold(accountId: string): Readable {
    const stream = service.ctx.downloads.start(service.ctx, accountId, () => Readable.from(['text']));
    open.add(stream);
    return stream;
  }
  const download = (list: TestList) => service.call('GET', `${list.url}/signups/export`, list.account.key);
  /** Downloads with the sizes of their pages. */
  function watched(onPage: (page: unknown) => void): Downloads {
    return {
      start: (ctx, accountId, pages) =>
        service.ctx.downloads.start(ctx, accountId, (readPage) =>
          pages(async (query) => {
            const page = await readPage(query);
            onPage(page);
            return page;
          }),
        ),
    };
  }
  async function textOf(stream: Readable): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }

  describe('of a list with small and very large signups', () => {
    const [first, last, count] = [3_000, 3_150, 6_000];
    const largest = (n: number) =>
      Object.fromEntries(
        Array.from({ length: 10 }, (_, index) => [`key_${index}`, (n % 2 ? '"' : '\u0001').repeat(1_000)]),
      );
    const isLarge = (position: number) => position >= first && position <= last;

    async function makeMixed() {
      const list = await makeList(service);
      await list.fill(count);
      for (const odd of [0, 1])
        await service.sql`
          UPDATE signups SET metadata = ${JSON.stringify(largest(odd))}::text::json
          WHERE waitlist_id = ${list.id} AND position BETWEEN ${first} AND ${last} AND position % 2 = ${odd}`;
      await service.sql`
        DELETE FROM signups WHERE waitlist_id = ${list.id} AND (position IN (1, 3001, 3140) OR position BETWEEN 5000 AND 5900)`;
      const kept = Array.from({ length: count }, (_, n) => n + 1).filter(
        (n) => ![1, 3001, 3140].includes(n) && (n < 5000 || n > 5900),
      );
      return { list, kept, caller: await service.ctx.findCaller(`Bearer ${list.account.key}`) };
    }
    function assertWhole(text: string, kept: number[]): void {
      const [, ...rows] = readCsv(text);
      expect(rows.map(([position]) => Number(position))).toEqual(kept);
      for (const [position, , , , , , , , , metadata] of rows)
        expect(JSON.parse(metadata ?? '')).toEqual(
          isLarge(Number(position)) ? largest(Number(position) % 2) : {},
        );
    }

    test('read pages of at most 512 KiB', async () => {
      const { list, kept, caller } = await makeMixed();
      const sizes: number[] = [];
      const downloads = watched((page) => sizes.push((page as { csv?: Buffer }).csv?.length ?? 0));
      const { text } = await (await exportSignups({ ...service.ctx, downloads }, caller, list.id))();
      assertWhole(await textOf(text), kept);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(512 * kib);
      expect(Math.max(...sizes)).toBeGreaterThan(256 * kib); // pages are not needlessly small
      expect(sizes.length).toBeLessThan(60);
    });

    test('read pages of half of that for the dashboard', async () => {
      const { list, kept, caller } = await makeMixed();
      const sizes: number[] = [];
      const downloads = watched((page) =>
        sizes.push(
          (Array.isArray(page) ? page : []).reduce(
            (sum, { metadata }) => sum + Buffer.byteLength(JSON.stringify(metadata)),
            0,
          ),
        ),
      );
      assertWhole(
        await textOf(
          await (await downloadSignups({ ...service.ctx, downloads }, caller, list.id, { filters: {} }))(),
        ),
        kept,
      );
      expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * kib);
    });
  });

  test('hold and record nothing before they begin, so that they can be prepared again on another server', async () => {
    const list = await makeList(service);
    const caller = await service.ctx.findCaller(`Bearer ${list.account.key}`);
    const recorded = async () =>
      (await service.sql`SELECT FROM audit_entries WHERE account_id = ${list.account.accountId}`).length;
    const before = await recorded();
    const begins = [];
    for (let n = 0; n < 8; n++) begins.push(await exportSignups(service.ctx, caller, list.id));
    expect(await recorded()).toBe(before);
    const { text } = (await begins[0]?.()) ?? expect.fail();
    expect(await recorded()).toBe(before + 1);
    await text.toArray();
  });

  test('are limited to four per account: the fifth gets 429 with Retry-After, and other accounts are served', async () => {
    const [list, other] = [await makeList(service), await makeList(service)];
    const held = Array.from({ length: 4 }, () => hold(list.account.accountId));
    const refused = await download(list);
    expect([refused.statusCode, refused.json().error]).toEqual([
      429,
      {
        code: 'rate_limited',
        message: 'The account has too many downloads in progress. Try again in 2 s.',
      },
    ]);
    expect(refused.headers).toMatchObject({
      'retry-after': '2',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(refused.headers['content-disposition']).toBeUndefined();
    expect((await download(other)).statusCode).toBe(200);
    expect(
      (await service.call('GET', `/v1/waitlists/${newId()}/signups/export`, list.account.key)).statusCode,
    ).toBe(404);

    held[0]?.destroy();
    await vi.waitFor(async () => expect((await download(list)).statusCode).toBe(200), 240_000);
    expect((await download(list)).statusCode).toBe(200); // and frees its reservation
  });

  test('are limited to sixteen per process', async () => {
    const list = await makeList(service);
    for (let account = 0; account < 4; account++) {
      const id = newId();
      for (let n = 0; n < 4; n++) hold(id);
    }
    const refused = await download(list);
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      429,
      'The server has too many downloads in progress. Try again in 2 s.',
    ]);
  });

  test('include downloads of the dashboard, which shows the refusal on a page', async () => {
    const list = await makeList(service);
    await list.add({ email: 'ada@example.com' });
    const visitor = await signedIn(service, list.account);
    for (let n = 0; n < 4; n++) hold(list.account.accountId);
    const page = await visitor.open(`/dashboard/waitlists/${list.id}/signups.csv`);
    expect([page.statusCode, page.headers['retry-after']]).toEqual([429, '2']);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-disposition']).toBeUndefined();
    expect(wordsOf(page)).toContain('The account has too many downloads in progress. Try again in 2 s.');
  });

  test('of several accounts all finish if clients respect Retry-After', async () => {
    const lists = await Promise.all(Array.from({ length: 8 }, () => makeList(service)));
    await Promise.all(lists.map((list) => list.fill(3_000)));
    const exported = async (list: TestList): Promise<number> => {
      for (;;) {
        const { statusCode, headers, body } = await download(list);
        if (statusCode === 200) return body.split('\n').length - 2;
        expect([429, 503]).toContain(statusCode); // 503: a busy machine
        await new Promise((resolve) => setTimeout(resolve, Number(headers['retry-after']) * 100));
      }
    };
    const counts = await Promise.all(
      lists.flatMap((list) => Array.from({ length: 8 }, () => exported(list))),
    );
    expect(counts).toEqual(Array.from({ length: 64 }, () => 3_000));
  });

  test('leave half of the connections to other queries', async () => {
    const downloads = openDownloads(5);
    let [running, most] = [0, 0];
    const query = async (sql: Sql, fails: boolean) => {
      running += 1;
      most = Math.max(most, running);
      await sql`SELECT 1`;
      running -= 1;
      if (fails) throw new Error('no page');
    };
    const texts = Array.from({ length: 16 }, (_, n) =>
      downloads.start(service.ctx, newId(), async function* (readPage) {
        yield '';
        await readPage((sql) => query(sql, n % 3 === 0));
      }),
    );
    const ends = await Promise.allSettled(texts.map((text) => text.toArray()));
    expect(most).toBe(2);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(6);
    const lone = openDownloads(2).start(service.ctx, newId(), async function* (readPage) {
      yield await readPage(async () => 'one at a time');
    });
    expect(String(await lone.toArray())).toBe('one at a time');
  });
});
