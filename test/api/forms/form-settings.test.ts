import { beforeAll, describe, expect, test } from 'vitest';
import { sealedCaptcha } from '../../../src/shared/capabilities/forms/queries.ts';
import { siteOrigin } from '../../support/forms/form-list.ts';
import { turnstileSecret } from '../../support/forms/turnstile.ts';
import { listOf, type TestList } from '../../support/list.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

describe('the settings of a form (N6)', () => {
  const service = useService({ BASE_URL: 'https://waitlist.test' });
  let account: TestAccount;
  let list: TestList;
  beforeAll(async () => {
    account = await service.account({ plan: 'scale' });
    list = listOf(service, account, await service.waitlist(account));
  });
  const patch = (payload: object, url = list.url) =>
    service.call('PATCH', `${url}/settings`, account.key, { payload });
  const settings = async () => (await service.call('GET', `${list.url}/settings`, account.key)).json();
  const refusal = async (payload: object) => {
    const answer = await patch(payload);
    expect(answer.statusCode).toBe(400);
    return answer.json().error.message;
  };

  test('are off at first', async () => {
    expect((await settings()).form).toEqual({
      enabled: false,
      id: null,
      url: null,
      script_url: null,
      origins: [],
      captcha: null,
      redirect_url: null,
      fields: [],
    });
  });

  test('need referrals that are judged, and an origin, and keep both while the form is enabled', async () => {
    const origins = [siteOrigin];
    expect(await refusal({ form: { enabled: true, origins } })).toBe(
      'form.enabled: needs abuse.mode to be "enforce"',
    );
    expect(await refusal({ abuse: { mode: 'monitor' }, form: { enabled: true, origins } })).toBe(
      'form.enabled: needs abuse.mode to be "enforce"',
    );
    expect(await refusal({ abuse: { mode: 'enforce' }, form: { enabled: true } })).toBe(
      'form.origins: must name an origin while form.enabled is true',
    );
    expect((await settings()).form.id).toBeNull();
    const enabled = await patch({ abuse: { mode: 'enforce' }, form: { enabled: true, origins } });
    expect(enabled.statusCode).toBe(200);
    for (const abuse of [{ mode: 'off' }, { mode: 'monitor' }, { mode: null }, null])
      expect(await refusal({ abuse })).toBe('abuse.mode: must stay "enforce" while form.enabled is true');
    expect(await refusal({ form: { origins: [] } })).toMatch(/^form\.origins: must name/);
    expect((await settings()).abuse.mode).toBe('enforce');
  });

  test('tell the id and the URLs once it was enabled, and keep them', async () => {
    const { form } = await settings();
    expect(form.id).toMatch(/^f_[\w-]{22}$/);
    expect(form.url).toBe(`https://waitlist.test/f/${form.id}`);
    expect(form.script_url).toBe(`https://waitlist.test/f/${form.id}/script.js`);
    const off = await patch({ form: { enabled: false } });
    expect(off.json().form).toEqual({ ...form, enabled: false });
    expect((await patch({ abuse: { mode: 'off' } })).statusCode).toBe(200);
    await patch({ abuse: { mode: 'enforce' }, form: { enabled: true } });
    expect((await settings()).form).toEqual(form);
  });

  test('take origins as browsers send them, https or of localhost', async () => {
    const saved = await patch({
      form: { origins: ['https://WWW.Example.com/', 'http://localhost:8080', 'https://bücher.example'] },
    });
    expect(saved.json().form.origins).toEqual([
      'https://www.example.com',
      'http://localhost:8080',
      'https://xn--bcher-kva.example',
    ]);
    for (const origin of [
      'http://example.com',
      'https://example.com/page',
      'https://a@example.com',
      '*',
      'null',
      '',
    ])
      expect(await refusal({ form: { origins: [siteOrigin, origin] } })).toMatch(
        /^form\.origins\.1: must be an origin/,
      );
    expect(await refusal({ form: { origins: Array(21).fill(siteOrigin) } })).toMatch(/at most 20/);
    expect(await refusal({ form: { fields: ['Bad Key'] } })).toMatch(/^form\.fields\.0: /);
    expect(await refusal({ form: { redirect_url: 'http://example.com/' } })).toMatch(/^form\.redirect_url: /);
    expect(await refusal({ form: { id: 'f_mine' } })).toMatch(/form.*id/);
  });

  test('seal the secret of the captcha, never answer it, and keep it', async () => {
    expect(await refusal({ form: { captcha: {} } })).toBe('form.captcha.secret: is required');
    expect(await refusal({ form: { captcha: { secret: 'two words' } } })).toMatch(/^form\.captcha\.secret: /);
    expect(await refusal({ form: { captcha: { provider: 'other', secret: 'x' } } })).toMatch(
      /^form\.captcha\.provider: /,
    );
    const saved = await patch({ form: { captcha: { provider: 'turnstile', secret: turnstileSecret } } });
    expect(saved.json().form.captcha).toEqual({ provider: 'turnstile', site_key: null });
    expect(saved.body).not.toContain(turnstileSecret);
    expect((await service.call('GET', `${list.url}/settings`, account.key)).body).not.toContain(
      turnstileSecret,
    );
    const sealed = async () => {
      const [row] = await service.sql`SELECT sealed_captcha FROM forms WHERE waitlist_id = ${list.id}`;
      return row?.sealed_captcha;
    };
    const first = await sealed();
    const bound = sealedCaptcha.boundTo({ account_id: account.accountId, type: 'turnstile' });
    expect(service.ctx.vault.open(first, bound)).toBe(turnstileSecret);
    const [stored] =
      await service.sql`SELECT settings::text FROM waitlist_settings WHERE waitlist_id = ${list.id}`;
    expect(stored?.settings).not.toContain(turnstileSecret);
    expect((await patch({ form: { captcha: { provider: 'turnstile' } } })).statusCode).toBe(200);
    expect(await sealed()).toBe(first);
    expect((await patch({ form: { captcha: null } })).json().form.captcha).toBeNull();
    expect(await sealed()).toBeNull();
    expect(await refusal({ form: { captcha: { provider: 'turnstile' } } })).toBe(
      'form.captcha.secret: is required',
    );
  });

  test('of a deleted waitlist open no form', async () => {
    const other = listOf(service, account, await service.waitlist(account));
    const { form } = (
      await patch({ abuse: { mode: 'enforce' }, form: { enabled: true, origins: [siteOrigin] } }, other.url)
    ).json();
    await service.call('DELETE', other.url, account.key);
    const answer = await service.call('POST', `/f/${form.id}`, undefined, {
      payload: { email: 'ada@example.com' },
      headers: { origin: siteOrigin },
    });
    expect(answer.statusCode).toBe(404);
  });
});
