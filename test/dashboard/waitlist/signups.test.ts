import { describe, expect, test } from 'vitest';
import { workOnPart } from '../../../src/shared/list/signups/selection/work-on-part.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { elementsOf, rowsOf, signedIn, textOf, type Visitor } from '../../support/dashboard.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants, recount } from '../../support/storm/invariants.ts';
import { triesAll } from '../../support/values/tries-all.ts';

describe('the signups of a waitlist', () => {
  const service = useService();

  const open = async (
    change?: Record<string, unknown>,
  ): Promise<{ list: TestList; visitor: Visitor; path: string }> => {
    const list = await makeList(service, {}, change);
    return { list, visitor: await signedIn(service, list.account), path: `/dashboard/waitlists/${list.id}` };
  };
  /** The emails on a page in order, without those of referrers. */
  const addressesOn = async (visitor: Visitor, path: string) => {
    const { statusCode, body } = await visitor.open(path);
    expect(statusCode).toBe(200);
    return rowsOf(body).map(([address = '']) => address.split(' ')[0]);
  };

  test('show an example request for an empty list, without search and download', async () => {
    const { visitor, path, list } = await open();
    const { body } = await visitor.open(path);
    expect(body).toContain(`${service.ctx.config.baseUrl}/v1/waitlists/${list.id}/signups`);
    expect(textOf(body)).toContain('No signups yet');
    for (const place of ['settings/form', 'imports']) expect(body).toContain(`/${place}"`);
    expect(body).not.toContain('type="search"');
    expect(body).not.toContain('signups.csv');
  });

  test('show their properties, and the place only with a bonus', async () => {
    const { list, visitor, path } = await open();
    const ada = await list.add({ email: 'Ada@Example.com', utm_source: 'ads' });
    await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    await list.add({ email: 'cleo@example.com', referral_code: ada.referral_code });
    await service.sql`UPDATE signups SET email_status = 9 WHERE id = ${ada.id}`; // bounced
    await recount(service.sql, list.id);
    const today = (
      await service.sql<[{ day: string }]>`SELECT to_char(now() AT TIME ZONE 'UTC', 'FMDD Mon YYYY') AS day`
    )[0].day;

    const { body } = await visitor.open(path);
    expect(body).not.toContain('>Place<');
    const rows = rowsOf(body).map((row) => row.map((cell) => cell.replace('Sept', 'Sep')));
    expect(rows).toEqual([
      ['cleo@example.com referred by Ada@Example.com', '3', 'Not sent yet', '0', 'direct', today],
      ['bob@example.com referred by Ada@Example.com', '2', 'Not sent yet', '0', 'direct', today],
      ['Ada@Example.com', '1', 'Bounced', '2', 'ads', today],
    ]);

    await service.call('PATCH', list.url, list.account.key, { payload: { referral_bonus: 1 } });
    await list.add({
      email: 'dora@example.com',
      referral_code: (await list.find('cleo@example.com')).referral_code,
    });
    const withBonus = (await visitor.open(path)).body;
    expect(withBonus).toContain('>Place<');
    expect(rowsOf(withBonus).map(([, place]) => place)).toEqual(['4', '3', '2', '1']);
  });

  test('are found by a part of the address of 3 characters, by its beginning with fewer, in any letter case', async () => {
    const { list, visitor, path } = await open();
    for (const email of [
      'ada@example.com.au',
      'Ada@example.com',
      'ada.b@example.com',
      'bada@example.com',
      'a_a@example.com',
      'acb@example.com',
      'i@bücher.example',
    ])
      await list.add({ email });
    const found = async (q: string) =>
      (await addressesOn(visitor, `${path}?${new URLSearchParams({ q })}`)).sort();
    expect(await found('ada')).toEqual([
      'Ada@example.com',
      'ada.b@example.com',
      'ada@example.com.au',
      'bada@example.com',
    ]);
    expect(await found(' ADA@EXAMPLE.COM ')).toEqual([
      'Ada@example.com',
      'ada@example.com.au',
      'bada@example.com',
    ]);
    expect(await found('AD')).toEqual(['Ada@example.com', 'ada.b@example.com', 'ada@example.com.au']);
    expect(await found('b')).toEqual(['bada@example.com']);
    // These characters are not patterns.
    expect(await found('a_')).toEqual(['a_a@example.com']);
    expect(await found('a%')).toEqual([]);
    expect(await found('\\')).toEqual([]);
    expect(await found('_a@')).toEqual(['a_a@example.com']);
    expect(await found('i@BÜCHER.example')).toEqual(['i@bücher.example']);
    expect(await found('i@xn--bcher')).toEqual(['i@bücher.example']);

    const nothing = textOf((await visitor.open(`${path}?q=zoe`)).body);
    expect(nothing).toContain('No signups found. Clear filters');
  });

  test('are not found from another list', async () => {
    const { list, visitor, path } = await open();
    await list.add({ email: 'mine@example.com' });
    const other = await makeList(service);
    await other.add({ email: 'theirs@example.com' });
    expect(await addressesOn(visitor, `${path}?q=theirs`)).toEqual([]);
    expect(await addressesOn(visitor, `${path}?q=th`)).toEqual([]);
    for (const order of ['newest', 'oldest', 'referrals'])
      expect(await addressesOn(visitor, `${path}?order=${order}`)).toEqual(['mine@example.com']);
  });

  test('can be sorted by position in both directions, or by referrals and then position', async () => {
    const { list, visitor, path } = await open();
    await list.fill(120);
    for (const [referrer, referred] of [
      [60, [70, 71]],
      [7, [80, 90]],
      [100, [101, 102, 103]],
    ] as const) {
      await service.sql`
        WITH brought AS (
          UPDATE signups s SET referred_by = r.id FROM signups r
          WHERE r.waitlist_id = ${list.id} AND r.position = ${referrer} AND s.waitlist_id = ${list.id} AND s.position = ANY(${[...referred].map(String)}::text[]::integer[])
          RETURNING s.id
        ) UPDATE signups SET referral_count = ${referred.length} WHERE waitlist_id = ${list.id} AND position = ${referrer}`;
    }
    await recount(service.sql, list.id);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);

    const all = Array.from({ length: 120 }, (_, index) => index + 1);
    const orders = {
      newest: all.toReversed(),
      oldest: all,
      referrals: [100, 7, 60, ...all.filter((n) => ![100, 7, 60].includes(n))],
    };
    for (const [order, expected] of Object.entries(orders)) {
      for (const page of [1, 2, 3, 4]) {
        const positions = rowsOf((await visitor.open(`${path}?order=${order}&page=${page}`)).body).map(
          ([, position]) => Number(position),
        );
        expect(positions, `${order} ${page}`).toEqual(expected.slice(50 * (page - 1), 50 * page));
      }
    }
  });

  test('keep the search and the order on further pages', async () => {
    const { list, visitor, path } = await open();
    await list.fill(101);
    const sorted = (await visitor.open(`${path}?order=oldest&page=2`)).body;
    expect(sorted).toContain(`${path}?order=oldest&amp;page=3`);
    expect(sorted).toContain(`${path}?order=oldest&amp;page=1`);
    expect(textOf(sorted)).toContain('51 to 100 of 101');
    for (const q of ['Person', 'Pe']) {
      const searched = (await visitor.open(`${path}?q=${q}`)).body;
      expect(searched).toContain(`${path}?q=${q}&amp;page=2`);
      expect(textOf(searched)).toContain('101 signups found.');
      const addresses = await Promise.all(
        [1, 2, 3].map((page) => addressesOn(visitor, `${path}?q=${q}&page=${page}`)),
      );
      expect(new Set(addresses.flat()).size).toBe(101);
    }
  });

  test('have a page with all their properties', async () => {
    const { list, visitor, path } = await open({ referral_bonus: 3 });
    await list.field('company', 'string');
    await list.field('beta', 'boolean');
    const ada = await list.add({ email: 'ada@example.com' });
    const bob = await list.add({
      email: 'bob@example.com',
      referral_code: ada.referral_code,
      utm_source: 'ads',
      referrer: 'https://example.org/from',
      metadata: { plan: 'gold' },
      fields: { company: 'Acme', beta: false },
    });
    const cleo = await list.add({ email: 'cleo@example.com', referral_code: bob.referral_code });
    const body = (await visitor.open(`${path}/signups/${bob.id}`)).body;
    const facts = textOf(body);
    for (const fact of [
      'Position 2',
      'Place in line 2',
      'Source ads',
      'Referrer https://example.org/from',
      'Email Not sent yet',
      `ID ${bob.id}`,
      `Code ${bob.referral_code}`,
      'Referred by ada@example.com',
      'Referrals 1. Show them among the signups',
      'cleo@example.com',
      'company Acme',
      'beta No',
      'plan gold',
    ])
      expect(facts).toContain(fact);
    expect(body).toContain(`${path}/signups/${ada.id}"`);
    expect(body).toContain(`${path}/signups/${cleo.id}"`);
    const bare = textOf((await visitor.open(`${path}/signups/${ada.id}`)).body);
    expect(bare).toContain('Referred by Nobody');
    expect(bare).toContain('No metadata.');
  });

  test('are deleted after a confirmation, which takes the credit back, as the page says (§3.4)', async () => {
    const { list, visitor, path } = await open();
    const ada = await list.add({ email: 'ada@example.com' });
    const bob = await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    const page = `${path}/signups/${bob.id}`;
    const shown = (await visitor.open(page)).body;
    expect(textOf(shown)).toContain('This deletes bob@example.com from the waitlist');
    expect(shown).toContain(`action="${page}/delete"`);
    expect((await visitor.open(`${page}/delete`)).statusCode).toBe(404);

    const refused = await visitor.send(`${page}/delete`, { csrf: 'wrong' });
    expect(refused.statusCode).toBe(403);
    expect((await list.find('ada@example.com')).referral_count).toBe(1);

    const deleted = await visitor.send(`${page}/delete`);
    expect([deleted.statusCode, deleted.headers.location]).toEqual([303, path]);
    const waiting = (await visitor.open(path)).body;
    expect(textOf(waiting)).toContain('Deleted 1 signup. Undo');
    expect(rowsOf(waiting).map(([address]) => address)).toEqual(['ada@example.com']);
    const [job] = await service.sql<[{ id: string; accountId: string }]>`
      UPDATE outbox SET due_at = now() WHERE job = 'act-on-selection' RETURNING id, account_id AS "accountId"`;
    await workOnPart(service.ctx, job);
    const { body } = await visitor.open(path);
    expect(textOf(body)).not.toContain('Deleted');
    expect(rowsOf(body).map(([address, , , referrals]) => [address, referrals])).toEqual([
      ['ada@example.com', '0'],
    ]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    expect((await visitor.send(`${page}/delete`)).statusCode).toBe(404);
  });

  test('return 404 for other accounts (§4.2)', async () => {
    const { list, visitor, path } = await open();
    const other = await open();
    const theirs = await other.list.add({ email: 'theirs@example.com' });
    for (const page of ['', '/signups.csv', '/statistics', '/fields', `/signups/${theirs.id}`])
      expect((await visitor.open(other.path + page)).statusCode, page).toBe(404);
    for (const id of [theirs.id, newId(), 'nope']) {
      expect((await visitor.open(`${path}/signups/${id}`)).statusCode, id).toBe(404);
      expect((await visitor.send(`${path}/signups/${id}/delete`)).statusCode, id).toBe(404);
    }
    expect((await visitor.send(`${other.path}/signups/${theirs.id}/delete`)).statusCode).toBe(404);
    expect((await other.list.page()).total).toBe(1);
    expect((await list.page()).total).toBe(0);
  });

  test('have their values escaped on every page', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onmouseover='alert(1)",
      '</title><svg onload=alert(1)>',
      'javascript:alert(1)',
      '&lt;b&gt;',
      '{{constructor}}',
      '\u202e<b>',
    ];
    const marked = (text: string) => ({
      utm_source: text,
      referrer: `https://example.com/${text}`,
      metadata: { key: text },
      fields: { key: text },
    });
    const shown = async (text: string, local: string) => {
      const { list, visitor, path } = await open();
      await list.field('key', 'string');
      await service.call('PATCH', `${list.url}/fields/key`, list.account.key, { payload: { label: text } });
      await service.call('PATCH', list.url, list.account.key, { payload: { name: text } });
      const { id, referral_code } = await list.add({ email: `${local}@example.com`, ...marked(text) });
      await list.add({ email: `2${local}@example.com`, referral_code, ...marked(text) });
      const pages = [
        '',
        `?q=${encodeURIComponent(text)}`,
        `?field.key=${encodeURIComponent(text)}&created_from=${encodeURIComponent(text)}`,
        `/signups/${id}`,
        '/statistics',
        `/statistics?from=${encodeURIComponent(text)}`,
        '/fields',
        '/fields/key',
      ];
      return Promise.all(pages.map(async (page) => (await visitor.open(path + page)).body));
    };
    const plain = await shown('benign', 'plain');
    expect(plain.map((html) => elementsOf(html).length > 40)).toEqual(plain.map(() => true));
    for (const text of triesAll ? hostile : hostile.slice(0, 2)) {
      const pages = await shown(text, "o'`{&copy=}");
      for (const [index, html] of pages.entries()) {
        expect(elementsOf(html), `${index} ${text}`).toEqual(elementsOf(plain[index] ?? ''));
      }
      expect(textOf(pages[3] ?? '')).toContain(`key ${text}`.trim());
      expect(textOf(pages[0] ?? '')).toContain("o'`{&copy=}@example.com");
    }
  });
});
