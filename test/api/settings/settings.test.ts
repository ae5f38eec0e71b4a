import { beforeAll, describe, expect, test } from 'vitest';
import { BrandSettings } from '../../../src/shared/capabilities/branding/settings.ts';
import { FormSettings } from '../../../src/shared/capabilities/forms/form-settings.ts';
import { PageSettings } from '../../../src/shared/capabilities/pages/settings.ts';
import { AbuseSettings } from '../../../src/shared/capabilities/trust/abuse-settings.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

describe('settings of a waitlist (N1)', () => {
  const service = useService();
  let account: TestAccount;
  let list: string;
  const path = () => `/v1/waitlists/${list}/settings`;
  const patch = (payload: unknown) =>
    service.call('PATCH', path(), account.key, { payload: payload as object });

  beforeAll(async () => {
    account = await service.account();
    list = await service.waitlist(account);
  });

  const confirmation = {
    enabled: false,
    expires_hours: 48,
    url: null,
    redirect_url: null,
    remind_after_hours: null,
    credit: 'on_signup',
  };
  const abuse = AbuseSettings.parse({});
  const invitations = { url: null, require_email_match: true, show_link: false };
  const leaderboard = { name_field: null, public: false };
  const form = FormSettings.parse({});
  const page = PageSettings.parse({});
  const retention = { unconfirmed_days: null, delete_on: null, delete_after_conversion_days: null };
  const brand = BrandSettings.parse({});
  const archive = { enabled: false, text: null };
  const mail = { postal_address: null };
  const defaults = {
    ...{ links: { site_url: null, status_page: false, hide: [], show_rewards: false }, confirmation },
    ...{ abuse, invitations, mail, rewards: [], leaderboard, form, page, retention, brand, archive },
  };

  test('are the defaults at first', async () => {
    const answer = await service.call('GET', path(), account.key);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(defaults);
  });

  test('a change merges: the rest stays, and null resets (RFC 7396)', async () => {
    const set = await patch({ links: { site_url: ' https://acme.com/join ', hide: ['total', 'total'] } });
    expect(set.statusCode).toBe(200);
    expect(set.json()).toEqual({
      links: { site_url: 'https://acme.com/join', status_page: false, hide: ['total'], show_rewards: false },
      confirmation,
      abuse,
      invitations,
      mail,
      rewards: [],
      leaderboard,
      form,
      page,
      retention,
      brand,
      archive,
    });
    const more = await patch({ links: { status_page: true } });
    expect(more.json().links).toEqual({
      site_url: 'https://acme.com/join',
      status_page: true,
      hide: ['total'],
      show_rewards: false,
    });
    expect((await patch({})).json()).toEqual(more.json());
    const reset = await patch({ links: { site_url: null } });
    expect(reset.json().links).toEqual({
      site_url: null,
      status_page: true,
      hide: ['total'],
      show_rewards: false,
    });
    expect((await patch({ links: null })).json()).toEqual(defaults);
    expect((await service.call('GET', path(), account.key)).json()).toEqual(defaults);
  });

  test.each([
    [{ nothing: 1 }, 'nothing'],
    [{ links: { nothing: null } }, 'nothing'],
    [{ links: { site_url: 'http://acme.com' } }, 'links.site_url'],
    [{ links: { site_url: 'https://user:pass@acme.com' } }, 'links.site_url'],
    [{ links: { site_url: 'javascript:alert(1)' } }, 'links.site_url'],
    [{ links: { site_url: 7 } }, 'links.site_url'],
    [{ links: { site_url: `https://acme.com/${'x'.repeat(1_000)}` } }, 'links.site_url'],
    [{ links: { status_page: 'yes' } }, 'links.status_page'],
    [{ links: { hide: ['email'] } }, 'links.hide.0'],
    [{ links: [] }, 'links'],
  ])('%j is refused with its path and changes nothing', async (body, name) => {
    const before = (await service.call('GET', path(), account.key)).json();
    const answer = await patch(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain(name);
    expect((await service.call('GET', path(), account.key)).json()).toEqual(before);
  });

  test('changes of different settings at once all stay', async () => {
    await patch({ links: null });
    await Promise.all([
      patch({ links: { site_url: 'https://acme.com/' } }),
      patch({ links: { status_page: true } }),
      patch({ links: { hide: ['position'] } }),
    ]);
    expect((await service.call('GET', path(), account.key)).json().links).toEqual({
      site_url: 'https://acme.com/',
      status_page: true,
      hide: ['position'],
      show_rewards: false,
    });
  });

  test('go with their waitlist, and another account has none of them', async () => {
    const other = await service.account();
    expect((await service.call('GET', path(), other.key)).statusCode).toBe(404);
    const gone = await service.waitlist(account);
    await service.call('PATCH', `/v1/waitlists/${gone}/settings`, account.key, {
      payload: { links: { status_page: true } },
    });
    await service.call('DELETE', `/v1/waitlists/${gone}`, account.key);
    expect((await service.call('GET', `/v1/waitlists/${gone}/settings`, account.key)).statusCode).toBe(404);
  });
});
