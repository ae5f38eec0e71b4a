import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { exportSignups } from '../../../src/shared/list/signups/export/export-signups.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { readCsv } from '../../support/values/read-csv.ts';

const columns =
  'position,email,created_at,utm_source,referrer,email_status,email_delivered_at,email_opened_at,email_clicked_at,metadata,id,referral_code,referral_count,referred_by,display_position,fields,confirmed_at,unsubscribed_at,review_state,invitation_state,invited_at,converted_at,locale,bounce_class,notes,archived,utm_medium,utm_campaign,utm_term,utm_content';

describe('GET /v1/waitlists/{id}/signups/export', () => {
  const service = useService({ DATABASE_POOL: '2' });

  const download = (list: TestList) => service.call('GET', `${list.url}/signups/export`, list.account.key);

  test('returns only the header for an empty list (C3.12)', async () => {
    const list = await makeList(service);
    const response = await download(list);
    expect([response.statusCode, response.body]).toEqual([200, `${columns}\n`]);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe(`attachment; filename="signups-${list.id}.csv"`);
  });

  test('returns exact values, quotes as RFC 4180 requires, line feeds and no BOM (§4.3, C3.12)', async () => {
    const list = await makeList(service);
    const referrer = await list.add({
      email: 'plain@example.com',
      utm_source: 'ads',
      metadata: { b: '1', a: '2' },
    });
    const hostile = [
      ['comma', 'a,b', '"a,b"'],
      ['quote', 'say "hi"', '"say ""hi"""'],
      ['feed', 'a\nb', '"a\nb"'],
      ['return', 'a\rb', '"a\rb"'],
      ['both', '"a",\r\n"b"', '"""a"",\r\n""b"""'],
      ['formula', '=SUM(A1:A9)', '=SUM(A1:A9)'],
      ['at', '@cmd', '@cmd'],
      ['plus', '+1', '+1'],
      ['minus', '-1', '-1'],
      ['tab', '\tx', '\tx'],
      ['spaces', ' x ', ' x '],
      ['semicolon', 'a;b', 'a;b'],
      ['backslash', '\\N', '\\N'],
      ['wide', 'žluťoučký 😀 \u2028 \ufeff', 'žluťoučký 😀 \u2028 \ufeff'],
    ] as const;
    for (const [name, value] of hostile)
      await list.add({
        email: `${name}@example.com`,
        utm_source: value,
        referrer: value,
        referral_code: referrer.referral_code,
        metadata: { key: value },
      });

    const lines = (await list.page()).data.reverse().map((signup, index) => {
      const [, value = '', written] = hostile[index - 1] ?? ['', '', ''];
      const metadata = index === 0 ? '{"b":"1","a":"2"}' : JSON.stringify({ key: value });
      const source = index === 0 ? 'ads,' : `${written},${written}`;
      const tail = `${signup.id},${signup.referral_code},${index === 0 ? `${hostile.length},` : `0,${referrer.id}`},,{},,,,,,,,,,,,,,`;
      return `${index + 1},${signup.email},${signup.created_at},${source},,,,,"${metadata.replaceAll('"', '""')}",${tail}\n`;
    });
    const response = await download(list);
    expect(response.body).toBe(`${columns}\n${lines.join('')}`);
    expect(response.rawPayload.equals(Buffer.from(response.body, 'utf8'))).toBe(true);
  });

  test('returns the values of the list in order of position (§4.3)', async () => {
    const list = await makeList(service, {}, { referral_bonus: 2 });
    await list.field('text', 'string');
    await list.field('number', 'number');
    await list.field('truth', 'boolean');
    const { referral_code } = await list.add({
      email: 'a@example.com',
      utm_source: 'x,y',
      metadata: { k: '"\n' },
      fields: { text: 'a "b",\n\\\u0001😀', number: 1e21, truth: false },
    });
    for (const name of 'bcdefghijk')
      await list.add({ email: `${name}@example.com`, referrer: 'https://example.com/?a="b"', referral_code });
    // A signup for each status (§3.1), by rank.
    await service.sql`
      UPDATE signups SET email_status = position - 1, email_delivered_at = clock_timestamp(),
             email_opened_at = CASE WHEN position > 3 THEN clock_timestamp() END, email_clicked_at = CASE WHEN position > 6 THEN clock_timestamp() END
      WHERE waitlist_id = ${list.id}`;

    const [header, ...rows] = readCsv((await download(list)).body);
    expect(header?.join(',')).toBe(columns);
    const signups = (await list.page('limit=200')).data.reverse();
    expect(new Set(signups.map(({ email_status }) => email_status)).size).toBe(11);
    expect(rows).toEqual(
      signups.map((signup) =>
        (header ?? []).map((column) => {
          const isClass = column === 'bounce_class' && signup.email_status === 'bounced';
          const value = isClass ? 'permanent' : (signup[column as keyof typeof signup] ?? null);
          return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
        }),
      ),
    );
  });

  test('returns a list of several pages completely, in order and without deleted signups (§4.3, C3.13)', async () => {
    const list = await makeList(service);
    await list.fill(12_345);
    // Gaps at, before and after the ends of pages, and one wider than a page.
    await service.sql`
      DELETE FROM signups WHERE waitlist_id = ${list.id}
        AND (position IN (1, 2499, 2500, 2501, 4999, 5000, 5001, 12345) OR position BETWEEN 6000 AND 11500)`;
    const [, ...rows] = readCsv((await download(list)).body);
    const kept = Array.from({ length: 12_345 }, (_, n) => n + 1).filter(
      (n) => ![1, 2499, 2500, 2501, 4999, 5000, 5001, 12345].includes(n) && (n < 6000 || n > 11500),
    );
    expect(rows.map(([position]) => Number(position))).toEqual(kept);
    expect(rows.every((row) => row.length === 30)).toBe(true);
  });

  test('omits signups added meanwhile, may omit deleted ones, and returns none twice (C3.13)', async () => {
    const list = await makeList(service);
    await list.fill(11_000);
    const caller = await service.ctx.findCaller(`Bearer ${list.account.key}`);
    const begin = await exportSignups(service.ctx, caller, list.id);
    const { text: stream } = await begin();
    const pages: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
    let text = String((await pages.next()).value);
    expect(text).toBe(`${columns}\n`);

    const added = await list.add({ email: 'late@example.com' });
    expect(added.position).toBe(11_001);
    await service.sql`DELETE FROM signups WHERE waitlist_id = ${list.id} AND position IN (2, 10500)`;
    for (let page = await pages.next(); !page.done; page = await pages.next()) text += String(page.value);

    const positions = readCsv(text)
      .slice(1)
      .map(([position]) => Number(position));
    expect(positions).not.toContain(11_001);
    expect(positions).not.toContain(10_500); // its page had not been read yet
    expect(new Set(positions).size).toBe(positions.length);
    const expected = Array.from({ length: 11_000 }, (_, n) => n + 1).filter((n) => n !== 2 && n !== 10_500);
    expect(positions.filter((position) => position !== 2)).toEqual(expected);
  });

  test('refuses with JSON before any CSV (§4.3)', async () => {
    const list = await makeList(service);
    const foreign = await makeList(service);
    const writer = await service.key(list.account, ['signups:write', 'waitlists:read', 'signups:delete']);
    const refused = async (url: string, key?: string) => {
      const { statusCode, headers, json } = await service.call('GET', url, key);
      return [statusCode, headers['content-type'], headers['content-disposition'], json().error.code];
    };
    const json = 'application/json; charset=utf-8';
    expect(await refused(`${list.url}/signups/export`)).toEqual([401, json, undefined, 'unauthorized']);
    expect(await refused(`${list.url}/signups/export`, writer)).toEqual([403, json, undefined, 'forbidden']);
    const deleted = await service.waitlist(list.account);
    await service.call('DELETE', `/v1/waitlists/${deleted}`, list.account.key);
    for (const id of [newId(), foreign.id, deleted, 'nope']) {
      const url = `/v1/waitlists/${id}/signups/export`;
      expect(await refused(url, list.account.key)).toEqual([404, json, undefined, 'not_found']);
    }
  });

  describe('for slow readers', () => {
    const timeoutMs = 240_000; // for a busy machine

    let port: number;
    beforeAll(async () => {
      await service.app.listen({ port: 0, host: '127.0.0.1' });
      port = (service.app.server.address() as AddressInfo).port;
    });

    /** Starts a download and stops reading after its first bytes. */
    const begin = (list: TestList) =>
      new Promise<{ request: ClientRequest; response: IncomingMessage }>((resolve, reject) => {
        const headers = { authorization: `Bearer ${list.account.key}` };
        const request = get(
          { port, path: `${list.url}/signups/export`, headers, agent: false },
          (response) => {
            response.once('readable', () => resolve({ request, response }));
          },
        );
        request.once('error', reject);
        onTestFinished(() => void request.destroy());
      });
    const busyConnections = () => service.sql`
      SELECT state FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;

    test('holds no connection, and leaves nothing open when they disconnect (C3.13)', async () => {
      const list = await makeList(service);
      // 30 MB, more than socket buffers hold.
      await list.fill(15_000, `https://example.com/${'x'.repeat(1_900)}`);
      const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
      const openSockets = () =>
        new Promise<number>((resolve, reject) =>
          service.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
        );
      let timersBefore = Infinity; // the first round opens connections, which have timers
      for (let round = 1; round <= 2; round++) {
        const downloads = await Promise.all(Array.from({ length: 12 }, () => begin(list)));
        // With six times as many stalled readers as connections, all connections are free and others are
        // served.
        await vi.waitFor(async () => expect(await busyConnections()).toEqual([]), timeoutMs);
        expect((await list.page('limit=1')).total).toBe(15_000);

        for (const { request } of downloads) request.destroy();
        await vi.waitFor(async () => expect(await openSockets()).toBe(0), timeoutMs);
        await vi.waitFor(async () => expect(await busyConnections()).toEqual([]), timeoutMs);
        const most = timersBefore + downloads.length / 2;
        await vi.waitFor(() => expect(timers()).toBeLessThan(most), timeoutMs);
        timersBefore = timers();
      }
      expect((await download(list)).body.length).toBeGreaterThan(30_000_000);
    });

    test('breaks the connection after a failure, so that a short file never looks complete', async () => {
      const list = await makeList(service);
      await list.fill(15_000, `https://example.com/${'x'.repeat(1_900)}`);
      const { response } = await begin(list);
      await service.sql`ALTER TABLE signups RENAME TO hidden`;
      try {
        const read = async () => {
          for await (const _ of response);
        };
        await expect(read()).rejects.toThrow('aborted');
      } finally {
        await service.sql`ALTER TABLE hidden RENAME TO signups`;
      }
    });

    test('returns everything', async () => {
      const list = await makeList(service);
      await list.fill(15_000, `https://example.com/${'x'.repeat(1_900)}`);
      const { response } = await begin(list);
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      expect(readCsv(text)).toHaveLength(15_001);
      expect(text).toBe((await download(list)).body);
    });
  });
});
