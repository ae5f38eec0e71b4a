import { type ClientRequest, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { exportColumns } from '../../../src/shared/list/signups/export/export-queries.ts';
import { signedIn } from '../../support/dashboard.ts';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { readCsv } from '../../support/values/read-csv.ts';

describe('the CSV download of the dashboard', () => {
  const service = useService({ DATABASE_POOL: '2' });
  const columns = [...exportColumns, 'rewards', 'referral_link', 'referrer_email'];

  test('equals the export, except that values cannot be formulas (C3.12)', async () => {
    const list = await makeList(service);
    const visitor = await signedIn(service, list.account);
    const values = [
      ['plain', 'plain', 'plain'],
      ['equals', '=1+1', "'=1+1"],
      ['plus', '+1', "'+1"],
      ['minus', '-1', "'-1"],
      ['at', '@SUM(A1)', "'@SUM(A1)"],
      ['tab', '\t=1', "'\t=1"],
      ['return', '\r=1', `"'\r=1"`],
      ['wide', '＝1', "'＝1"],
      ['link', '=HYPERLINK("http://example.com","a")', `"'=HYPERLINK(""http://example.com"",""a"")"`],
      ['quote', 'say "hi", you', '"say ""hi"", you"'],
      ['feed', 'a\nb', '"a\nb"'],
      ['letters', 'žluťoučký 😀', 'žluťoučký 😀'],
      ['inside', '1=1', '1=1'],
    ] as const;
    for (const [name, value] of values) {
      const metadata = { key: value };
      await list.add({ email: `${name}@example.com`, utm_source: value, referrer: value, metadata });
    }
    await list.add({ email: '=cmd@example.com' });
    const later = ','.repeat(exportColumns.length - exportColumns.indexOf('fields') - 1);
    const lines = (await list.page()).data.reverse().map((signup, index) => {
      const [, value = '', written = ''] = values[index] ?? [];
      const email = signup.email.startsWith('=') ? `'${signup.email}` : signup.email;
      const metadata = value === '' ? '{}' : `"${JSON.stringify({ key: value }).replaceAll('"', '""')}"`;
      return `${index + 1},${email},${signup.created_at},${written},${written},,,,,${metadata},${signup.id},${signup.referral_code},0,,,{}${later},,,\n`;
    });

    const response = await visitor.open(`/dashboard/waitlists/${list.id}/signups.csv`);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.body).toBe(`\ufeff${columns.join(',')}\n${lines.join('')}`);
    expect(response.rawPayload.equals(Buffer.from(response.body, 'utf8'))).toBe(true);
  });

  test('has the export, and behind it custom fields, rewards, the link to share and who referred whom', async () => {
    const list = await makeList(service, {}, { referral_bonus: 2 });
    const rewards = [{ at: 3, key: 'mug', name: 'A mug' }];
    await service.call('PATCH', `${list.url}/settings`, list.account.key, {
      payload: { rewards, links: { site_url: 'https://acme.test/' } },
    });
    await list.field('text', 'string');
    await list.field('number', 'number');
    const fields = { text: 'a "b",\n\\\u0001\u007f😀', number: 0.1 };
    const metadata = { b: '1', a: 'x,"y"' };
    const { referral_code } = await list.add({ email: 'a@example.com', metadata, fields });
    for (const name of 'bcdefghijk')
      await list.add({ email: `${name}@example.com`, utm_source: 'x,y', referral_code });
    await service.sql`
      UPDATE signups SET email_status = position - 1, email_delivered_at = clock_timestamp(), email_opened_at = clock_timestamp()
      WHERE waitlist_id = ${list.id}`;
    const visitor = await signedIn(service, list.account);
    const exported = await service.call('GET', `${list.url}/signups/export`, list.account.key);
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      SELECT account_id, id, at, waitlist_id, key, at FROM signups, (VALUES (1, 'old'), (3, 'mug')) AS reward(at, key)
      WHERE waitlist_id = ${list.id} AND position = 1`;
    const { body } = await visitor.open(`/dashboard/waitlists/${list.id}/signups.csv`);
    const rows = readCsv(body.replace('\ufeff', ''));
    expect(rows.map((row) => row.slice(0, exportColumns.length))).toEqual(readCsv(exported.body));
    const [head, first, second] = rows.map((row) => row.slice(exportColumns.length));
    expect(head).toEqual([...columns.slice(exportColumns.length), 'field.text', 'field.number']);
    const link = `https://acme.test/?ref=${referral_code}`;
    expect(first).toEqual(['old, A mug', link, '', fields.text, '0.1']);
    expect(second).toEqual([
      ...['', expect.stringMatching(/^https:\/\/acme\.test\/\?ref=/), 'a@example.com'],
      ...['', ''],
    ]);
  });

  test('contains every page of a long list, in order and without deleted signups', async () => {
    const list = await makeList(service);
    await list.fill(3_100);
    await service.sql`DELETE FROM signups WHERE waitlist_id = ${list.id} AND (position IN (1, 1000, 1001, 3100) OR position BETWEEN 1500 AND 2700)`;
    const visitor = await signedIn(service, list.account);
    const [, ...rows] = readCsv((await visitor.open(`/dashboard/waitlists/${list.id}/signups.csv`)).body);
    const all = Array.from({ length: 3_100 }, (_, index) => index + 1);
    const kept = all.filter((n) => ![1, 1000, 1001, 3100].includes(n) && (n < 1500 || n > 2700));
    expect(rows.map(([position]) => Number(position))).toEqual(kept);
  });

  test('contains only the header for an empty list', async () => {
    const list = await makeList(service);
    const visitor = await signedIn(service, list.account);
    expect((await visitor.open(`/dashboard/waitlists/${list.id}/signups.csv`)).body).toBe(
      `\ufeff${columns.join(',')}\n`,
    );
  });

  test.each([
    ['Rocket', `attachment; filename="Rocket signups.csv"; filename*=UTF-8''Rocket%20signups.csv`],
    [
      'a"; x="b',
      `attachment; filename="a__ x__b signups.csv"; filename*=UTF-8''a%22%3B%20x%3D%22b%20signups.csv`,
    ],
    [
      '../etc/(1)',
      `attachment; filename=".._etc__1_ signups.csv"; filename*=UTF-8''..%2Fetc%2F%281%29%20signups.csv`,
    ],
    ['Žába', `attachment; filename="__ba signups.csv"; filename*=UTF-8''%C5%BD%C3%A1ba%20signups.csv`],
  ])('is a file named after the list %s', async (name, disposition) => {
    const list = await makeList(service, {}, { name });
    const visitor = await signedIn(service, list.account);
    const { headers } = await visitor.open(`/dashboard/waitlists/${list.id}/signups.csv`);
    expect(headers['content-disposition']).toBe(disposition);
  });

  test('needs a session', async () => {
    const list = await makeList(service);
    const { statusCode, headers } = await service.call(
      'GET',
      `/dashboard/waitlists/${list.id}/signups.csv`,
      list.account.key,
    );
    expect([statusCode, headers.location]).toEqual([303, expect.stringContaining('/dashboard/sign-in')]);
  });

  test('holds no connection for stalled readers, and leaves nothing open when they disconnect', async () => {
    const list = await makeList(service);
    // 30 MB, more than socket buffers hold.
    await list.fill(15_000, `https://example.com/${'x'.repeat(1_900)}`);
    const visitor = await signedIn(service, list.account);
    const path = `/dashboard/waitlists/${list.id}/signups.csv`;
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as AddressInfo;
    /** Starts a download and stops reading after its first bytes. */
    const begin = () =>
      new Promise<ClientRequest>((resolve, reject) => {
        const request = get(
          { port, path, headers: { cookie: visitor.cookieHeader() }, agent: false },
          (response) => {
            expect(response.statusCode).toBe(200);
            response.once('readable', () => resolve(request));
          },
        );
        request.once('error', reject);
        onTestFinished(() => void request.destroy());
      });
    const busy = () => service.sql`
      SELECT state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;

    const requests = await Promise.all([begin(), begin(), begin(), begin()]);
    await vi.waitFor(async () => expect(await busy()).toEqual([]), 240_000);
    expect((await list.page('limit=1')).total).toBe(15_000);

    for (const request of requests) request.destroy();
    const openSockets = () =>
      new Promise<number>((resolve, reject) =>
        service.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    await vi.waitFor(async () => expect(await openSockets()).toBe(0), 240_000);
    await vi.waitFor(async () => expect(await busy()).toEqual([]), 240_000);
    expect((await visitor.open(`/dashboard/waitlists/${list.id}/signups.csv`)).body.length).toBeGreaterThan(
      28_000_000,
    );
  });
});
