import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

describe('the signup page of a waitlist in the dashboard', () => {
  const service = useService();
  let account: TestAccount;
  let visitor: Visitor;
  let list: string;
  const path = () => `/dashboard/waitlists/${list}/settings`;
  const settings = async () =>
    (await service.call('GET', `/v1/waitlists/${list}/settings`, account.key)).json();

  beforeAll(async () => {
    account = await service.account();
    visitor = await signedIn(service, account);
    list = await service.waitlist(account);
  });

  test('is there after one form, with its link, a QR code and the code to embed', async () => {
    const before = await visitor.open(path());
    expect(wordsOf(before)).toContain('Signup page');
    expect(before.body).not.toContain('embed.js');
    const saved = await visitor.send(`${path()}/page`, { enabled: 'on', slug: 'my-orbit', show_total: 'on' });
    const after = await visitor.follow(saved);
    expect(wordsOf(after)).toContain('Saved.');
    expect(after.body).toContain(`href="${service.ctx.config.baseUrl}/w/my-orbit"`);
    expect(after.body).toContain('QR code of the signup page');
    expect(after.body).toContain(`${service.ctx.config.baseUrl}/w/my-orbit/embed.js`);
    const { page, abuse } = await settings();
    expect([page.enabled, page.show_total, abuse.mode]).toEqual([true, true, 'enforce']);
    expect((await service.app.inject('/w/my-orbit')).statusCode).toBe(200);
  });

  test('says in plain words what is missing or taken', async () => {
    const none = await visitor.send(`${path()}/page`, { enabled: 'on', slug: '' });
    expect([none.statusCode, wordsOf(none).includes('choose one to switch the page on')]).toEqual([
      400,
      true,
    ]);
    const other = await service.waitlist(account);
    const taken = await visitor.send(`/dashboard/waitlists/${other}/settings/page`, {
      enabled: 'on',
      slug: 'my-orbit',
    });
    expect([taken.statusCode, wordsOf(taken).includes('another waitlist has it')]).toEqual([409, true]);
    const wrong = await visitor.send(`${path()}/page`, { enabled: 'on', slug: 'My Orbit' });
    expect([wrong.statusCode, wrong.body.includes('value="My Orbit"')]).toEqual([400, true]);
  });
});
