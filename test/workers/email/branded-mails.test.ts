import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeHtml } from '../../../src/shared/mail/design/email-design.ts';
import { footers } from '../../../src/shared/mail/design/footers.ts';
import { kindOfEmail, templateKinds } from '../../../src/shared/mail/kinds.ts';
import { lookOf } from '../../../src/shared/mail/parts.ts';
import { contrastOf } from '../../../src/shared/platform/color/legible.ts';
import { svg } from '../../support/branding/pictures.ts';
import { signedIn } from '../../support/dashboard.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

describe('the default mails of a brand', () => {
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
  async function mailTo(list: TestList) {
    people += 1;
    const email = `branded${people}@example.com`;
    await worker.send((await list.add({ email })).id);
    const [mail] = await sink.mailsTo(email);
    return mail?.html ?? '';
  }
  async function makeBranded(brand: object, logo?: Buffer) {
    const list = await makeList(service, { plan: 'scale' }, { name: 'Orbit' });
    const { key } = list.account;
    await service.call('PATCH', `${list.url}/settings`, key, { payload: { brand } });
    if (logo === undefined) return { list, url: null };
    const headers = { 'content-type': 'image/svg+xml' };
    const saved = await service.call('PUT', `${list.url}/brand/logo`, key, { payload: logo, headers });
    return { list, url: saved.json().url as string };
  }
  const sign = (color: string) => svg(`<path fill="${color}" d="M2 2h8v36h-8zM20 2h4v36h-4z"/>`);

  test('have its color and its logo', async () => {
    const { list, url } = await makeBranded({ color: '#7c3aed' }, sign('#7c3aed'));
    const html = await mailTo(list);
    expect(html).toContain(`<img src="${url}" alt="Orbit" style="max-height:48px;max-width:200px">`);
    expect(html).toContain('font-weight:700;color:#7c3aed');
    expect(url).toMatch(/^https:\/\/waitlist\.test\/brand\/[\w-]{24}\.png$/);
  });

  test.each([
    ['dark', '#0a0a0a', 'background:linear-gradient(#ffffff,#ffffff)'],
    ['light', '#fafafa', 'background:#18181b'],
  ])('put a %s logo on a ground on which it is seen', async (_, color, plate) => {
    const { list } = await makeBranded({}, sign(color));
    expect(await mailTo(list)).toContain(plate);
  });

  test('are those of every list without a color and a logo', async () => {
    const plain = await mailTo(await makeList(service, { plan: 'scale' }, { name: 'Orbit' }));
    const { list } = await makeBranded({ headline: 'Soon', background: '#f3efe6', font: 'serif' });
    const withoutPerson = (html: string) =>
      html.replaceAll(/branded\d+@|\/u\/[\w.-]+|<strong>\w+<\/strong>/g, '');
    expect(withoutPerson(await mailTo(list))).toBe(withoutPerson(plain));
  });

  test('leave a template of the list’s own as it is', async () => {
    const { list } = await makeBranded({ color: '#7c3aed' }, sign('#7c3aed'));
    const payload = { subject: 'Hello', html: '<p>Mine</p>' };
    await service.sql`INSERT INTO mail_templates (account_id, waitlist_id, kind, subject, html) VALUES (${list.account.accountId}, ${list.id}, 'signup', ${payload.subject}, ${payload.html})`;
    expect((await mailTo(list)).trim()).toBe(payload.html);
  });

  test('are of all kinds, and the simple editor begins with them', async () => {
    const { list, url } = await makeBranded({ color: '#7c3aed' }, sign('#7c3aed'));
    const owner = await signedIn(service, list.account);
    const root = `/dashboard/waitlists/${list.id}/email`;
    for (const path of [root, `${root}/confirm`]) {
      const { body } = await owner.open(`${path}?editor=simple`);
      expect(body).toContain(`value="${url}"`);
      expect(body).toContain('value="#7c3aed"');
    }
    const look = { color: '#7c3aed', logoUrl: url };
    for (const kind of templateKinds()) {
      const links = { hasReferralLink: true, hasStatusPage: true };
      const { html, design } = kindOfEmail(kind).defaultTemplate(links, 'ja', look);
      expect([kind, html.includes(String(url)), design.color]).toEqual([kind, true, '#7c3aed']);
    }
  });

  test('load no logo from a service without a public URL', () => {
    const settings = { brand: { color: '#7c3aed', logo: '/brand/x.png' } };
    expect(lookOf(settings, 'http://localhost:3000')).toEqual({ color: '#7c3aed', logoUrl: null });
    expect(lookOf(settings, 'https://a.example').logoUrl).toBe('https://a.example/brand/x.png');
    expect(lookOf(null, 'https://a.example')).toEqual({ color: null, logoUrl: null });
  });

  test('can be read in any color', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);
    const design = { headline: 'A', text: 'At https://a.example/b', show_position: true, show_code: false };
    const button = { button_text: 'Go', button_target: 'url', button_url: 'https://a.example' } as const;
    fc.assert(
      fc.property(color, (own) => {
        const html = composeHtml({ ...design, ...button, color: own }, footers.onList, 'en');
        const [, link = ''] = /href="https:\/\/a\.example\/b" style="color:(#\w+)/.exec(html) ?? [];
        const [, place = ''] = /font-weight:700;color:(#\w+)/.exec(html) ?? [];
        const [, ground = '', edge = ground, text = ''] =
          /background:(#\w+);(?:border:1px solid (#\w+);)?border-radius:8px;[^"]*;color:(#\w+)/.exec(html) ??
          [];
        expect(ground).toBe(own);
        expect(contrastOf(link, '#ffffff')).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(place, '#f4f4f5')).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(edge, '#ffffff')).toBeGreaterThanOrEqual(3);
        expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
