import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { turnstileSecret } from '../../support/forms/turnstile.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

describe('the form of a waitlist in the dashboard (N6)', () => {
  const service = useService();
  let account: TestAccount;
  let visitor: Visitor;
  let list: string;
  const path = () => `/dashboard/waitlists/${list}/settings/form`;
  const settings = async () =>
    (await service.call('GET', `/v1/waitlists/${list}/settings`, account.key)).json().form;
  const save = (values: Record<string, string>) => visitor.send(path(), values);
  const good = { enabled: 'on', origins: 'https://a.example, http://localhost:8080', redirect_url: '' };

  beforeAll(async () => {
    account = await service.account();
    visitor = await signedIn(service, account);
    list = await service.waitlist(account);
    for (const [key, label] of [
      ['company', 'Company & <team>'],
      ['note', 'Note'],
    ])
      await service.call('POST', `/v1/waitlists/${list}/fields`, account.key, {
        payload: { key, label, type: 'string', required: key === 'company' },
      });
  });

  test('needs referrals that are withheld, and says where to switch that on', async () => {
    expect(wordsOf(await visitor.open(path()))).toContain('It needs suspicious referrals to be withheld.');
    const refused = await save(good);
    expect(refused.statusCode).toBe(400);
    expect(wordsOf(refused)).toContain('Switch that on in Review first.');
    expect(refused.body).toContain('value="https://a.example, http://localhost:8080"');
    expect((await settings()).enabled).toBe(false);
    await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, {
      payload: { abuse: { mode: 'enforce' } },
    });
  });

  test('offers to withhold them beside the form', async () => {
    await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, {
      payload: { abuse: { mode: 'monitor' } },
    });
    expect((await visitor.open(path())).body).toContain(`action="${path()}/withhold"`);
    const done = await visitor.follow(await visitor.send(`${path()}/withhold`));
    expect(wordsOf(done)).toContain('Suspicious referrals are withheld from now on.');
    expect((await visitor.open(path())).body).not.toContain('/withhold"');
  });

  test('is switched on, and shows the code for the page', async () => {
    const saved = await save({ ...good, 'field.company': 'on' });
    const page = await visitor.follow(saved);
    expect(wordsOf(page)).toContain('Saved.');
    const form = await settings();
    expect(form).toMatchObject({
      enabled: true,
      origins: ['https://a.example', 'http://localhost:8080'],
      fields: ['company'],
      captcha: null,
    });
    const words = wordsOf(page);
    expect(words).toContain(`<form action="${service.ctx.config.baseUrl}/f/${form.id}" method="post">`);
    expect(words).toContain(
      `<script src="${service.ctx.config.baseUrl}/f/${form.id}/script.js" defer></script>`,
    );
    expect(words).toContain('name="company" required');
    expect(words).not.toContain('name="note"');
    expect(page.body).not.toContain('<team>');
  });

  test('is shown to refuse everybody while it does not take a required field', async () => {
    const refuses = 'refuses everybody: it does not take “Company & <team>”, which is required.';
    const fields = `/dashboard/waitlists/${list}/fields`;
    await save(good);
    for (const page of [path(), fields]) expect(wordsOf(await visitor.open(page))).toContain(refuses);
    expect(wordsOf(await visitor.open(path()))).toContain('Required, and the form does not take it');
    await save({ ...good, 'field.company': 'on' });
    for (const page of [path(), fields]) expect(wordsOf(await visitor.open(page))).not.toContain(refuses);
    expect(wordsOf(await visitor.open(path()))).toContain('Required: a form without it refuses everybody.');
  });

  test('takes the secret of the captcha, keeps it, and never shows it', async () => {
    const without = await save({ ...good, captcha: 'on' });
    expect(wordsOf(without)).toContain('Secret key of Turnstile');
    expect(without.statusCode).toBe(400);
    await save({ ...good, captcha: 'on', secret: turnstileSecret });
    expect((await settings()).captcha).toEqual({ provider: 'turnstile', site_key: null });
    const page = await visitor.open(path());
    expect(page.body).not.toContain(turnstileSecret);
    expect(wordsOf(page)).toContain('Leave empty to keep the stored one.');
    await save({ ...good, captcha: 'on', secret: '' });
    expect((await settings()).captcha).toEqual({ provider: 'turnstile', site_key: null });
    await save(good);
    expect((await settings()).captcha).toBeNull();
  });

  test('keeps referrals withheld while it is on', async () => {
    const refused = await visitor.send(`/dashboard/waitlists/${list}/review/settings`, { mode: 'off' });
    expect(refused.statusCode).toBe(400);
    await save({ ...good, enabled: '' });
    expect((await settings()).enabled).toBe(false);
    const off = await visitor.send(`/dashboard/waitlists/${list}/review/settings`, { mode: 'off' });
    expect(off.statusCode).toBe(303);
  });
});
