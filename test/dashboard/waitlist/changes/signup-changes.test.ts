import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Visitor, wordsOf } from '../../../support/dashboard.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';

describe('the page of a signup', () => {
  const service = useService();
  let account: TestAccount;
  let visitor: Visitor;
  let list: string;
  let path: string;

  beforeAll(async () => {
    account = await service.account();
    visitor = await signedIn(service, account);
    list = await service.waitlist(account);
    for (const payload of [
      { key: 'company', label: 'Company', type: 'string', required: true },
      { key: 'team_size', label: 'Team size', type: 'number' },
      { key: 'vip', label: 'VIP', type: 'boolean' },
    ])
      await service.call('POST', `/v1/waitlists/${list}/fields`, account.key, { payload });
    const fields = { company: 'Acme', vip: true };
    const { id } = (await service.signUp(account, list, { email: 'ada@example.com', fields })).json();
    path = `/dashboard/waitlists/${list}/signups/${id}`;
  });
  const stored = async () =>
    (
      await service.call('GET', path.replace('/dashboard', '/v1').concat('?include=note'), account.key)
    ).json();

  test('changes fields, and tells at the input what is wrong (N9)', async () => {
    const entered = { 'field.company': ' Acme Inc ', 'field.team_size': '12', 'field.vip': '' };
    expect((await visitor.send(`${path}/fields`, entered)).statusCode).toBe(303);
    expect((await stored()).fields).toEqual({ company: 'Acme Inc', team_size: 12 });
    const page = wordsOf(await visitor.open(path));
    expect(page).toContain('The fields were saved.');
    expect(page).toContain(`Changed by ${visitor.email}: company, team_size, vip`);
    const refused = await visitor.send(`${path}/fields`, { ...entered, 'field.company': '' });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('<details open');
    expect(refused.body).toMatch(/name="field\.company"[^>]* aria-invalid="true" autofocus/);
    expect(wordsOf(refused)).toContain('Company: is required');
    const text = await visitor.send(`${path}/fields`, { ...entered, 'field.team_size': 'ten' });
    expect(wordsOf(text)).toContain('Team size: must be a number');
    expect((await stored()).fields).toEqual({ company: 'Acme Inc', team_size: 12 });
  });

  test('is of somebody whom a user has added by hand, with a mail or without (N9)', async () => {
    const add = `/dashboard/waitlists/${list}/add`;
    expect((await visitor.open(`/dashboard/waitlists/${list}`)).body).toContain(`href="${add}"`);
    const entered = {
      email: 'grace@example.com',
      'field.company': 'Navy',
      'field.vip': 'true',
      utm_source: '',
    };
    const mailsOf = async (email: string) =>
      (
        await service.sql`SELECT m.id FROM mails m JOIN signups s USING (account_id, id) WHERE s.email = ${email}`
      ).length;
    const added = await visitor.send(add, entered);
    expect([added.statusCode, await mailsOf('grace@example.com')]).toEqual([303, 0]);
    const page = await visitor.open(String(added.headers.location));
    expect(wordsOf(page)).toContain('grace@example.com was added.');
    expect(wordsOf(page)).toContain(`Added by ${visitor.email}`);
    const again = await visitor.send(add, { ...entered, 'field.company': 'Other' });
    expect(again.headers.location).toBe(added.headers.location);
    expect(wordsOf(await visitor.open(String(again.headers.location)))).toContain('was on the list already');
    await visitor.send(add, { ...entered, email: 'joan@example.com', mailed: 'on' });
    expect(await mailsOf('joan@example.com')).toBe(1);
    const refused = await visitor.send(add, { email: 'edith@example.com', 'field.company': '' });
    expect(wordsOf(refused)).toContain('Company: is required');
    const { data } = (await service.call('GET', '/v1/audit-log', account.key)).json();
    expect(data.filter(({ action }: { action: string }) => action === 'signup.added')).toMatchObject([
      { actor: { name: visitor.email }, details: { mailed: true } },
      { actor: { name: visitor.email }, details: { mailed: false } },
    ]);
    const viewer = await signedIn(service, account, 'viewer');
    expect((await viewer.open(add)).statusCode).toBe(403);
  });

  test('has a note with who wrote it, which viewers read and do not write (N9)', async () => {
    const text = 'Met her: <b>invite</b> first.';
    expect((await visitor.send(`${path}/note`, { note: text })).statusCode).toBe(303);
    expect((await stored()).note).toMatchObject({ text, by: visitor.email });
    const page = await visitor.open(path);
    expect(page.body).toContain('Met her: &lt;b>invite&lt;/b> first.');
    expect(wordsOf(page)).toContain(`Written by ${visitor.email}`);
    expect(wordsOf(page)).toContain(`Note written by ${visitor.email}`);
    const viewer = await signedIn(service, account, 'viewer');
    const seen = await viewer.open(path);
    expect(wordsOf(seen)).toContain('Met her');
    expect(seen.body).not.toContain(`action="${path}/note"`);
    expect(seen.body).not.toContain(`action="${path}/fields"`);
    expect((await viewer.send(`${path}/note`, { note: 'mine' })).statusCode).toBe(403);
    await visitor.send(`${path}/note`, { note: '' });
    expect((await stored()).note).toBeNull();
  });
});
