import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, textOf, type Visitor } from '../support/dashboard.ts';
import type { TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';

describe('the page of people (N3)', () => {
  const service = useService();
  let account: TestAccount;
  let visitor: Visitor;
  let lists: readonly [string, string];

  beforeAll(async () => {
    account = await service.account();
    visitor = await signedIn(service, account);
    lists = [await service.waitlist(account), await service.waitlist(account)];
    for (const list of lists) await service.signUp(account, list, { email: 'Ada@example.com' });
    await service.signUp(account, lists[0], { email: 'bo@example.com' });
    await service.call('POST', '/v1/suppressions', account.key, {
      payload: { email: 'ada@example.com', waitlist_id: lists[1] },
    });
  });

  const find = (email: string) => visitor.send('/dashboard/people', { email });
  const left = async () =>
    (
      await service.sql<{ email: string }[]>`
      SELECT email FROM signups WHERE account_id = ${account.accountId} ORDER BY email`
    ).map(({ email }) => email);

  test('finds an address on all waitlists, with its mails and suppressions', async () => {
    const found = await find(' ADA@Example.com ');
    expect(found.statusCode).toBe(200);
    const text = textOf(found.body);
    for (const list of lists)
      expect(found.body).toMatch(new RegExp(`/dashboard/waitlists/${list}/signups/[0-9a-f-]{36}"`));
    expect(text).toContain('2 signups, 2 mails, 0 events');
    expect(text).toContain('Stopped by hand');
    expect(textOf((await find('nobody@example.com')).body)).toContain('Nothing is kept about this address.');
    expect((await find('nobody')).statusCode).toBe(400);
  });

  test('offers all of it as a file', async () => {
    const file = await visitor.send('/dashboard/people/export', { email: 'ada@example.com' });
    expect(file.headers['content-disposition']).toBe('attachment; filename="person.json"');
    expect(file.json()).toMatchObject({ complete: true, signups: [{}, {}], mails: [{}, {}] });
  });

  test('erases a person whose address is typed again', async () => {
    const erase = (typed: string, suppress: object = {}) =>
      visitor.send('/dashboard/people/erase', { email: 'ada@example.com', typed, ...suppress });
    const refused = await erase('bo@example.com');
    expect([refused.statusCode, textOf(refused.body)]).toEqual([
      400,
      expect.stringContaining('The address does not match.'),
    ]);
    expect(refused.body).toContain('2 signups, 2 mails');
    expect(await left()).toEqual(['Ada@example.com', 'Ada@example.com', 'bo@example.com']);

    const done = await erase('ADA@example.com', { suppress: 'on' });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/dashboard/people']);
    expect((await visitor.follow(done)).body).toContain('Erased: 2 signups and 2 mails.');
    expect(await left()).toEqual(['bo@example.com']);
    const [erasure] =
      await service.sql`SELECT by, suppressed FROM erasures WHERE account_id = ${account.accountId}`;
    const [user] = await service.sql`SELECT id FROM users WHERE account_id = ${account.accountId}`;
    expect(erasure).toEqual({ by: user?.id, suppressed: true });
    expect(textOf((await find('ada@example.com')).body)).toContain('Erased');
  });
});

describe('the rules for signups on the settings page (N3)', () => {
  const service = useService();

  test('are saved, and what was entered wrongly stays', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const list = await service.waitlist(account);
    const path = `/dashboard/waitlists/${list}/settings`;
    const confirmation = {
      enabled: 'on',
      expires_hours: '24',
      remind_after_hours: '12',
      credit: 'on_confirm',
    };
    const saved = await visitor.send(`${path}/confirmation`, confirmation);
    expect([saved.statusCode, saved.headers.location]).toEqual([303, `${path}/confirmation#confirmation`]);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await visitor.send(`${path}/retention`, { unconfirmed_days: '30', delete_on: day });
    const stored = async () =>
      (await service.call('GET', `/v1/waitlists/${list}/settings`, account.key)).json();
    expect(await stored()).toMatchObject({
      confirmation: {
        enabled: true,
        expires_hours: 24,
        remind_after_hours: 12,
        credit: 'on_confirm',
        url: null,
      },
      retention: { unconfirmed_days: 30, delete_on: day },
    });
    await service.sql`
      UPDATE waitlist_settings SET settings = jsonb_set(settings, '{retention,delete_on}', '"2020-01-01"') WHERE waitlist_id = ${list}`;
    await visitor.send(`${path}/retention`, { unconfirmed_days: '', delete_on: '2020-01-01' });
    expect((await stored()).retention).toMatchObject({ unconfirmed_days: null, delete_on: '2020-01-01' });
    const after = { delete_after_conversion_days: '90' };
    await visitor.send(`${path}/retention`, { unconfirmed_days: '', delete_on: '', ...after });
    expect((await stored()).retention).toEqual({
      ...{ unconfirmed_days: null, delete_on: null, delete_after_conversion_days: 90 },
    });

    const emptied = await visitor.send(`${path}/confirmation`, { ...confirmation, expires_hours: '' });
    expect(emptied.statusCode).toBe(303);
    expect((await stored()).confirmation).toMatchObject({ expires_hours: 48, remind_after_hours: 12 });
  });
});
