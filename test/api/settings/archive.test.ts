import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sayIn } from '../../../src/shared/platform/language/say.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { readRecords } from '../../support/values/read-csv.ts';

describe('an archived waitlist (N9)', () => {
  const service = useService();
  let account: TestAccount;
  let worker: TestWorker;

  beforeAll(async () => {
    account = await service.account();
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  const archive = (list: string, group: object | null) =>
    service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload: { archive: group } });
  const text = 'We have launched: join us at acme.com.';
  const signedUp = async () => {
    const list = await service.waitlist(account);
    const { id } = (await service.signUp(account, list, { email: 'ada@example.com' })).json();
    return { list, id, url: `/v1/waitlists/${list}` };
  };

  test('refuses new signups with the text of the owner, and gives known addresses their own', async () => {
    const { list, id, url } = await signedUp();
    expect((await archive(list, { enabled: true, text: ` ${text} ` })).json().archive).toEqual({
      enabled: true,
      text,
    });
    const refused = await service.signUp(account, list, { email: 'bob@example.com' });
    expect([refused.statusCode, refused.json().error]).toEqual([409, { code: 'conflict', message: text }]);
    const known = await service.signUp(account, list, { email: 'ADA@example.com' });
    expect([known.statusCode, known.json()]).toMatchObject([201, { id, total: 1 }]);
    const bulk = await service.call('POST', `${url}/signups/bulk`, account.key, {
      payload: { signups: [{ email: 'bob@example.com' }, { email: 'ada@example.com' }] },
    });
    expect(bulk.json()).toMatchObject({
      data: [
        { status: 'rejected', error: { code: 'conflict', message: text } },
        { status: 'existing', id },
      ],
      created: 0,
    });
    expect((await service.call('GET', url, account.key)).statusCode).toBe(200);
    const csv = (await service.call('GET', `${url}/signups/export`, account.key)).body;
    expect(readRecords(csv)).toMatchObject([{ email: 'ada@example.com', archived: 'true' }]);

    await archive(list, { enabled: false });
    const added = await service.signUp(account, list, { email: 'bob@example.com' });
    expect([added.statusCode, added.json().position]).toEqual([201, 2]);
    const later = (await service.call('GET', `${url}/signups/export`, account.key)).body;
    expect(readRecords(later).map(({ archived }) => archived)).toEqual(['', '']);
  });

  test('says so in its own words without a text, and changes with it', async () => {
    const { list } = await signedUp();
    const refusal = async () =>
      (await service.signUp(account, list, { email: 'bob@example.com' })).json().error?.message;
    await archive(list, { enabled: true });
    expect(await refusal()).toBe('This waitlist is archived: it takes no new signups.');
    await archive(list, { text });
    expect(await refusal()).toBe(text);
    await archive(list, null);
    expect(await refusal()).toBeUndefined();
  });

  test.each([
    [{ enabled: 'yes' }, 'archive.enabled: must be true or false'],
    [{ text: 'x'.repeat(301) }, 'archive.text: must be at most 300 characters'],
    [{ text: 'two\nlines' }, 'archive.text: must not hold line breaks or other control characters'],
    [{ until: 'x' }, 'archive.until: is not a known key'],
  ])('refuses %j', async (group, message) => {
    const { list } = await signedUp();
    const answer = await archive(list, group);
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, message]);
  });

  test('has a page that says so in place of the form, in the language of the visitor without a text', async () => {
    const { list, url } = await signedUp();
    const slug = `archived-${list.slice(-12)}`;
    await service.call('PATCH', `${url}/settings`, account.key, {
      payload: { page: { enabled: true, slug } },
    });
    const open = async (language: string) =>
      (await service.app.inject({ url: `/w/${slug}`, headers: { 'accept-language': language } })).body;
    expect(await open('en')).toContain('<form');
    await archive(list, { enabled: true });
    const german = await open('de');
    expect(german).not.toContain('<form');
    expect(german).toContain(sayIn('de')('form.closed'));
    await archive(list, { text });
    expect(await open('de')).toContain(text);
    const form = await service.app.inject({ url: `/w/${slug}/form` });
    expect([form.statusCode, form.json().html.includes('<form')]).toEqual([200, false]);
    expect(form.json().html).toContain(text);
  });

  test('starts no import, and one that runs adds nobody any more', async () => {
    const { list, url } = await signedUp();
    const upload = async () => {
      const made = await service.call('POST', `${url}/imports`, account.key, {
        payload: 'email\ngrace@example.com\nada@example.com\n',
        headers: { 'content-type': 'text/csv' },
      });
      const { id } = made.json();
      while ((await service.call('GET', `${url}/imports/${id}`, account.key)).json().state === 'validating')
        await worker.run('validate-import', { id, accountId: account.accountId });
      return id;
    };
    const start = (id: string) =>
      service.call('POST', `${url}/imports/${id}/start`, account.key, { payload: {} });
    const running = await upload();
    expect((await start(running)).statusCode).toBe(200);
    await archive(list, { enabled: true, text });
    while ((await service.call('GET', `${url}/imports/${running}`, account.key)).json().state === 'running')
      await worker.run('run-import', { id: running, accountId: account.accountId });
    const rows = await service.call('GET', `${url}/imports/${running}/rows`, account.key);
    expect(rows.json().data).toMatchObject([{ outcome: 'rejected', reason: text }, { outcome: 'existing' }]);
    const late = await start(await upload());
    expect([late.statusCode, late.json().error]).toEqual([409, { code: 'conflict', message: text }]);
  });
});
