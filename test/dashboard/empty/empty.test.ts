import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

/** Pages of a waitlist that has nothing yet: what they say will be there, and where the first one is made. */
const ofList = [
  ['', 'Everybody who joins is listed here', '/settings/page'],
  ['/invite', 'The waves are listed here', '#page'],
  ['/write', 'Tell everybody, or some of them', '/write/new/edit'],
  ['/rewards', 'Whoever brings them is listed here', '/settings/rewards'],
  ['/statistics', 'how many join each day', ''],
  ['/fields', 'A field holds one more answer', '#new'],
  ['/imports', 'Each import is listed here', '#upload'],
] as const;

/** The same of an account without anything. */
const ofAccount = [
  ['', 'A waitlist collects the people who wait', '/dashboard/waitlists#new'],
  ['/waitlists', 'A waitlist collects the people who wait', '#new'],
  ['/apps', 'Connected apps are listed here', undefined],
] as const;

describe('pages that have nothing yet', () => {
  const service = useService();
  let list: TestList;
  let owner: Visitor;
  let viewer: Visitor;
  let path: string;

  beforeAll(async () => {
    list = await makeList(service);
    owner = await signedIn(service, list.account);
    viewer = await signedIn(service, list.account, 'viewer');
    path = `/dashboard/waitlists/${list.id}`;
  });

  /** The part of a page that teaches. */
  const taughtOn = async (visitor: Visitor, url: string) => {
    const { body } = await visitor.open(url);
    return /<section class="card teaching".*?<\/section>/s.exec(body)?.[0] ?? '';
  };

  test.each(ofList)(
    'a waitlist’s “%s” says what will be there, and leads to it',
    async (page, says, href) => {
      const taught = await taughtOn(owner, path + page);
      expect(wordsOf({ body: taught })).toContain(says);
      expect(taught).toContain(href.startsWith('#') ? `href="${href}"` : `href="${path}${href}"`);
      expect(taught).toMatch(/<svg class="drawing"[^>]* aria-hidden="true"/);
    },
  );

  test.each(ofAccount)('an account’s “%s” does, too', async (page, says, href) => {
    const visitor = await signedIn(service, await service.account());
    const taught = await taughtOn(visitor, `/dashboard${page}`);
    expect(wordsOf({ body: taught })).toContain(says);
    expect(taught).toContain(href === undefined ? '<code>' : `href="${href}"`);
  });

  test('the signups of a waitlist whose signup page is open have its address to copy', async () => {
    const id = await service.waitlist(list.account);
    const payload = { page: { enabled: true, slug: 'is-open' } };
    await service.call('PATCH', `/v1/waitlists/${id}/settings`, list.account.key, { payload });
    const taught = await taughtOn(owner, `/dashboard/waitlists/${id}`);
    expect(taught).toContain(`data-copy="${service.ctx.config.baseUrl}/w/is-open"`);
    expect(taught).not.toContain('class="button"');
  });

  test('an address of a page that has nothing to do shows no button to those who may not press it', async () => {
    for (const [page, , href] of ofList) {
      if (page === '/statistics' || page === '/imports') continue;
      const taught = await taughtOn(viewer, path + page);
      expect([
        page,
        taught.includes(`class="button" href="${href.startsWith('#') ? href : path + href}"`),
      ]).toEqual([page, false]);
    }
  });

  test('the deliveries of an integration and the referrals that are judged are taught, too', async () => {
    await service.call('PUT', '/v1/integrations/webhook', list.account.key, {
      payload: { config: { url: 'https://hooks.test/waitlist' } },
    });
    const deliveries = await taughtOn(owner, '/dashboard/integrations/webhook');
    expect(wordsOf({ body: deliveries })).toContain('The newest 50 attempts are listed here');
    expect(deliveries).toContain('action="/dashboard/integrations/webhook/test"');
    expect(wordsOf({ body: await taughtOn(owner, `${path}/review`) })).toContain(
      'What it finds is listed here',
    );
    await owner.send(`${path}/review/watch`);
    expect(wordsOf({ body: await taughtOn(owner, `${path}/review`) })).toContain(
      'Whoever brings friends is listed here',
    );
  });

  test('the pictures are small', async () => {
    const { body } = await owner.open('/dashboard/design');
    const pictures = [...body.matchAll(/<svg class="drawing".*?<\/svg>/gs)].map(([svg]) => svg);
    expect(pictures.length).toBeGreaterThan(20);
    expect(Math.max(...pictures.map((svg) => svg.length))).toBeLessThan(1_500);
  });
});

describe('searches that find nothing', () => {
  const service = useService();

  test('say what was asked for, and lead back', async () => {
    const list = await makeList(service);
    await list.add({ email: 'ada@example.com' });
    const visitor = await signedIn(service, list.account);
    const path = `/dashboard/waitlists/${list.id}`;
    const page = await visitor.open(`${path}?q=zebra&utm_source=ads&match=exact`);
    const [nothing = ''] = /<div class="nothing">.*?<\/a>/s.exec(page.body) ?? [];
    expect(wordsOf({ body: nothing })).toMatch(
      /No signups found Address: zebra ?, Source: ads Clear filters/,
    );
    expect(nothing).toContain(`href="${path}"`);
    expect((await visitor.open(`${path}?q=ada`)).body).not.toContain('class="nothing"');
    expect((await visitor.open(path)).body).not.toContain('class="nothing"');
  });
});
