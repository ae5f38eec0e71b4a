import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindOfEmail, templateKinds } from '../../../src/shared/mail/kinds.ts';
import { renderEmailOf } from '../../../src/shared/mail/templates/render-email.ts';
import {
  clearEmailTemplate,
  setEmailTemplate,
} from '../../../src/shared/mail/templates/set-email-template.ts';
import { type Locale, locales } from '../../../src/shared/platform/language/locales.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

describe('the language of a mail', () => {
  const service = useService({ BASE_URL: 'https://waitlist.test' });
  let sink: MailSink;
  let worker: TestWorker;
  beforeAll(async () => {
    sink = await startMailSink();
    worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  });
  afterAll(async () => {
    await worker.close();
    await sink.close();
  });

  let people = 0;
  /** The mail to a new signup with a language. */
  async function mailTo(list: TestList, locale?: string) {
    people += 1;
    const email = `person${people}@example.com`;
    const { id } = await list.add({ email, locale });
    await worker.send(id);
    const [mail] = await sink.mailsTo(email);
    if (!mail) throw new Error(`no mail to ${email}`);
    return mail;
  }
  const set = async (list: TestList, payload: object) => {
    const answer = await service.call('PATCH', `${list.url}/settings`, list.account.key, { payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };

  test('is that of the person, down to the HTML and the text part', async () => {
    const list = await makeList(service, { plan: 'scale' }, { name: 'Orbit' });
    for (const [locale, subject, lang, unsubscribe] of [
      [undefined, 'You’re #1 on the Orbit waitlist', 'en', 'Unsubscribe'],
      ['de', 'Sie haben Platz 2 auf der Warteliste von Orbit', 'de', 'Abmelden'],
      ['de-AT', 'Sie haben Platz 3 auf der Warteliste von Orbit', 'de', 'Abmelden'],
      ['pt', 'Você é o nº 4 na lista de espera de Orbit', 'pt-BR', 'Cancelar inscrição'],
      ['ja', 'Orbitのウェイトリストで5番目です', 'ja', '配信を停止する'],
      ['ar', 'You’re #6 on the Orbit waitlist', 'en', 'Unsubscribe'],
    ] as const) {
      const mail = await mailTo(list, locale);
      expect(mail.subject).toBe(subject);
      expect(mail.html).toContain(`<html lang="${lang}">`);
      expect(mail.html).toContain(`>${unsubscribe}</a>`);
      expect(mail.text).toContain(unsubscribe);
    }
  });

  test('is the brand’s where the person’s is not known, or is none of the service’s', async () => {
    const list = await makeList(service, { plan: 'scale' }, { name: 'Orbit' });
    await set(list, { brand: { language: 'it' } });
    expect((await mailTo(list)).subject).toBe('Sei al n. 1 nella lista d’attesa di Orbit');
    expect((await mailTo(list, 'ar')).subject).toBe('Sei al n. 2 nella lista d’attesa di Orbit');
    expect((await mailTo(list, 'nl')).subject).toBe('Je bent nr. 3 op de wachtlijst van Orbit');
  });

  test('decides which version of an own template is taken: the nearest, else that for all', async () => {
    const list = await makeList(service, { plan: 'scale' }, { name: 'Orbit' });
    const { account, id } = list;
    const save = (locale: string) =>
      setEmailTemplate(
        service.ctx,
        account,
        id,
        'signup',
        { subject: `${locale || 'all'} {{position}}`, html: '<p>{{position}}</p>' },
        null,
        locale,
      );
    await save('de');
    expect((await mailTo(list, 'fr')).subject).toBe('Vous êtes n° 1 sur la liste d’attente de Orbit');
    for (const locale of ['', 'zh-Hant', 'pt-BR']) await save(locale);
    const subjects = [];
    for (const locale of [undefined, 'fr', 'de', 'de-AT', 'den', 'zh-Hant-TW', 'zh', 'pt-BR', 'pt'])
      subjects.push((await mailTo(list, locale)).subject);
    expect(subjects).toEqual([
      'all 2',
      'all 3',
      'de 4',
      'de 5',
      'all 6',
      'zh-Hant 7',
      'all 8',
      'pt-BR 9',
      'all 10',
    ]);
    await set(list, { brand: { language: 'de' } });
    expect((await mailTo(list)).subject).toBe('de 11');
    await clearEmailTemplate(service.ctx, account, id, 'signup', 'de');
    expect((await mailTo(list, 'de')).subject).toBe('all 12');
  });

  const signup = {
    ...{ email: 'ada@example.com', position: 12_345, total: 23_456, waitlist_name: 'Orbit {x} <y>' },
    ...{ referral_code: 'k3v9x2m8qd', referral_bonus: null, fields: {} },
  };
  const [link, unsubscribe] = ['https://acme.test/', 'https://waitlist.test/u/x'];
  const values = {
    'confirm.url': link,
    'invite.url': link,
    'invite.expires_at': 'TIME',
    'reward.key': 'mug',
    'reward.at': 3,
  };

  test.each(locales)('every kind has a default mail in %s that is whole', (locale: Locale) => {
    for (const kind of templateKinds())
      for (const links of [
        { referral: link, status: link, unsubscribe },
        { referral: null, status: null, unsubscribe },
      ]) {
        const mail = renderEmailOf(kind, { ...signup, links, values }, null, locale);
        expect(mail.subject).toContain('Orbit {x} <y>');
        expect(mail.html).toContain(`<html lang="${locale}">`);
        expect(`${mail.subject}${mail.text}`.replaceAll('Orbit {x}', '')).not.toMatch(
          /[{}]|\bundefined\b|\bnull\b/,
        );
        const { offersUnsubscribe, needs } = kindOfEmail(kind);
        expect(mail.html.includes(`href="${unsubscribe}"`)).toBe(offersUnsubscribe);
        if (needs) expect(mail.html).toContain(`href="${link}"`);
        if (kind === 'invite') expect(mail.text).toContain('TIME');
        // The name of the list is all that an announcement begins with.
        if (locale !== 'en' && kind !== 'reward' && kind !== 'announcement')
          expect(mail.subject).not.toBe(renderEmailOf(kind, { ...signup, links, values }, null).subject);
      }
  });

  test('numbers follow the language in default mails, and stay plain in English and in own ones', () => {
    const links = { referral: null, status: null, unsubscribe };
    const subjectIn = (locale: Locale, own: { subject: string; html: string } | null = null) =>
      renderEmailOf('signup', { ...signup, waitlist_name: 'Orbit', links }, own, locale).subject;
    expect(subjectIn('en')).toBe('You’re #12345 on the Orbit waitlist');
    expect(subjectIn('de')).toBe('Sie haben Platz 12.345 auf der Warteliste von Orbit');
    expect(subjectIn('de', { subject: '{{position}}', html: '{{position}}' })).toBe('12345');
  });

  test('the time of an invitation reads as in its language, in UTC', async () => {
    const signer = await service.ctx.linkSigner();
    const invite = kindOfEmail('invite');
    const timeIn = (language: string) =>
      String(invite.sampleValues?.(signer, { accountId: '', id: '' }, null, language)['invite.expires_at']);
    expect(timeIn('en')).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d UTC$/);
    expect(timeIn('de')).toMatch(/^\d{1,2}\. \S+ \d{4} um \d\d:\d\d UTC$/);
    expect(timeIn('ja')).toMatch(/^\d{4}年\d{1,2}月\d{1,2}日 \d{1,2}:\d\d UTC$/);
    expect(timeIn('tr')).toMatch(/^\d{1,2} \S+ \d{4} \d\d:\d\d UTC$/);
  });
});
