import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Visitor, wordsOf } from '../../../support/dashboard.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';

/** The pages of the settings, and what each has. */
const pages = [
  ['', 'Name and referral bonus'],
  ['/archive', 'Delete this waitlist'],
  ['/brand', 'Preview'],
  ['/confirmation', 'Confirmed addresses'],
  ['/form', 'For pages without a server of their own'],
  ['/leaderboard', 'Leaderboard'],
  ['/links', 'Revoke status links'],
  ['/mail', 'Postal address'],
  ['/page', 'Have a signup page'],
  ['/retention', 'How long signups are kept'],
  ['/rewards', 'What people get for their referrals'],
] as const;

describe('the settings of a waitlist', () => {
  const service = useService();
  let account: TestAccount;
  let visitor: Visitor;
  let path: string;

  beforeAll(async () => {
    account = await service.account();
    visitor = await signedIn(service, account);
    path = `/dashboard/waitlists/${await service.waitlist(account)}/settings`;
  });

  test.each(pages)('have a page%s of their own, with the index of all', async (page, says) => {
    const { statusCode, body } = await visitor.open(path + page);
    expect(statusCode).toBe(200);
    expect(wordsOf({ body })).toContain(says);
    const [index = ''] = /<nav aria-label="Settings of .*?<\/nav>/s.exec(body) ?? [];
    for (const [other] of pages) expect(index).toContain(`href="${path}${other}"`);
    expect([...index.matchAll(/href="([^"]*)" aria-current="page"/g)].map(([, href]) => href)).toEqual([
      path + page,
    ]);
    // Each has one form with inputs, but for the logo beside the brand.
    expect([...body.matchAll(/<form method="post"[^>]* class="fields"/g)].length).toBeLessThan(3);
  });

  test('return to the page of a form, and show there what was wrong', async () => {
    const saved = await visitor.send(`${path}/links`, { site_url: 'https://acme.test/' });
    expect(saved.headers.location).toBe(`${path}/links#links`);
    expect(wordsOf(await visitor.follow(saved))).toContain('Referral links and status page Saved.');
    const refused = await visitor.send(`${path}/retention`, { unconfirmed_days: 'x' });
    expect(wordsOf(refused)).toContain('Delete unconfirmed signups after (days)');
    expect(wordsOf(refused)).not.toContain('Postal address');
    const revoked = await visitor.send(`${path}/revoke-links`);
    expect(wordsOf(await visitor.follow(revoked))).toContain('The status links were revoked.');
  });

  test('offer a name for the signup page that is free and made of that of the list', async () => {
    const slugOf = async (name: string) => {
      const id = await service.waitlist(account, { name });
      const { body } = await visitor.open(`/dashboard/waitlists/${id}/settings/page`);
      expect(body).not.toContain('invited_by_field'); // without fields there is nothing to choose
      const [input = ''] = /<input[^>]* name="slug"[^>]*>/.exec(body) ?? [];
      return [id, /value="([^"]*)"/.exec(input)?.[1]] as const;
    };
    const [id, slug] = await slugOf(' Orbit: Béta! ');
    expect(slug).toBe('orbit-beta');
    // Saving the page while it is off takes nothing.
    await visitor.send(`/dashboard/waitlists/${id}/settings/page`, { slug: 'orbit-beta' });
    const settings = await service.call('GET', `/v1/waitlists/${id}/settings`, account.key);
    expect(settings.json().page).toMatchObject({ enabled: false, slug: null, show_total: true });
    await visitor.send(`/dashboard/waitlists/${id}/settings/page`, { enabled: 'on', slug: 'orbit-beta' });
    const open = await visitor.open(`/dashboard/waitlists/${id}/settings/page`);
    expect(open.body).toContain(`data-copy="${service.ctx.config.baseUrl}/w/orbit-beta"`);
    for (const name of ['Orbit beta', '猫', 'Admin', 'Me'])
      expect(await slugOf(name)).toEqual([expect.any(String), undefined]);
  });

  test('lead on from addresses of the one page that they were', async () => {
    const { body } = await visitor.open(path);
    for (const [page] of pages.slice(1))
      expect(body).toContain(`<a id="${page.slice(1)}" href="${path}${page}"`);
    expect((await visitor.open(`${path}/links`)).body.match(/ id="links"/g)).toHaveLength(1);
  });
});
