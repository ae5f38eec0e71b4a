import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/shared/platform/ids.ts';
import { draftAnnouncementOn } from '../support/announcements/announcing.ts';
import { type FormFields, makeVisitor, signedIn, textOf, type Visitor } from '../support/dashboard.ts';
import { insertReadyImport } from '../support/imports/imports.ts';
import { draftOn } from '../support/release/inviting.ts';
import type { TestAccount } from '../support/service/make.ts';
import { listRoutes } from '../support/service/routes.ts';
import { useService } from '../support/service/service.ts';

/** What is entered in a form so that it is refused, and the field that the refusal is about. */
interface Entry {
  readonly fields: FormFields;
  /** The message is shown at this field; undefined if it is about none. */
  readonly at?: string;
}

const long = 'x'.repeat(201);

/** For every form with inputs, by its path. Passwords and secrets begin with `secret`. */
const entries: Readonly<Record<string, Entry>> = {
  '/dashboard/sign-in': { fields: { email: 'ada@example.com', password: `secret${long}` }, at: 'password' },
  '/dashboard/waitlists': { fields: { name: long }, at: 'name' },
  '/dashboard/api-keys': { fields: { name: 'CI', preset: 'custom', scopes: [] }, at: 'scopes' },
  '/dashboard/account': { fields: { time_zone: 'Mars/Olympus' }, at: 'time_zone' },
  '/dashboard/account/chat': { fields: { chat: 'irc' }, at: 'chat' },
  '/dashboard/users/invite': { fields: { email: 'nobody', role: 'viewer' }, at: 'email' },
  '/dashboard/forgot-password': { fields: { email: 'x'.repeat(401) }, at: 'email' },
  '/dashboard/users/USER/role': { fields: { role: 'king' }, at: 'role' },
  '/dashboard/integrations/TYPE/replay': {
    fields: { since: 'never', until: '', only: 'all' },
    at: 'since',
  },
  '/dashboard/profile/password': {
    fields: { current: 'secret guess', next: 'secret password' },
    at: 'current',
  },
  '/dashboard/integrations/TYPE': {
    fields: {
      url: 'no url',
      signing_secret: 'secret-secret-secret',
      events: ['signup.created'],
      include: ['fields'],
    },
    at: 'url',
  },
  '/dashboard/email/provider/PROVIDER': {
    fields: {
      from: 'nobody',
      host: 'mail.example.com',
      port: '587',
      secure: 'true',
      username: 'ada',
      password: 'secret',
    },
    at: 'from',
  },
  '/dashboard/waitlists/ID/settings': {
    fields: { name: 'Gamma', referral_bonus: '0' },
    at: 'referral_bonus',
  },
  '/dashboard/waitlists/ID/settings/links': {
    fields: { site_url: 'no url', status_page: 'on', hide_total: 'on' },
    at: 'site_url',
  },
  '/dashboard/waitlists/ID/settings/confirmation': {
    fields: {
      enabled: 'on',
      expires_hours: '24',
      remind_after_hours: '30',
      credit: 'on_confirm',
      url: '',
      redirect_url: '',
    },
    at: 'remind_after_hours',
  },
  '/dashboard/waitlists/ID/settings/archive': { fields: { text: 'x'.repeat(301) }, at: 'text' },
  '/dashboard/waitlists/ID/settings/retention': {
    fields: { unconfirmed_days: '30', delete_on: '2020-01-01', delete_after_conversion_days: '90' },
    at: 'delete_on',
  },
  '/dashboard/waitlists/ID/settings/mail': {
    fields: { postal_address: 'x'.repeat(501) },
    at: 'postal_address',
  },
  '/dashboard/waitlists/ID/settings/rewards': {
    fields: {
      ...{ 'rewards.0.at': '3', 'rewards.0.key': 'stickers', 'rewards.0.text': 'By post' },
      ...{ 'rewards.1.at': '3', 'rewards.1.key': 'cap', show_rewards: 'on' },
    },
    at: 'rewards.1.at',
  },
  '/dashboard/waitlists/ID/settings/leaderboard': {
    fields: { name_field: 'No key', public: 'on' },
    at: 'name_field',
  },
  '/dashboard/waitlists/ID/settings/brand': {
    fields: {
      ...{ headline: 'Soon', text: 'One', color: 'blue', background: '#ffffff', theme: 'dark' },
      ...{ font: 'mono', language: 'de', links: 'Imprint https://a.example/imprint' },
    },
    at: 'color',
  },
  '/dashboard/waitlists/ID/settings/page': {
    fields: { enabled: 'on', slug: 'My Product', show_total: 'on', invited_by_field: '' },
    at: 'slug',
  },
  '/dashboard/waitlists/ID/settings/form': {
    fields: {
      enabled: 'on',
      origins: 'https://a.example/page',
      redirect_url: 'https://a.example/thanks',
      captcha: 'on',
      secret: 'secret-of-turnstile',
    },
    at: 'origins',
  },
  '/dashboard/waitlists/ID/invite/settings': {
    fields: { url: 'no url', require_email_match: 'on' },
    at: 'url',
  },
  '/dashboard/waitlists/ID/invite/waves': {
    fields: {
      ...{ size: '0', order: 'referrals', utm_source: 'news', created_before: '2026-01-01' },
      ...{ min_referrals: '2', confirmed: 'true', 'field.team': 'Engines', expires_in_days: '30' },
      ...{ per_hour: '50', deliver: 'link', name: 'First' },
      ...{ 'not_field.team': 'Sales', not_email_domains: 'acme.com' },
    },
    at: 'size',
  },
  '/dashboard/waitlists/ID/invite/waves/WAVE/launch': { fields: { count: '7' }, at: 'count' },
  '/dashboard/waitlists/ID/write/ANNOUNCEMENT/edit': {
    fields: {
      ...{ editor: 'simple', name: long, subject: 'Hello', headline: 'Hi', text: 'We open & "soon"' },
      ...{ button_target: 'url', button_text: 'Go', button_url: 'https://a.example/', color: '#112233' },
      ...{ utm_source: 'news', created_from: '2026-01-01', min_referrals: '2', confirmed: 'true' },
      ...{ email_status: 'opened', invitation_state: 'none', 'field.team': 'Engines', match: 'exact' },
      ...{ per_hour: '50', send_at: '2099-01-01T09:00', to: 'x@example.com' },
      ...{ 'not_field.team': 'Sales', not_email_domains: 'acme.com' },
    },
    at: 'name',
  },
  '/dashboard/waitlists/ID/write/ANNOUNCEMENT/launch': { fields: { count: '7' }, at: 'count' },
  '/dashboard/people': { fields: { email: 'nobody' }, at: 'email' },
  '/dashboard/waitlists/ID/review/settings': {
    fields: { mode: 'enforce', per_hour: '0', burst: '3', settle_hours: '48', block_domains: 'a.example' },
    at: 'per_hour',
  },
  '/dashboard/waitlists/ID/delete': { fields: { name: 'Delta' }, at: 'name' },
  '/dashboard/waitlists/ID/fields': {
    fields: { key: 'Not a key', label: 'Size', type: 'number', position: '7', required: 'on' },
    at: 'key',
  },
  '/dashboard/waitlists/ID/fields/KEY': {
    fields: { label: long, position: '7', required: 'on' },
    at: 'label',
  },
  '/dashboard/waitlists/ID/email': {
    fields: { subject: 'x'.repeat(501), html: '<p>Hello & "welcome"</p>', to: 'x@example.com' },
    at: 'subject',
  },
  '/dashboard/waitlists/ID/email/confirm': {
    fields: { subject: 'x'.repeat(501), html: '<p>Hello & "welcome"</p>', to: 'x@example.com' },
    at: 'subject',
  },
  '/dashboard/waitlists/ID/email/invite': {
    fields: { subject: 'x'.repeat(501), html: '<p>Hello & "welcome"</p>', to: 'x@example.com' },
    at: 'subject',
  },
  '/dashboard/waitlists/ID/email/reward': {
    fields: { subject: 'x'.repeat(501), html: '<p>Hello & "welcome"</p>', to: 'x@example.com' },
    at: 'subject',
  },
  '/dashboard/waitlists/ID/email/status': {
    fields: { subject: 'x'.repeat(501), html: '<p>Hello & "welcome"</p>', to: 'x@example.com' },
    at: 'subject',
  },
  '/dashboard/waitlists/ID/add': {
    fields: { email: 'nobody', 'field.team': 'Engines', utm_source: 'fair', referral_code: '' },
    at: 'email',
  },
  '/dashboard/waitlists/ID/signups/SIGNUP/address': { fields: { email: 'ada@' }, at: 'email' },
  '/dashboard/waitlists/ID/signups/SIGNUP/fields': {
    fields: { 'field.team': 'x'.repeat(1_001) },
    at: 'field.team',
  },
  '/dashboard/waitlists/ID/signups/SIGNUP/note': { fields: { note: 'x'.repeat(2_001) }, at: 'note' },
  '/dashboard/waitlists/ID/rewards/mark': {
    fields: { action: 'nothing', scope: 'rows' },
  },
  '/dashboard/waitlists/ID/selection': { fields: { action: 'nothing', scope: 'page', selected: ['SIGNUP'] } },
};

/** A form as a page shows it. */
interface ShownForm {
  readonly action: string;
  /** The values that a browser would send, and those of passwords. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly hasInputs: boolean;
  readonly html: string;
}

function formsOn(html: string): ShownForm[] {
  return [...html.matchAll(/<form method="post"([^>]*)>(.*?)<\/form>/gs)].map(
    ([, attributes = '', form = '']) => {
      const values: Record<string, string[]> = {};
      const add = (name: string, value: string) => {
        values[name] = [...(values[name] ?? []), textOf(value)];
      };
      const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
      for (const [tag] of form.matchAll(/<input (?:[^>"]|"[^"]*")*>/g)) {
        const isBox = /type="(checkbox|radio)"/.test(tag);
        const name = attribute(tag, 'name');
        if (name !== undefined && (!isBox || / checked/.test(tag)))
          add(name, attribute(tag, 'value') ?? (isBox ? 'on' : ''));
      }
      for (const [, name = '', options = ''] of form.matchAll(
        /<select name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
      )) {
        const chosen =
          /<option(?: value="([^"]*)")?[^>]* selected/.exec(options) ??
          /<option(?: value="([^"]*)")?/.exec(options);
        add(name, chosen?.[1] ?? '');
      }
      for (const [, name = '', text = ''] of form.matchAll(
        /<textarea name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs,
      ))
        add(name, text);
      const hasInputs = /<(input (?![^>]*(type="hidden"| hidden))|select|textarea)/.test(form);
      return {
        action: (attribute(attributes, 'action') ?? '').split('?')[0] ?? '',
        values,
        hasInputs,
        html: form,
      };
    },
  );
}

describe('every form of the dashboard', () => {
  const service = useService({ MANAGED_EMAIL_URL: 'smtp://127.0.0.1:9' });
  let account: TestAccount;
  let visitor: Visitor;
  let ids: Record<string, string>;

  beforeAll(async () => {
    account = await service.account();
    visitor = await signedIn(service, account);
    const id = await service.waitlist(account);
    const signup = await service.signUp(account, id, { email: 'ada@example.com' });
    await service.signUp(account, id, { email: 'bob@example.com' });
    const field = { key: 'team', label: 'Team', type: 'string' };
    const [user] = await service.sql`SELECT id FROM users WHERE email = ${visitor.email}`;
    await service.call('POST', `/v1/waitlists/${id}/fields`, account.key, { payload: field });
    const sender = { mail: { postal_address: '1 Long Street' } };
    await service.call('PATCH', `/v1/waitlists/${id}/settings`, account.key, { payload: sender });
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      VALUES (${account.accountId}, ${signup.json().id}, 3, ${id}, 'stickers', 4)`;
    ids = {
      id,
      key: 'team',
      type: 'webhook',
      provider: 'smtp',
      signupId: signup.json().id,
      deliveryId: newId(),
      userId: user?.id,
      waveId: await draftOn(service, account, id),
      announcementId: await draftAnnouncementOn(service, account, id),
      importId: await insertReadyImport(service.sql, account.accountId, id),
    };
  });

  const pathOf = (url: string) => url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? expect.fail(name));
  const generic = (path: string) =>
    path
      .replace(ids.id ?? '', 'ID')
      .replace(/\/fields\/team$/, '/fields/KEY')
      .replace(/\/webhook(\/|$)/, '/TYPE$1')
      .replace(ids.waveId ?? '', 'WAVE')
      .replace(ids.announcementId ?? '', 'ANNOUNCEMENT')
      .replace(ids.signupId ?? '', 'SIGNUP')
      .replace(ids.importId ?? '', 'IMPORT')
      .replace(ids.userId ?? '', 'USER')
      .replace(/\/smtp$/, '/PROVIDER');

  test('is among those that are refused here', async () => {
    const routes = (await listRoutes(service.ctx, '/dashboard')).filter(
      ({ method, url }) =>
        method === 'GET' && !/\/assets\/|\.csv$|\/preview$|\/first-start$|\/connect\//.test(url),
    );
    const found = new Set<string>();
    for (const { url } of routes) {
      const { body } = url.endsWith('sign-in')
        ? await service.app.inject({ url })
        : await visitor.open(pathOf(url));
      // A page cannot enter a file again, and lists of columns and boxes offer only what is allowed.
      for (const { action, hasInputs } of formsOn(body))
        if (
          hasInputs &&
          !/\/imports(\/IMPORT\/mapping)?$|\/settings\/logo$|\/profile\/notices$|\/ID\/columns$/.test(
            generic(action),
          )
        )
          found.add(generic(action));
    }
    expect([...found].sort()).toEqual(Object.keys(entries).sort());
  });

  test.each(Object.entries(entries))(
    'keeps what was entered but for secrets, with the message at its field: %s',
    async (form, { fields, at }) => {
      const path = form
        .replace('/ID', `/${ids.id}`)
        .replace('KEY', 'team')
        .replace('WAVE', ids.waveId ?? '')
        .replace('ANNOUNCEMENT', ids.announcementId ?? '')
        .replace('SIGNUP', ids.signupId ?? '')
        .replace('IMPORT', ids.importId ?? '')
        .replace('USER', ids.userId ?? '')
        .replace('TYPE', 'webhook')
        .replace('PROVIDER', 'smtp');
      const entered: FormFields = JSON.parse(JSON.stringify(fields).replaceAll('SIGNUP', ids.signupId ?? ''));
      const sender = form.endsWith('sign-in') ? await makeVisitor(service, account) : visitor;
      const refused = await sender.send(path, entered);
      expect(refused.statusCode).toBe(400);
      const shown =
        formsOn(refused.body).find(({ action }) => action === path) ?? expect.fail('The form is gone');
      for (const [name, value] of Object.entries(entered)) {
        const isSecret = JSON.stringify(value).startsWith('"secret');
        if (name !== 'action')
          expect([name, shown.values[name] ?? []]).toEqual([name, isSecret ? [''] : [value].flat()]);
        if (isSecret) expect(refused.body).not.toContain(String(value));
      }
      for (const other of formsOn(refused.body))
        if (other.action !== path) expect(other.html).not.toContain('class="problem"');
      const [problem = ''] =
        /<small[^>]* class="problem"[^>]*>|<small class="problem">/.exec(shown.html) ?? [];
      expect(problem !== '').toBe(at !== undefined);
      const described = /id="([^"]*)"/.exec(problem)?.[1];
      if (described !== undefined)
        expect(shown.html).toMatch(
          new RegExp(
            `name="${at}"(?:[^>"]|"[^"]*")*aria-describedby="${described}(?: [^"]*)?" aria-invalid="true" autofocus`,
          ),
        );
    },
  );

  test.each([
    [
      'review/settings',
      { mode: 'enforce', block_domains: 'a.example, nope' },
      ['block_domains', 'Blocked domains, no. 2', 'must be a domain such as example.com'],
    ],
    [
      'review/settings',
      { mode: 'enforce', burst: '1.5' },
      ['burst', 'Credits at once', 'must be a whole number'],
    ],
    [
      'settings/confirmation',
      { enabled: 'on', credit: 'never' },
      ['credit', 'A referrer gets the credit', 'must be one of on_signup, on_confirm'],
    ],
    [
      'settings/confirmation',
      { enabled: 'on', expires_hours: '24', remind_after_hours: '24', credit: 'on_signup' },
      ['remind_after_hours', 'Remind after (hours)', 'must be less than the hours that the link is valid'],
    ],
    [
      'settings/form',
      { enabled: 'on', origins: 'https://a.example' },
      [
        'enabled',
        'Take signups from a form on my pages',
        'needs suspicious referrals to be withheld. Switch that on in Review first.',
      ],
    ],
  ] as const)(
    'names what is refused by its label, and puts the focus there: %s %j',
    async (form, fields, [at, label, problem]) => {
      const { statusCode, body } = await visitor.send(`/dashboard/waitlists/${ids.id}/${form}`, fields);
      expect(statusCode).toBe(400);
      expect(body).toContain(`<p class="message bad" role="alert">${label}: ${problem}</p>`);
      expect(body).toContain(`<small id="${at}-problem" class="problem" role="alert">${problem}</small>`);
      expect(body).toMatch(
        new RegExp(`name="${at}"[^>]* aria-describedby="${at}-problem[^"]*" aria-invalid="true" autofocus`),
      );
    },
  );

  test('saves numbers, empty inputs as defaults, and a day that has come as it is', async () => {
    const path = `/dashboard/waitlists/${ids.id}/settings`;
    const read = async () =>
      (await service.call('GET', `/v1/waitlists/${ids.id}/settings`, account.key)).json();
    const days = { unconfirmed_days: '30', delete_on: '2100-01-01', delete_after_conversion_days: '' };
    expect((await visitor.send(`${path}/retention`, days)).statusCode).toBe(303);
    await service.sql`
      UPDATE waitlist_settings SET settings = jsonb_set(settings, '{retention,delete_on}', '"2020-01-01"')
      WHERE waitlist_id = ${ids.id ?? ''}`;
    const later = {
      ...days,
      unconfirmed_days: '',
      delete_on: '2020-01-01',
      delete_after_conversion_days: '9',
    };
    expect((await visitor.send(`${path}/retention`, later)).statusCode).toBe(303);
    expect((await read()).retention).toEqual({
      unconfirmed_days: null,
      delete_on: '2020-01-01',
      delete_after_conversion_days: 9,
    });
    for (const [hours, expires_hours] of [
      ['24', 24],
      ['', 48],
    ] as const) {
      const sent = { enabled: 'on', expires_hours: hours, credit: 'on_confirm', url: '' };
      expect((await visitor.send(`${path}/confirmation`, sent)).statusCode).toBe(303);
      expect((await read()).confirmation).toMatchObject({
        enabled: true,
        expires_hours,
        credit: 'on_confirm',
      });
    }
  });

  test('leaves the other forms of its page as they are stored', async () => {
    const path = `/dashboard/waitlists/${ids.id}/invite`;
    await visitor.send(`${path}/settings`, { url: 'https://acme.test/welcome', require_email_match: 'on' });
    const refused = await visitor.send(`${path}/waves`, { size: '0' });
    const settings = formsOn(refused.body).find(({ action }) => action === `${path}/settings`);
    expect(settings?.values).toMatchObject({
      url: ['https://acme.test/welcome'],
      require_email_match: ['on'],
    });
  });
});
