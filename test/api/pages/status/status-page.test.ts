import { beforeAll, describe, expect, test } from 'vitest';
import { locales } from '../../../../src/shared/platform/language/locales.ts';
import { sayIn } from '../../../../src/shared/platform/language/say.ts';
import { wordsOf } from '../../../support/dashboard.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';
import { roomInMinute } from '../../../support/values/minute.ts';
import { makeStatusList, newAddress, type StatusPerson } from './status-list.ts';

const mostBytes = 40 * 1024;

describe('the hosted status page (N1)', () => {
  const service = useService();
  let account: TestAccount;
  beforeAll(async () => {
    account = await service.account();
  });

  test('shows the place, how far the person has moved, and what one more friend brings', async () => {
    const list = await makeStatusList(service, account, {}, { referral_bonus: 2 });
    for (let at = 1; at <= 9; at++) await list.add({ email: `p${at}@example.com` });
    const ada = await list.person('ada@example.com');
    expect(wordsOf(await ada.get())).toMatch(
      /Your place in line 10 10 people on the list.*Each friend who signs up moves you up 2 places\. Nobody has signed up through you yet\./,
    );
    for (const friend of ['f1', 'f2', 'f3', 'f4'])
      await list.add({ email: `${friend}@example.com`, referral_code: ada.code });
    const moved = wordsOf(await ada.get());
    expect(moved).toMatch(/Your place in line 3 You moved up 7 places 14 people on the list/);
    expect(moved).toMatch(/One more friend takes you to the front\. 4 friends have signed up through you\./);
    await list.add({ email: 'f5@example.com', referral_code: ada.code });
    const behindFirst = wordsOf(await ada.get());
    expect(behindFirst).toMatch(/Your place in line 2 You moved up 8 places/);
    expect(behindFirst).not.toMatch(/front of the line|moves you up/);
    await list.remove((await list.find('p1@example.com')).id);
    await expect
      .poll(async () => wordsOf(await ada.get()), { timeout: 10_000 })
      .toMatch(/Your place in line 1 You moved up 9 places.*at the front of the line/);
    await list.set({ links: { hide: ['position', 'total'] } });
    const hidden = wordsOf(await ada.get());
    expect(hidden).toContain('Each friend who signs up moves you up 2 places.');
    for (const text of ['place in line', 'moved up', 'people on the list'])
      expect(hidden).not.toContain(text);
  });

  test('no two people have the same place, and its order is by shown position, then by position', async () => {
    const list = await makeStatusList(service, account, {}, { referral_bonus: 3 });
    const people: StatusPerson[] = [];
    for (let at = 1; at <= 8; at++) people.push(await list.person(`p${at}@example.com`));
    const [first, , , , fifth, sixth, , eighth] = people;
    for (const friend of [fifth, fifth, sixth, sixth, eighth, eighth])
      await list.add({ email: `f${newAddress()}@example.com`, referral_code: friend?.code });
    await list.remove(first?.id ?? '');
    const { data } = await list.page('order=display_position');
    expect(data.map(({ display_position }) => display_position).slice(0, 6)).toEqual([1, 1, 2, 2, 3, 4]);
    const readRank = async (id: string) => {
      const links = await service.call('GET', `${list.url}/signups/${id}/links`, account.key);
      const answer = await service.app.inject({
        url: '/v1/public/status',
        headers: { authorization: `Status ${links.json().status_token}`, 'x-forwarded-for': newAddress() },
      });
      return answer.json().rank;
    };
    const readRanks = () => Promise.all(data.map(({ id }) => readRank(id)));
    await expect.poll(readRanks, { timeout: 10_000 }).toEqual(data.map((_, index) => index + 1));
    const place = data.findIndex(({ id }) => id === sixth?.id) + 1;
    expect(wordsOf((await sixth?.get()) ?? { body: '' })).toContain(`Your place in line ${place} `);
  });

  test('shows the ladder by name, and nothing of a bonus that there is not', async () => {
    const rewards = [
      { at: 1, key: 'st', name: 'Sticker pack' },
      { at: 3, key: 'mug' },
    ];
    const list = await makeStatusList(service, account, { rewards });
    const ada = await list.person('ada@example.com');
    expect(wordsOf(await ada.get())).not.toMatch(/Rewards|moves you up/);
    await list.set({ links: { show_rewards: true } });
    expect(wordsOf(await ada.get())).toMatch(
      /Rewards 1 more until .Sticker pack.\s+Sticker pack 1 friend mug 3 friends/,
    );
    await list.add({ email: 'f1@example.com', referral_code: ada.code });
    // The worker has not granted it yet.
    expect(wordsOf(await ada.get())).toMatch(/2 more until .mug. Sticker pack Being checked mug 3 friends/);
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      VALUES (${account.accountId}, ${ada.id}, 1, ${list.id}, 'st', 1)`;
    const { body } = await ada.get();
    expect(body).toContain('<progress max="3" value="1"');
    expect(wordsOf({ body })).toMatch(/Sticker pack Reached mug 3 friends/);
  });

  test('shows text and picture of rewards, and may ask their hosts for pictures alone', async () => {
    const rewards = [
      { at: 1, key: 'st', text: 'Five.\n<b>By post</b>', image: 'https://notes.test/a b.png?x="1"' },
      { at: 2, key: 'mug', image: 'https://notes.test/mug.png' },
      { at: 3, key: 'cap', image: 'https://cdn.test:8443/cap.png' },
    ];
    const links = { status_page: true, show_rewards: true };
    const list = await makeStatusList(service, account, { rewards, links });
    const ada = await list.person('ada@example.com');
    const { body, headers } = await ada.get();
    expect(body).toContain('<p class="about" dir="auto">Five.\n&lt;b>By post&lt;/b></p>');
    expect(body).toContain(
      '<img src="https://notes.test/a b.png?x=&quot;1&quot;" alt width="40" height="40" loading="lazy" decoding="async" referrerpolicy="no-referrer"/>',
    );
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("; img-src 'self' https://notes.test https://cdn.test:8443;");
    expect(policy.match(/notes\.test/g)).toHaveLength(1);
    await list.set({ links: { show_rewards: false } });
    expect(String((await ada.get()).headers['content-security-policy'])).toContain("; img-src 'self';");
  });

  test('shows the leaderboard with “You” where it is public', async () => {
    const list = await makeStatusList(service, account);
    const leaders = await Promise.all(
      Array.from({ length: 6 }, (_, at) => list.person(`leader${at}@example.com`)),
    );
    const ada = await list.person('ada@example.com');
    await service.sql`UPDATE signups SET referral_count = 10 + position WHERE waitlist_id = ${list.id}`;
    await service.sql`UPDATE signups SET referral_count = 1 WHERE id = ${ada.id}`;
    expect(wordsOf(await ada.get())).not.toContain('Leaderboard');
    await list.set({ leaderboard: { public: true } });
    expect(wordsOf(await ada.get())).toMatch(
      /Leaderboard 1 l…5 16 friends 2 l…4 15 friends .* 5 l…1 12 friends 7 You 1 friend document/,
    );
    expect(wordsOf((await leaders[4]?.get()) ?? { body: '' })).toMatch(
      /1 l…5 16 friends 2 You 15 friends 3 l…3 .* 5 l…1 12 friends document/,
    );
  });

  test('nobody shares a place of the leaderboard on a page: the earlier of two equals is before', async () => {
    const list = await makeStatusList(service, account, { leaderboard: { public: true } });
    const people: StatusPerson[] = [];
    for (let at = 0; at < 8; at++) people.push(await list.person(`equal${at}@example.com`));
    await service.sql`UPDATE signups SET referral_count = 2 WHERE waitlist_id = ${list.id}`;
    const shownTo = async (at: number) => wordsOf((await people[at]?.get()) ?? { body: '' });
    expect(await shownTo(1)).toMatch(
      /1 e…0 2 friends 2 You 2 friends 3 e…2 2 friends 4 e…3 .* 5 e…4 2 friends doc/,
    );
    expect(await shownTo(6)).toMatch(/5 e…4 2 friends 7 You 2 friends/);
    expect(await shownTo(7)).toMatch(/5 e…4 2 friends 8 You 2 friends/);
  });

  test('asks to confirm, sends the link again without a script, and says what became of it', async () => {
    const list = await makeStatusList(service, account, { confirmation: { enabled: true } });
    const ada = await list.person('ada@example.com');
    const asking = await ada.get();
    expect(wordsOf(asking)).toContain('Please confirm your email address Open the link');
    expect(asking.body).toContain(`<form method="post" action="${ada.path}/again">`);
    const press = () => service.app.inject({ method: 'POST', url: `${ada.path}/again`, payload: 'x=1' });
    const mails = () => service.sql`SELECT 1 FROM mails WHERE signup_id = ${ada.id} AND kind = 'confirm'`;
    const before = (await mails()).length;
    const recently = await press();
    expect([recently.statusCode, recently.headers.location]).toEqual([303, `${ada.path}?link=recently`]);
    expect(wordsOf(await ada.get('?link=recently'))).toContain('We sent you a link recently.');
    await service.sql`UPDATE signups SET confirm_sent_at = now() - interval '2 hours' WHERE id = ${ada.id}`;
    expect((await press()).headers.location).toBe(`${ada.path}?link=sent`);
    expect(await mails()).toHaveLength(before + 1);
    const sent = await ada.get('?link=sent');
    expect(wordsOf(sent)).toContain('We have sent you a new link.');
    expect(sent.body).not.toContain('<form');
    await service.sql`UPDATE signups SET confirmed_at = now() WHERE id = ${ada.id}`;
    expect((await press()).headers.location).toBe(`${ada.path}?link=confirmed`);
    expect(wordsOf(await ada.get())).not.toContain('confirm');
    expect(sent.headers['set-cookie']).toBeUndefined();
    expect(wordsOf(await ada.get('?link=<b>&link=x'))).not.toContain('<b>');
  });

  test('has the link, ways to share it with the name of the list, and its QR code', async () => {
    const list = await makeStatusList(service, account, {}, { name: 'Tea & Ümläut + 50%' });
    const ada = await list.person('ada@example.com');
    const { body } = await ada.get();
    const link = `https://acme.test/join?ref=${ada.code}`;
    expect(body).toContain(`value="${link}"`);
    const hrefs = [...body.matchAll(/href="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href.replaceAll('&amp;', '&')),
    );
    const text = 'I am on the waitlist for Tea & Ümläut + 50%. Join me!';
    const shared = hrefs.map((url) => [url.host || url.protocol, Object.fromEntries(url.searchParams)]);
    expect(shared).toEqual([
      ['x.com', { text, url: link }],
      ['wa.me', { text: `${text} ${link}` }],
      ['www.linkedin.com', { url: link }],
      ['t.me', { url: link, text }],
      ['mailto:', { subject: text, body: `${text}\n\n${link}` }],
    ]);
    expect(body).not.toContain('+on+the'); // mail programs show a plus
    const code = await ada.get('/qr.svg');
    expect([code.statusCode, code.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(code.body).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \1"/);
    await list.set({ links: { site_url: null } });
    expect((await ada.get('/qr.svg')).statusCode).toBe(404);
    expect((await ada.get()).body).not.toMatch(/id="link"|x\.com/);
  });

  test.each(locales)('is in the language of the visitor, or of the brand: %s', async (locale) => {
    const list = await makeStatusList(service, account);
    const ada = await list.person('ada@example.com');
    const asked = await ada.get('', { 'accept-language': `xx, ${locale};q=0.9, en;q=0.1` });
    expect(asked.body).toContain(`<html lang="${locale}"`);
    expect(wordsOf(asked)).toContain(sayIn(locale)('status.place'));
    await list.set({ brand: { language: locale } });
    expect(wordsOf(await ada.get('', { 'accept-language': 'zh' }))).toContain(sayIn(locale)('status.share'));
  });

  test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(2)>', "</style>'\u202e{name}#"])(
    'shows hostile names as they are: %s',
    async (name) => {
      const rewards = [{ at: 1, key: 'a', name }];
      const links = { site_url: 'https://acme.test/', status_page: true, show_rewards: true };
      const list = await makeStatusList(service, account, { rewards, links }, { name });
      const { body } = await (await list.person('ada@example.com')).get();
      expect(body).not.toMatch(/<script>alert|<img src=x|<\/style>'/);
      const updated = await (await list.person('bob@example.com')).get('/live');
      expect(updated.json().parts.ladder).not.toMatch(/<script>alert|<img src=x|<\/style>'/);
    },
  );

  test('tells an open page only what is new', async () => {
    const list = await makeStatusList(service, account, {}, { referral_bonus: 3 });
    for (const before of ['first', 'second', 'third']) await list.add({ email: `${before}@example.com` });
    const ada = await list.person('ada@example.com');
    const { body } = await ada.get();
    const version = /data-version="([^"]+)"/.exec(body)?.[1];
    expect((await ada.get(`/live?seen=${version}`)).statusCode).toBe(204);
    await list.add({ email: 'f1@example.com', referral_code: ada.code });
    const update = await ada.get(`/live?seen=${version}`);
    expect(update.statusCode).toBe(200);
    expect(update.headers['cache-control']).toBe('no-store');
    const { parts, news, version: next } = update.json();
    expect(news).toBe('Your place is now 2.');
    expect(parts.place).toContain('data-count="2"');
    // What the page would show now.
    const reloaded = (await ada.get()).body;
    for (const part of Object.values(parts)) expect(reloaded).toContain(part);
    expect((await ada.get(`/live?seen=${next}`)).statusCode).toBe(204);
  });

  test('is small, from this service alone, and allows no styles or scripts but its own', async () => {
    const rewards = Array.from({ length: 20 }, (_, at) => ({
      at: at + 1,
      key: `r${at}`,
      name: 'x'.repeat(100),
    }));
    const links = { site_url: 'https://acme.test/', status_page: true, show_rewards: true };
    const settings = { rewards, links, leaderboard: { public: true }, brand: { headline: 'h'.repeat(120) } };
    const list = await makeStatusList(service, account, settings, {
      name: 'n'.repeat(100),
      referral_bonus: 1,
    });
    const page = await (await list.person('ada@example.com')).get();
    expect(Buffer.byteLength(page.body)).toBeLessThan(mostBytes);
    expect(page.body).not.toMatch(/ style=| src="(?!\/s\/)| on\w+=/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toMatch(/script-src 'sha256-[^']+' 'sha256-[^']+'; .*connect-src 'self'/);
    expect(policy).not.toContain('unsafe');
    expect(page.headers['cache-control']).toBe('private, no-cache');
  });

  test.each(['', '/live', '/qr.svg'])(
    'is not found at %s for a wrong token, and while it is off',
    async (rest) => {
      const list = await makeStatusList(service, account);
      const ada = await list.person('ada@example.com');
      expect((await ada.get(rest)).statusCode).toBe(200);
      const forged = ada.path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      const headers = { 'x-forwarded-for': newAddress() };
      for (const path of [forged, '/s/x', `${ada.path}A`])
        expect((await service.app.inject({ url: `${path}${rest}`, headers })).statusCode).toBe(404);
      await list.set({ links: { status_page: false } });
      expect((await ada.get(rest)).statusCode).toBe(404);
      const pressed = await service.app.inject({ method: 'POST', url: `${ada.path}/again`, headers });
      expect(pressed.statusCode).toBe(404);
      await list.set({ links: { status_page: true } });
      await service.call('POST', `${list.url}/links/revoke`, account.key, { payload: { kind: 'status' } });
      expect((await ada.get(rest)).statusCode).toBe(404);
    },
  );

  test('31 updates of one person a minute are too many, and use up nothing of others or of the page', async () => {
    const list = await makeStatusList(service, account);
    const [ada, bob] = [await list.person('ada@example.com'), await list.person('bob@example.com')];
    await roomInMinute(service.env.REDIS_URL ?? '', 30);
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    const statuses: number[] = [];
    for (let each = 0; each < 31; each++) statuses.push((await ada.get('/live', headers)).statusCode);
    expect([...new Set(statuses)]).toEqual([200, 429]);
    expect(statuses.indexOf(429)).toBe(30);
    expect((await ada.get('/live', headers)).headers['retry-after']).toMatch(/^\d+$/);
    expect((await bob.get('/live', headers)).statusCode).toBe(200);
    expect((await ada.get('', headers)).statusCode).toBe(200);
  });
});
