import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { updateAccount } from '../../../src/shared/account/administration/update-account.ts';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { openVault } from '../../../src/shared/platform/secrets/sealed.ts';
import { signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { type FakeResend, resendKey, startFakeResend } from '../../support/fakes/resend.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker } from '../../support/service/worker.ts';
import { roomInMinute } from '../../support/values/minute.ts';

let sink: MailSink;
let resend: FakeResend;
const env: NodeJS.ProcessEnv = {};
const service = useService(env, async () => {
  sink = await startMailSink({
    refuse: (to) => (to.startsWith('refused') ? '550 No such user' : undefined),
    beforeAnswer: async (to) => {
      if (to.startsWith('broken')) throw new Error('the connection breaks');
    },
  });
  resend = await startFakeResend();
  env.MANAGED_EMAIL_URL = sink.url;
  env.RESEND_API_URL = resend.url;
});
afterAll(async () => {
  await sink?.close();
  await resend?.close();
});

interface Editor {
  account: TestAccount;
  visitor: Visitor;
  list: string;
  path: string;
}

/** The editor of a list with a custom field, for its signed-in owner. */
async function openEditor(plan: 'free' | 'launch' = 'launch'): Promise<Editor> {
  const account = await service.account({ plan });
  const list = await service.waitlist(account);
  const field = { key: 'team', label: 'Team <i>', type: 'string' };
  await service.call('POST', `/v1/waitlists/${list}/fields`, account.key, { payload: field });
  return {
    account,
    visitor: await signedIn(service, account),
    list,
    path: `/dashboard/waitlists/${list}/email`,
  };
}

const template = { subject: 'Hi {{ email }}', html: '<p>{{position}} of {{total}}, {{team}}</p>' };
const storedTemplates = (list: string) =>
  service.sql<
    { subject: string; html: string }[]
  >`SELECT subject, html FROM mail_templates WHERE waitlist_id = ${list}`;
const everything = (list: string) => service.sql`
  SELECT s::text, m::text, (SELECT count(*) FROM outbox) AS pending
  FROM signups s LEFT JOIN mails m ON m.id = s.id WHERE s.waitlist_id = ${list} ORDER BY s.id`;

describe('the email template of a waitlist', () => {
  test('is the default one until another is saved, and can be reset to it (C6.1)', async () => {
    const { visitor, path, list } = await openEditor();
    const page = await visitor.open(`${path}?editor=html`);
    expect(wordsOf(page)).toContain('New signups get the default email.');
    expect(page.body).toContain('value="You’re #{{position}} on the {{waitlist_name}} waitlist"');
    expect(page.body).not.toContain(`${path}/default`);

    const html = '<p>\r\nline {{position}}</p>\n&amp;lt;</textarea>';
    const saved = await visitor.send(path, { subject: ' Hi {{ email }} ', html });
    expect(wordsOf(await visitor.follow(saved))).toContain('Saved. New signups will get this email.');
    expect(await storedTemplates(list)).toEqual([
      { subject: 'Hi {{ email }}', html: '<p>\nline {{position}}</p>\n&amp;lt;</textarea>' },
    ]);
    const own = await visitor.open(path);
    expect(own.body).toContain('&lt;p>\nline {{position}}&lt;/p>\n&amp;amp;lt;&lt;/textarea>');
    expect(own.body).toContain('popover="auto"');

    const back = await visitor.send(`${path}/default`);
    expect(wordsOf(await visitor.follow(back))).toContain('New signups will get the default email.');
    expect(await storedTemplates(list)).toEqual([]);
  });

  test('may contain 200 placeholders', async () => {
    const { visitor, path } = await openEditor();
    const send = (count: number) => visitor.send(path, { subject: 'x', html: '{{email}}'.repeat(count) });
    expect((await send(200)).statusCode).toBe(303);
    const refused = await send(201);
    expect([refused.statusCode, wordsOf(refused)]).toEqual([
      400,
      expect.stringContaining('must have at most 200 placeholders'),
    ]);
  });

  test('may be as long as 200,000 characters of any script', async () => {
    const { visitor, path, list } = await openEditor();
    const html = '語'.repeat(200_000);
    expect((await visitor.send(path, { subject: 'x', html })).statusCode).toBe(303);
    expect((await storedTemplates(list))[0]?.html).toBe(html);
    expect((await visitor.send(path, { subject: 'x', html: `${html}語` })).statusCode).toBe(400);
  });

  test('with unknown placeholders is refused with all their names, and the input stays (C6.1)', async () => {
    const { visitor, path, list } = await openEditor();
    await visitor.send(path, template);
    const html = '<p>{{ team }} {{ First Name }} {{url}} {{url}} {{<script>}}</p>';
    const refused = await visitor.send(path, { subject: '{{nope}} {{email}}', html });
    expect(refused.statusCode).toBe(400);
    expect(wordsOf(refused)).toContain(
      '{{nope}}, {{First Name}}, {{url}}, and {{<script>}} are no variables of this waitlist’s email.',
    );
    expect(refused.body).toContain('value="{{nope}} {{email}}"');
    expect(refused.body).toContain('{{ First Name }} {{url}} {{url}} {{&lt;script>}}');
    // The preview shows the input and not the stored template.
    expect(refused.body).toMatch(/<iframe name="preview"(?![^>]* src=)/);
    expect(await storedTemplates(list)).toEqual([template]);
  });

  test.each([
    ['without a subject', { subject: ' ', html: 'x' }],
    ['without a body', { subject: 'x', html: '' }],
    ['with a subject of two lines', { subject: 'x\ny', html: 'x' }],
    ['with a character that cannot be stored', { subject: 'x', html: 'a\0b' }],
  ])('%s is refused', async (_, values) => {
    const { visitor, path, list } = await openEditor();
    expect((await visitor.send(path, values)).statusCode).toBe(400);
    expect(await storedTemplates(list)).toEqual([]);
  });

  test('may contain the built-in variables and the custom fields, which the page lists (§2.6)', async () => {
    const { visitor, path } = await openEditor();
    const words = wordsOf(await visitor.open(path));
    for (const name of [
      'email',
      'position',
      'rank',
      'total',
      'waitlist_name',
      'referral_code',
      'referral_bonus',
    ])
      expect(words).toContain(`{{${name}}}`);
    expect(words).toContain('{{team|there}} Team <i>');
  });
});

/** The text of a preview page, and the HTML of the mail in it. */
function mailIn(answer: { body: string }) {
  const srcdoc = /srcdoc="([^"]*)"/.exec(answer.body)?.[1] ?? expect.fail('there is no mail');
  const html = srcdoc.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? '');
  return { html, words: wordsOf({ body: answer.body.replace(srcdoc, '') } as never) };
}
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

describe('the preview', () => {
  test('equals the mail that the worker sends to the newest signup', async () => {
    const { account, visitor, list, path } = await openEditor();
    await service.signUp(account, list, { email: 'older@example.com', fields: { team: 'old' } });
    const newest = { email: 'newest@example.com', fields: { team: 'a <b>\n& "co"' } };
    await service.signUp(account, list, newest);
    await visitor.send(path, { subject: 'Hi {{email}}: {{team}}', html: '<h1>{{team}}</h1>{{total}}' });
    const preview = mailIn(await visitor.open(`${path}/preview`));
    const worker = openTestWorker(service);
    await worker.sendAll();
    await worker.close();
    const [mail] = await sink.mailsTo('newest@example.com');
    expect(mail?.html?.trim()).toBe(preview.html.trim());
    expect(preview.html).toBe('<h1>a &lt;b&gt;<br>&amp; &quot;co&quot;</h1>2');
    expect(preview.words).toContain('newest@example.com (the newest signup)');
    expect(preview.words).toContain(`Subject ${mail?.subject}`);
    expect(preview.words).toContain(mail?.text?.replace(/\s+/g, ' ').trim());
  });

  test('shows sample values for an empty list, with a note', async () => {
    const { visitor, path } = await openEditor();
    const { html, words } = mailIn(await visitor.send(`${path}/preview`, template));
    expect(words).toContain('No signups yet. Sample values are shown.');
    expect(words).toContain('Subject Hi ada@example.com');
    expect(html).toBe('<p>1 of 1, Team &lt;i&gt;</p>');
  });

  test('of the input stores nothing, warns of unknown placeholders and accepts unfinished input', async () => {
    const { visitor, list, path } = await openEditor();
    const answer = await visitor.send(`${path}/preview`, { subject: '', html: '<p>{{nope}}{{ A b }}</p>' });
    expect(answer.statusCode).toBe(200);
    expect(mailIn(answer).words).toContain('{{nope}} and {{A b}} are no variables of this waitlist’s email.');
    expect((await visitor.send(`${path}/preview`)).statusCode).toBe(200);
    expect(await storedTemplates(list)).toEqual([]);
  });

  test('of a template with very deep nesting has a limited text part (C6.1)', async () => {
    const { visitor, path } = await openEditor();
    const answer = await visitor.send(`${path}/preview`, { subject: 'x', html: '<div>'.repeat(40_000) });
    expect(answer.statusCode).toBe(200);
  });

  test('is in a sandbox without scripts, for frames of this site only, as are its refusals', async () => {
    const { visitor, path } = await openEditor();
    const hostile =
      '<script>alert(1)</script><img src=x onerror=alert(2)>"></iframe><script>alert(3)</script>';
    const answers = [
      await visitor.open(`${path}/preview`),
      await visitor.send(`${path}/preview`, { subject: hostile, html: hostile }),
      await visitor.send(`${path}/preview`, { html: 'x'.repeat(200_001) }),
    ];
    for (const { headers, body } of answers) {
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; font-src 'self'; style-src 'self' 'unsafe-inline'; img-src https: data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
      );
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(body).not.toContain('<script');
      expect(body.match(/<iframe/g)?.length ?? 0).toBeLessThan(2);
      expect(body).not.toMatch(/<iframe(?![^>]* sandbox(=""|\s|>))/);
    }
    const page = await visitor.open(path);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    expect(page.body).toMatch(/<iframe[^>]* sandbox(=""|\s|>)/);
  });
});

describe('a test mail', () => {
  const used = async ({ accountId }: TestAccount) =>
    (
      await service.sql<
        { reserved: number }[]
      >`SELECT reserved FROM email_usage WHERE account_id = ${accountId}`
    )[0]?.reserved ?? 0;

  test('has the entered template with made-up values, is sent at once and changes no signup', async () => {
    const { account, visitor, list, path } = await openEditor();
    await service.signUp(account, list, { email: 'lin@example.com', fields: { team: 'red' } });
    const before = await everything(list);
    const to = `tried.${list}@example.com`;
    const answer = await visitor.send(`${path}/test`, { ...template, to });
    expect(answer.statusCode).toBe(200);
    expect(wordsOf(answer)).toContain(`The test email was sent to ${to} from Test <test@example.com>.`);
    expect(answer.body).toContain('value="Hi {{ email }}"'); // and the input stays
    const [mail] = await sink.mailsTo(to);
    expect(mail?.subject).toBe('[Test] Hi ada@example.com');
    expect(mail?.html?.trim()).toBe('<p>1 of 1, Team &lt;i&gt;</p>');
    expect(mail?.text?.trim()).toBe('1 of 1, Team <i>');
    expect(JSON.stringify(mail)).not.toMatch(/lin@|red/);
    expect(mail?.from).toMatchObject({ address: 'test@example.com' });
    expect(await storedTemplates(list)).toEqual([]);
    expect(await everything(list)).toEqual(before);
  });

  test('to the user who sends it is what the preview shows', async () => {
    const { account, visitor, list, path } = await openEditor();
    await service.signUp(account, list, { email: 'lin@example.com', fields: { team: 'red' } });
    const preview = mailIn(await visitor.send(`${path}/preview`, template));
    await visitor.send(`${path}/test`, { ...template, to: visitor.email });
    const [mail] = await sink.mailsTo(visitor.email);
    expect(preview.html).toBe('<p>1 of 1, red</p>');
    expect(mail?.html?.trim()).toBe(preview.html);
    expect(preview.words).toContain('Subject Hi lin@example.com');
    expect(mail?.subject).toBe('[Test] Hi lin@example.com');
  });

  test('goes to the user by default', async () => {
    const { visitor, path } = await openEditor();
    expect((await visitor.open(path)).body).toMatch(new RegExp(`name="to"[^>]* value="${visitor.email}"`));
    expect((await visitor.send(`${path}/test`, { ...template, to: 'nobody' })).statusCode).toBe(400);
  });

  test('over the service’s provider counts against the month’s allowance, unless it was refused (C6.4)', async () => {
    const { account, visitor, path } = await openEditor();
    await updateAccount(service.ctx, account.accountId, { managedEmails: 2 });
    const refused = await visitor.send(`${path}/test`, { ...template, to: 'refused@example.com' });
    expect(refused.statusCode).toBe(400);
    expect(wordsOf(refused)).toMatch(/The test mail was not sent\. The mail server answered 550/);
    expect(refused.body).toContain('value="refused@example.com"');
    expect(await used(account)).toBe(0);
    const warn = vi.spyOn(service.ctx.log, 'warn');
    onTestFinished(() => warn.mockRestore());
    const unknown = await visitor.send(`${path}/test`, { ...template, to: 'broken@example.com' });
    expect(wordsOf(unknown)).toContain('the mail may have left, or not');
    expect(warn.mock.calls).toEqual([
      [
        { err: expect.any(Error), message_id: expect.stringMatching(/^<test-.*@example\.com>$/) },
        'a test mail may have been sent or not',
      ],
    ]);
    expect(await used(account)).toBe(1);
    expect((await visitor.send(`${path}/test`, { ...template, to: 'a@example.com' })).statusCode).toBe(200);
    const over = await visitor.send(`${path}/test`, { ...template, to: 'over@example.com' });
    expect(over.statusCode).toBe(402);
    expect(wordsOf(over)).toContain('The month’s allowance is used up, so no test can be sent either.');
    expect(sink.received.has('over@example.com')).toBe(false);
    expect(await used(account)).toBe(2);
  });

  test('over the account’s own provider shows the provider’s answer and does not count', async () => {
    const { account, visitor, path } = await openEditor('free');
    const none = await visitor.send(`${path}/test`, { ...template, to: 'none@example.com' });
    expect(none.statusCode).toBe(402);
    expect(wordsOf(none)).toContain('There is no way to send: set up an email provider of your own first.');
    const provider = { type: 'resend' as const, config: { api_key: resendKey }, skipVerify: true };
    await setEmailProvider(service.ctx, account.accountId, { ...provider, from: 'Acme <hi@acme.test>' });
    expect((await visitor.send(`${path}/test`, { ...template, to: 'own@example.com' })).statusCode).toBe(200);
    expect([...resend.mails.values()]).toMatchObject([
      { to: ['own@example.com'], from: 'Acme <hi@acme.test>' },
    ]);
    await setEmailProvider(service.ctx, account.accountId, { ...provider, from: 'hi@pending.test' });
    const refused = await visitor.send(`${path}/test`, { ...template, to: 'own@example.com' });
    expect(wordsOf(refused)).toContain('Resend answered 403: The pending.test domain is not verified.');
    expect(refused.body).not.toContain(resendKey);
    expect(await used(account)).toBe(0);
  });

  test('is not sent if the settings cannot be decrypted, and the page explains what to do', async () => {
    const { account, visitor, path } = await openEditor('free');
    const provider = { type: 'resend' as const, config: { api_key: resendKey }, skipVerify: true };
    await setEmailProvider(service.ctx, account.accountId, { ...provider, from: 'Acme <hi@acme.test>' });
    const sealed = openVault(['ab'.repeat(32)]).seal('of another key', []);
    await service.sql`UPDATE email_providers SET sealed_config = ${sealed} WHERE account_id = ${account.accountId}`;
    const refused = await visitor.send(`${path}/test`, { ...template, to: 'sealed@example.com' });
    expect(refused.statusCode).toBe(400);
    expect(wordsOf(refused)).toContain('cannot be opened any more: enter all of it anew.');
  });

  test('is limited to ten a minute for a user', async () => {
    const { visitor, path } = await openEditor('free');
    await roomInMinute(service.env.REDIS_URL ?? '', 30);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await visitor.send(`${path}/test`, { ...template, to: 'x@example.com' })).statusCode);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(402)); // counted, though there is no route
    expect(statuses[10]).toBe(429);
  });
});
