import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

describe('links of a waitlist in the dashboard (N1)', () => {
  const service = useService();
  let account: TestAccount;
  let visitor: Visitor;
  let list: string;
  const path = () => `/dashboard/waitlists/${list}/settings`;
  const settings = async () =>
    (await service.call('GET', `/v1/waitlists/${list}/settings`, account.key)).json().links;

  beforeAll(async () => {
    account = await service.account();
    visitor = await signedIn(service, account);
    list = await service.waitlist(account);
  });

  test('are set, shown on the page of a signup, and cleared again', async () => {
    const { id, referral_code: code } = (
      await service.signUp(account, list, { email: 'ada@example.com' })
    ).json();
    const signup = `/dashboard/waitlists/${list}/signups/${id}`;
    expect(wordsOf(await visitor.open(signup))).toContain('Link to share None yet.');
    const saved = await visitor.send(`${path()}/links`, {
      site_url: 'https://acme.com/join',
      status_page: 'on',
      hide_total: 'on',
    });
    expect(wordsOf(await visitor.follow(saved))).toContain('Saved.');
    expect(await settings()).toEqual({
      site_url: 'https://acme.com/join',
      status_page: true,
      hide: ['total'],
      show_rewards: false,
    });
    const page = wordsOf(await visitor.open(signup));
    expect(page).toContain(`https://acme.com/join?ref=${code}`);
    expect(page).toContain(`${service.ctx.config.baseUrl}/s/`);
    // What belongs to the status page stays for when it is on again.
    await visitor.send(`${path()}/links`, { site_url: '' });
    expect(await settings()).toEqual({
      site_url: null,
      status_page: false,
      hide: ['total'],
      show_rewards: false,
    });
  });

  test('a wrong address is refused, and the input stays', async () => {
    const refused = await visitor.send(`${path()}/links`, { site_url: 'acme', status_page: 'on' });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('value="acme"');
    expect(await settings()).toMatchObject({ site_url: null, status_page: false });
  });

  test('revoking ends the status tokens that people have', async () => {
    const { status_token: token } = (
      await service.signUp(account, list, { email: 'bo@example.com', include: ['status_token'] })
    ).json();
    const read = async () =>
      (await service.app.inject({ url: '/v1/public/status', headers: { authorization: `Status ${token}` } }))
        .statusCode;
    expect(await read()).toBe(200);
    await visitor.send(`${path()}/revoke-links`);
    expect(await read()).toBe(401);
  });
});
