import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locales } from '../../../src/shared/platform/language/locales.ts';
import { sayIn } from '../../../src/shared/platform/language/say.ts';
import { wordsOf } from '../../support/dashboard.ts';
import { type FormList, makeFormList } from '../../support/forms/form-list.ts';
import { makeList } from '../../support/list.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const service = useService({ BASE_URL: 'https://waitlist.test' });
let sink: MailSink;
let worker: TestWorker;
let account: TestAccount;
beforeAll(async () => {
  sink = await startMailSink();
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  account = await service.account({ plan: 'scale' });
});
afterAll(async () => {
  await worker.close();
  await sink.close();
});

const ask = (method: 'GET' | 'POST', path: string, language?: string) =>
  service.app.inject({
    method,
    url: path,
    headers: { accept: 'text/html', ...(language !== undefined && { 'accept-language': language }) },
  });

/** Headers that no browser sends. */
const hostile = [
  'de'.repeat(50_000),
  `${'*,'.repeat(2_000)}de`,
  'de;q=NaN,fr;q=-1,it;q=1e999',
  '__proto__,constructor;q=0.9',
  "de' OR 1=1--,<script>",
  ',,,;;;===',
  'x'.repeat(10_000),
];

describe('the language of a page', () => {
  test('behind a link is the person’s, else the brand’s, else the visitor’s', async () => {
    const list = await makeList(service, { plan: 'scale' }, { name: 'Orbit' });
    const set = (payload: object) =>
      service.call('PATCH', `${list.url}/settings`, list.account.key, { payload });
    await set({ confirmation: { enabled: true } });
    const linksTo = async (email: string, locale?: string) => {
      const { id } = await list.add({ email, locale });
      const [mail] = await service.sql`SELECT id FROM mails WHERE signup_id = ${id}`;
      await worker.send(mail?.id);
      const [sent] = await sink.mailsTo(email);
      return { subject: sent?.subject, path: /\/c\/[\w-]+/.exec(sent?.html ?? '')?.[0] ?? '' };
    };
    const ada = await linksTo('ada@example.com', 'pl');
    expect(ada.subject).toBe('Potwierdź swoje miejsce na liście oczekujących Orbit');
    const page = await ask('GET', ada.path, 'fr');
    expect(page.body).toContain('<html lang="pl"');
    expect(wordsOf(page)).toContain('Potwierdź, że ada@example.com to Twój adres e-mail.');
    const bo = await linksTo('bo@example.com');
    expect(bo.subject).toBe('Confirm your place on the Orbit waitlist');
    expect(wordsOf(await ask('GET', bo.path, 'fr-CA,en;q=0.5'))).toContain('Confirmez votre adresse e-mail');
    await set({ brand: { language: 'nl' } });
    expect(wordsOf(await ask('GET', bo.path, 'fr'))).toContain('Bevestig je e-mailadres');
    expect(wordsOf(await ask('POST', bo.path, 'fr'))).toContain('Bedankt, je e-mailadres is bevestigd.');
    expect(wordsOf(await ask('POST', `${bo.path}/again`, 'fr'))).toContain(
      'Bedankt, je e-mailadres is bevestigd.',
    );
  });

  test('that unsubscribes is the person’s, and once the person is gone the visitor’s', async () => {
    const list = await makeList(service, { plan: 'scale' }, { name: 'Orbit' });
    const { id } = await list.add({ email: 'eve@example.com', locale: 'ja' });
    await worker.send(id);
    const [mail] = await sink.mailsTo('eve@example.com');
    const path = /\/u\/[\w-]+/.exec(mail?.html ?? '')?.[0] ?? '';
    expect(wordsOf(await ask('GET', path, 'it'))).toContain(
      'Orbitから eve@example.com へのメールは送られなくなります。',
    );
    expect(wordsOf(await ask('POST', path, 'it'))).toContain(
      'このウェイトリストからのメールは届かなくなります。',
    );
    await list.remove(id);
    expect(wordsOf(await ask('GET', path, 'it'))).toContain('Non sei più in questa lista d’attesa.');
  });

  test.each(locales)('of a link that does not work, in %s', async (locale) => {
    for (const path of [
      '/c/nonsense',
      '/u/nonsense',
      '/s/nonsense',
      '/s/non/sense',
      '/w/no-page',
      '/w/no/page',
    ]) {
      const page = await ask('GET', path, locale);
      expect(page.statusCode).toBe(404);
      expect(page.body).toContain(`<html lang="${locale}"`);
      expect(page.headers.vary).toContain('Accept-Language');
      expect(wordsOf(page)).toContain(sayIn(locale)('message.badLink'));
    }
  });

  test.each(hostile)('is English for a header such as %.40s', async (header) => {
    const page = await ask('GET', '/c/nonsense', header);
    expect(page.statusCode).toBe(404);
    expect(page.body).toMatch(/<html lang="(en|de|fr|it)"/);
  });
});

describe('the language of a form', () => {
  const makeForm = (form?: object) => makeFormList(service, account, form);
  const german = { headers: { 'accept-language': 'de-AT,de;q=0.9' } };
  const localeOn = async (list: FormList) => {
    const [newest] = (await list.page('include=locale')).data as { locale?: unknown }[];
    return newest?.locale;
  };
  const messageOf = async (list: FormList, values: Record<string, string | undefined>, options: object) => {
    const { ok: _, error, message } = (await list.post(values, options)).json();
    return error?.message ?? message;
  };

  test('is what the browser asks for, which the signup keeps', async () => {
    const list = await makeForm();
    expect(await messageOf(list, { email: 'ada@real.example' }, german)).toBe(
      'Vielen Dank. Sie stehen auf der Liste.',
    );
    expect(await localeOn(list)).toBe('de-AT');
    const page = await list.post({ email: 'bo@real.example' }, { ...german, plain: true });
    expect(wordsOf(page)).toContain('Vielen Dank. Sie stehen auf der Liste.');
    await list.post(
      { email: 'cy@real.example' },
      { headers: { 'accept-language': 'ar,fr-CA;q=0.8,de;q=0.1' } },
    );
    expect(await localeOn(list)).toBe('fr-CA'); // what is shown, too
    await list.post({ email: 'di@real.example' }, { headers: { 'accept-language': 'ar' } });
    expect(await localeOn(list)).toBe('ar');
    await list.post({ email: 'ed@real.example' });
    expect(await localeOn(list)).toBeNull();
    for (const [index, header] of hostile.entries()) {
      const options = { headers: { 'accept-language': header.slice(0, 10_000) } };
      const answer = await list.post({ email: `hostile${index}@real.example` }, options);
      expect(answer.statusCode).toBe(200);
    }
  });

  test('is what the form says, if it says one', async () => {
    const list = await makeForm();
    expect(await messageOf(list, { email: 'ada@real.example', locale: 'PT-br' }, german)).toBe(
      'Obrigado. Você está na lista.',
    );
    expect(await localeOn(list)).toBe('pt-BR');
    expect(await messageOf(list, { email: 'bo@real.example', locale: 'no tag' }, german)).toBe(
      'locale: must be a language tag such as de or pt-BR',
    );
    await list.post({ email: 'cy@real.example', locale: '' }, german);
    expect(await localeOn(list)).toBe('de-AT');
  });

  test('leaves a custom field of that name alone', async () => {
    const list = await makeForm();
    await list.field('locale', 'string');
    await list.set({ form: { fields: ['locale'] } });
    await list.post({ email: 'ada@real.example', locale: 'Near the sea' }, german);
    expect(await localeOn(list)).toBe('de-AT');
    expect((await list.find('ada@real.example')).fields).toEqual({ locale: 'Near the sea' });
  });

  test('is that of refusals, too, on the page and for the script', async () => {
    const list = await makeForm();
    await list.field('size', 'number', { required: true });
    await list.set({ form: { fields: ['size'] } });
    const good = { email: 'ada@real.example', size: '3' };
    for (const [values, text] of [
      [
        { ...good, email: 'nobody' },
        'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
      ],
      [{ ...good, size: '' }, 'Bitte füllen Sie „size“ aus.'],
      [{ ...good, size: 'many' }, 'Bitte geben Sie bei „size“ eine Zahl ein.'],
      [
        { ...good, _time: await list.time(500) },
        'Das ging zu schnell. Bitte senden Sie es gleich noch einmal.',
      ],
    ] as const) {
      expect(await messageOf(list, values, german)).toBe(text);
      if (!('_time' in values)) {
        const page = await list.post(values, { ...german, plain: true });
        expect(page.body).toContain('<html lang="de"');
        expect(wordsOf(page)).toContain('Ihre Anmeldung wurde nicht gesendet.');
        expect(wordsOf(page)).toContain(text);
      }
    }
    const asked = await list.post({ ...good, _time: undefined }, { ...german, plain: true });
    expect(wordsOf(asked)).toContain('Noch ein Schritt, dann stehen Sie auf der Liste.');
    await list.set({ brand: { language: 'es' } });
    expect(await messageOf(list, { ...good, email: 'nobody' }, german)).toBe(
      'Escribe una dirección de correo electrónico, por ejemplo tu@example.com.',
    );
    expect((await list.page()).total).toBe(0);
  });
});
