import { beforeAll, describe, expect, test } from 'vitest';
import { pixelsOf } from '../../support/cards/pixels.ts';
import { makePageList, type PageList } from '../../support/pages/page-list.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

describe('the card of a signup page', () => {
  const service = useService({ BASE_URL: 'https://waitlist.test' });
  let account: TestAccount;
  beforeAll(async () => {
    account = await service.account({ plan: 'scale' });
  });
  const make = (settings: Parameters<typeof makePageList>[2] = {}) =>
    makePageList(service, account, settings);
  let addresses = 0;
  /** Asks for the card, each time from another address. */
  const get = ({ path }: Pick<PageList, 'path'>, query = '', headers: Record<string, string> = {}) => {
    addresses += 1;
    const from = `198.18.${(addresses >> 8) & 255}.${addresses & 255}`;
    return service.app.inject({
      url: `${path}/card.png${query}`,
      headers: { 'x-forwarded-for': from, ...headers },
    });
  };
  const tagOf = async (list: PageList, query = '') => {
    const card = await get(list, query);
    expect(card.statusCode).toBe(200);
    return card.headers.etag;
  };
  const withNames = async (settings: object = {}) => {
    const list = await make({ page: { invited_by_field: 'first_name' }, ...settings });
    await service.call('POST', `${list.url}/fields`, account.key, {
      payload: { key: 'first_name', label: 'First name', type: 'string' },
    });
    return list;
  };

  test('is a picture that everybody may keep', async () => {
    const list = await make({ brand: { color: '#0d9488', background: '#fef9c3' } });
    const card = await get(list);
    expect(card.statusCode).toBe(200);
    expect(card.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringMatching(/^public, max-age=\d+/),
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(card.headers['set-cookie']).toBeUndefined();
    const pixels = pixelsOf(card.rawPayload);
    expect([pixels.width, pixels.height, pixels.at(2, 2)]).toEqual([1_200, 630, '#fef9c3']);
    expect(pixels.colors().get('#0d9488')).toBeGreaterThan(20_000);
    for (const tag of [`${card.headers.etag}`, `W/${card.headers.etag}`, `"other", ${card.headers.etag}`]) {
      const again = await get(list, '', { 'if-none-match': tag });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', card.headers.etag]);
    }
    expect((await get(list, '', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('is there for pages that are', async () => {
    const list = await make();
    const missing = await get({ path: '/w/no-such-page' });
    expect([missing.statusCode, missing.json().error.code]).toEqual([404, 'not_found']);
    await list.set({ page: { enabled: false } });
    expect((await get(list)).statusCode).toBe(404);
    expect((await get({ path: '/w/%00' })).statusCode).toBe(404);
  });

  test('names who shared the link, if the owner shows names', async () => {
    const list = await withNames();
    const ada = await list.add({ email: 'ada@real.example', fields: { first_name: 'Ada Lovelace' } });
    const bob = await list.add({ email: 'bob@real.example', fields: { first_name: 'Bob' } });
    const [plain, ofAda, ofBob] = await Promise.all([
      tagOf(list),
      tagOf(list, `?ref=${ada.referral_code}`),
      tagOf(list, `?ref=${bob.referral_code.toUpperCase()}`),
    ]);
    expect(new Set([plain, ofAda, ofBob]).size).toBe(3);
    await list.set({ page: { invited_by_field: null } });
    expect(await tagOf(list, `?ref=${ada.referral_code}`)).toBe(plain);
  });

  test('names nobody for a code of nobody on the list, nor with a name that is none', async () => {
    const [list, other] = await Promise.all([withNames(), withNames()]);
    const values = { stranger: 'Eve', site: 'evil.example', empty: ' ', long: 'a'.repeat(31) };
    const stranger = await other.add({ email: 'eve@real.example', fields: { first_name: values.stranger } });
    const codes = [stranger.referral_code, 'zzzzzzzzzz', 'x'.repeat(10_000), "'"];
    for (const [kind, value] of Object.entries(values).slice(1)) {
      const signup = await list.add({ email: `${kind}@real.example`, fields: { first_name: value } });
      codes.push(signup.referral_code);
    }
    const none = await list.add({ email: 'none@real.example' });
    const plain = await tagOf(list);
    for (const code of [...codes, none.referral_code])
      expect([code.slice(0, 12), await tagOf(list, `?ref=${code}`)]).toEqual([code.slice(0, 12), plain]);
    expect(await tagOf(list, '?ref=a&ref=b')).toBe(plain);
  });

  test('follows the brand, its language and what the page shows', async () => {
    const list = await make();
    const tags = [await tagOf(list)];
    for (const change of [
      { brand: { color: '#e11d48' } },
      { brand: { headline: 'Notes that write themselves' } },
      { brand: { font: 'serif' } },
      { brand: { theme: 'dark' } },
      { brand: { language: 'ja' } },
      { page: { show_total: false } },
    ]) {
      await list.set(change);
      tags.push(await tagOf(list));
    }
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('shows the logo of the list', async () => {
    const list = await make();
    const square =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="#c026d3"/></svg>';
    const stored = await service.app.inject({
      method: 'PUT',
      url: `${list.url}/brand/logo`,
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'image/svg+xml' },
      payload: square,
    });
    expect(stored.statusCode).toBe(200);
    const pixels = pixelsOf((await get(list)).rawPayload);
    expect(pixels.colors().get('#c026d3')).toBeGreaterThan(1_000);
  });

  test('is not drawn again for each signup', async () => {
    const list = await make();
    const before = await tagOf(list);
    await Promise.all(
      Array.from({ length: 12 }, (_, nth) => list.add({ email: `person${nth}@real.example` })),
    );
    expect(await tagOf(list)).toBe(before);
  });

  test('is drawn once for a thousand who ask at once', async () => {
    const list = await make();
    const cards = await Promise.all(Array.from({ length: 1_000 }, () => get(list)));
    // If each were drawn, most would find the queue full.
    expect(new Set(cards.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(cards.map(({ headers }) => headers.etag)).size).toBe(1);
  });

  test('has a limit for each address', async () => {
    const list = await make();
    const from = { 'x-forwarded-for': '198.51.100.200' };
    const cards = await Promise.all(Array.from({ length: 242 }, () => get(list, '', from)));
    const refused = cards.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused[0]?.json().error.code).toBe('rate_limited');
    expect((await get(list)).statusCode).toBe(200);
  });
});
