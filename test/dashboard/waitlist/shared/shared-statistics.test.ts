import { beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, signedIn, type Visitor, wordsOf } from '../../../support/dashboard.ts';
import { makeList, type TestList } from '../../../support/list.ts';
import { useService } from '../../../support/service/service.ts';
import { roomInMinute } from '../../../support/values/minute.ts';

const service = useService();
let addresses = 0;
/** What somebody without a session gets, from an address of their own. */
const look = (url: string, from = `203.0.113.${++addresses}`) =>
  service.app.inject({
    url: new URL(url, 'http://localhost').pathname + new URL(url, 'http://localhost').search,
    headers: { 'x-forwarded-for': from },
  });

/** Makes a link on the page. @returns its URL */
async function share(visitor: Visitor, list: TestList): Promise<string> {
  const made = await visitor.send(`/dashboard/waitlists/${list.id}/statistics/links`);
  expect(made.statusCode).toBe(200);
  return /data-copy="([^"]+)"/.exec(made.body)?.[1] ?? expect.fail(made.body);
}

async function open() {
  const list = await makeList(service, { plan: 'scale' }, { name: 'Orbit' });
  const ada = await list.add({
    email: 'ada@example.com',
    utm_source: 'ads',
    referrer: 'https://news.example/',
  });
  await list.add({
    email: 'bob@example.com',
    utm_source: 'eve@secret.example',
    referral_code: ada.referral_code,
  });
  await list.add({ email: 'cleo@example.com', utm_source: 'ads', referral_code: ada.referral_code });
  const visitor = await signedIn(service, list.account);
  return { list, visitor, path: `/dashboard/waitlists/${list.id}/statistics` };
}

describe('a public link to statistics', () => {
  let list: TestList;
  let visitor: Visitor;
  let path: string;
  beforeAll(async () => {
    ({ list, visitor, path } = await open());
  });

  test('shows the numbers of its list to anybody, and nobody on it', async () => {
    const url = await share(visitor, list);
    expect(url).toMatch(/^http:\/\/localhost:3000\/stats\/sta_[0-9A-Za-z]{38}$/);
    const page = await look(url);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'cache-control': 'private, max-age=60',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(page.headers['set-cookie']).toBeUndefined();
    const words = wordsOf(page);
    for (const text of [
      'Orbit',
      'In this period 3',
      'All signups 3',
      'Referred 2 67% of all signups',
      'ads 2 All others 1',
      'news.example 1',
    ])
      expect(words).toContain(text);
    expect(rowsOf(page.body)).toHaveLength(30);
    expect(page.body).not.toMatch(/@|referred_by|csrf|<form/);
    const hrefs = [...page.body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(hrefs).toEqual(
      ['7', '30', '90', '365', 'all'].map((period) => `${new URL(url).pathname}?period=${period}`),
    );
    expect(rowsOf((await look(`${url}?period=7`)).body)).toHaveLength(7);
    expect(rowsOf((await look(`${url}?period=8`)).body)).toHaveLength(30);
  });

  test('is stored as a hash, shown once, listed with who made it, and shows nothing once it is revoked', async () => {
    const other = await open();
    const url = await share(other.visitor, other.list);
    const token = url.slice(url.lastIndexOf('/') + 1);
    const rows = await service.sql`SELECT * FROM statistics_links WHERE waitlist_id = ${other.list.id}`;
    expect(JSON.stringify(rows)).not.toContain(token);
    const { body } = await other.visitor.open(other.path);
    expect(body).not.toContain(token);
    const [link] = await service.sql<{ id: string }[]>`
      SELECT id FROM statistics_links WHERE waitlist_id = ${other.list.id}`;
    expect(wordsOf({ body })).toMatch(new RegExp(`Created By Actions .* ${other.visitor.email} Revoke`));
    expect((await look(url)).statusCode).toBe(200);
    const revoked = await other.visitor.send(`${other.path}/links/${link?.id}/revoke`);
    expect(wordsOf(await other.visitor.follow(revoked))).toContain('The link is revoked.');
    const gone = await look(url);
    expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(wordsOf(gone)).toContain('This link does not work');
    expect((await other.visitor.send(`${other.path}/links/${link?.id}/revoke`)).statusCode).toBe(404);
    const log = await service.call('GET', '/v1/audit-log?limit=2', other.list.account.key);
    expect(
      log
        .json()
        .data.map(({ action, object, details }: Record<string, unknown>) => [action, object, details]),
    ).toEqual(
      ['statistics_link.revoked', 'statistics_link.created'].map((action) => [
        action,
        { type: 'statistics_link', id: other.list.id },
        { link_id: link?.id },
      ]),
    );
    expect(log.body).not.toContain(token);
  });

  test('is not found with a wrong token, alike for each', async () => {
    const url = await share(visitor, list);
    const wrong = [
      '/stats/',
      '/stats/x',
      `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`,
      `${url}/x`,
      `${url}%00`,
      `/stats/sta_${'0'.repeat(38)}`,
    ];
    const answers = await Promise.all(wrong.map((each) => look(each)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(wrong.map(() => 404));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.headers['x-robots-tag']).toBe('noindex');
  });

  test('is made and revoked by owners and editors alone, of their lists alone', async () => {
    const viewer = await signedIn(service, list.account, 'viewer');
    await share(await signedIn(service, list.account, 'editor'), list);
    expect((await viewer.open(path)).body).not.toMatch(/Create a|Revoke|id="share"/);
    expect((await viewer.send(`${path}/links`)).statusCode).toBe(403);
    const [link] = await service.sql<{ id: string }[]>`
      SELECT id FROM statistics_links WHERE waitlist_id = ${list.id} LIMIT 1`;
    const stranger = await open();
    const theirs = `/dashboard/waitlists/${stranger.list.id}/statistics/links/${link?.id}/revoke`;
    expect((await stranger.visitor.send(theirs)).statusCode).toBe(404);
    expect((await stranger.visitor.send(`${path}/links/${link?.id}/revoke`)).statusCode).toBe(404);
    expect(await service.sql`SELECT 1 FROM statistics_links WHERE id = ${link?.id ?? null}`).toHaveLength(1);
  });

  test('goes with its list', async () => {
    const other = await open();
    const url = await share(other.visitor, other.list);
    expect((await look(url)).statusCode).toBe(200);
    await service.call('DELETE', other.list.url, other.list.account.key);
    expect((await look(url)).statusCode).toBe(404);
  });

  test('a list has 20 at most, also if they are made at the same time', async () => {
    const other = await open();
    for (let at = 0; at < 16; at++) await share(other.visitor, other.list);
    const statuses = (
      await Promise.all(Array.from({ length: 8 }, () => other.visitor.send(`${other.path}/links`)))
    ).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([...Array(4).fill(200), ...Array(4).fill(409)]);
    const page = wordsOf(await other.visitor.open(other.path));
    expect(page).toContain('20 links are the most a waitlist can have.');
    expect(page).not.toContain('Create another link');
  });

  test('an address that looks too often is refused', async () => {
    await roomInMinute(service.env.REDIS_URL ?? '', 20);
    const from = '198.51.100.7';
    const answers = await Promise.all(
      Array.from({ length: 121 }, () => look(`/stats/sta_${'0'.repeat(38)}`, from)),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.headers['retry-after']).toBeDefined();
  });
});
