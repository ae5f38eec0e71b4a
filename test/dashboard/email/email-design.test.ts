import { afterAll, describe, expect, test } from 'vitest';
import { setAnyEmailTemplate } from '../../../src/shared/mail/templates/set-email-template.ts';
import { signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

let sink: MailSink;
const env: NodeJS.ProcessEnv = {};
const service = useService(env, async () => {
  sink = await startMailSink();
  env.MANAGED_EMAIL_URL = sink.url;
});
afterAll(() => sink?.close());

interface Editor {
  account: TestAccount;
  visitor: Visitor;
  list: string;
  path: string;
}

/** The editor of a list with a custom field and referral links. */
async function openEditor(): Promise<Editor> {
  const account = await service.account();
  const list = await service.waitlist(account);
  const field = { key: 'team', label: 'Team', type: 'string' };
  await service.call('POST', `/v1/waitlists/${list}/fields`, account.key, { payload: field });
  const links = { site_url: 'https://acme.example/' };
  await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload: { links } });
  return {
    account,
    visitor: await signedIn(service, account),
    list,
    path: `/dashboard/waitlists/${list}/email`,
  };
}

const form = {
  editor: 'simple',
  subject: 'Hi {{team|there}}',
  logo_url: 'https://acme.example/logo.png?a=1&b=2',
  color: '#ffcc00',
  headline: "Welcome, {{team|O'Brien & <sons>}}",
  text: 'First <b>line</b>\r\nsecond line\r\n\r\nRead https://acme.example/?a=1&b="2". Or {{links.referral}}',
  show_position: 'on',
  button_text: 'Share & win',
  button_target: 'referral',
  button_url: '',
};

const stored = (list: string) =>
  service.sql<{ subject: string; html: string; design: object | null }[]>`
    SELECT subject, html, design FROM mail_templates WHERE waitlist_id = ${list}`;

/** The mail in a preview. */
function mailIn(body: string): string {
  const [, srcdoc = ''] = /srcdoc="([^"]*)"/.exec(body) ?? [];
  return srcdoc
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

describe('the simple email editor (N8)', () => {
  test('makes a template, and opens again with what was entered', async () => {
    const { account, visitor, list, path } = await openEditor();
    const first = await visitor.open(path);
    expect(first.body).toContain('name="editor" value="simple"');
    expect(first.body).toContain('name="headline"');
    expect(first.body).not.toContain('name="html"');

    const saved = await visitor.send(path, form);
    expect(wordsOf(await visitor.follow(saved))).toContain('Saved. New signups will get this email.');
    const { body } = await visitor.open(path);
    for (const value of [
      'Hi {{team|there}}',
      '#ffcc00',
      'Share &amp; win',
      'https://acme.example/logo.png?a=1&amp;b=2',
    ])
      expect(body).toContain(`value="${value}"`);
    expect(body).toContain('>\nFirst &lt;b>line&lt;/b>\nsecond line\n\nRead https://acme.example/');
    expect(body).toMatch(/name="show_position" checked/);
    expect(body).not.toMatch(/name="show_code" checked/);
    expect(body).toMatch(/<option value="referral" selected|<option selected value="referral"/);

    await service.signUp(account, list, { email: 'ada@example.com' });
    const mail = mailIn((await visitor.open(`${path}/preview`)).body);
    expect(mail).toContain('Welcome, O&#39;Brien &amp; &lt;sons&gt;</h1>');
    expect(mail).toContain('First &lt;b&gt;line&lt;/b&gt;<br>\nsecond line</p>');
    const inSight = 'style="color:DARKER"'; // nobody can read this yellow on white
    expect(mail.replaceAll(/style="color:#(?!ffcc00)\w{6}"/g, inSight)).toContain(
      `<a href="https://acme.example/?a=1&amp;b=" ${inSight}>https://acme.example/?a=1&amp;b=</a>&quot;2&quot;. Or <a href="https://acme.example/?ref=`,
    );
    expect(mail).toMatch(
      /<a href="https:\/\/acme\.example\/\?ref=\w+" style="[^"]*background:#ffcc00;[^"]*color:#000000;[^"]*">Share &amp; win</,
    );
    expect(mail).toContain('src="https://acme.example/logo.png?a=1&amp;b=2"');
    expect(mail).toContain('#1</p>');
    expect(mail).not.toContain('Your referral code');
    expect(mail).toMatch(/<a href="http[^"]+" style="[^"]*">Unsubscribe</);
  });

  test('shows the HTML instead if that is no longer what the editor made', async () => {
    const { visitor, list, path } = await openEditor();
    const isSimple = async () => !(await visitor.open(path)).body.includes('name="html"');
    await visitor.send(path, form);
    expect(await isSimple()).toBe(true);
    const html = '<p>by command</p>';
    await setAnyEmailTemplate(service.ctx, list, 'signup', { subject: 'x', html });
    expect(await isSimple()).toBe(false);
    expect(wordsOf(await visitor.open(`${path}?editor=simple`))).toContain('Saving here replaces it.');

    await visitor.send(path, form);
    expect(await isSimple()).toBe(true);
    const [{ html: made = '' } = {}] = await stored(list);
    await visitor.send(path, { editor: 'html', subject: 'y', html: made });
    expect(await stored(list)).toMatchObject([{ subject: 'y', html: made, design: null }]);
  });

  test.each([
    ['logo_url', { logo_url: 'http://acme.example/logo.png' }, 'must be an https URL'],
    ['logo_url', { logo_url: 'javascript:alert(1)' }, 'must be an https URL'],
    ['color', { color: 'red;x:expression(1)' }, 'must be a color such as #4338ca'],
    ['button_url', { button_target: 'url', button_url: 'javascript:alert(1)' }, 'must be an https URL'],
    ['button_url', { button_target: 'url' }, 'must be an https URL'],
    ['headline', { headline: '' }, 'must not be empty'],
    ['subject', { subject: '' }, 'must not be empty'],
  ])('refuses a wrong %s at its field, and keeps the rest (%j)', async (name, wrong, message) => {
    const { visitor, list, path } = await openEditor();
    const { statusCode, body } = await visitor.send(path, { ...form, ...wrong });
    expect(statusCode).toBe(400);
    expect(body).toContain(`<small id="${name}-problem" class="problem" role="alert">${message}</small>`);
    expect(body).toContain('value="Share &amp; win"');
    expect(await stored(list)).toEqual([]);
  });

  test('refuses unknown placeholders, and previews what is not finished', async () => {
    const { visitor, path } = await openEditor();
    const unknown = await visitor.send(path, { ...form, text: 'Hi {{nobody}}' });
    expect([unknown.statusCode, wordsOf(unknown)]).toEqual([
      400,
      expect.stringContaining('{{nobody}} is no variable'),
    ]);
    const draft = {
      editor: 'simple',
      text: 'Almost {{nobody}}',
      button_text: 'Go',
      button_target: 'url',
      button_url: 'javascript:x',
    };
    const preview = await visitor.send(`${path}/preview`, draft);
    expect([preview.statusCode, wordsOf(preview)]).toEqual([
      200,
      expect.stringContaining('{{nobody}} is no variable'),
    ]);
    expect(mailIn(preview.body)).toContain('Almost');
    expect(mailIn(preview.body)).not.toContain('javascript:');
  });

  test('sends tests of what is entered, with made-up values only', async () => {
    const { account, visitor, list, path } = await openEditor();
    await service.signUp(account, list, {
      email: 'real.person@example.com',
      fields: { team: 'Secret team' },
    });
    const sent = await visitor.send(`${path}/test`, { ...form, text: 'For {{email}}', to: 'me@example.com' });
    expect(wordsOf(sent)).toContain('The test email was sent to me@example.com');
    expect(sent.body).toContain('data-unsaved');
    const [mail] = await sink.mailsTo('me@example.com');
    expect(mail?.subject).toBe('[Test] Hi Team');
    expect(mail?.html).toContain('For ada@example.com');
    expect(JSON.stringify(mail)).not.toMatch(/real\.person|Secret team/);
    expect(await stored(list)).toEqual([]);
  });

  test.each([
    ['confirm', 'Confirm your email address', /\/c\/\w/],
    ['invite', 'You’re invited', /token=inv_sample/],
    ['reward', 'You’ve earned a reward', undefined],
    ['status', 'You are on the list already', undefined],
  ])('makes mails of kind %s, too', async (kind, headline, link) => {
    const { visitor, list, path } = await openEditor();
    const page = `${path}/${kind}`;
    const { body } = await visitor.open(page);
    expect(body).toContain('name="editor" value="simple"');
    expect(body).toContain(`name="headline" type="text" value="${headline}"`);
    /** The mail that an editor begins with; its links are of a made-up signup, another one each time. */
    const beginsWith = async (editor: string) =>
      mailIn((await visitor.open(`${page}/preview?editor=${editor}`)).body).replace(/\/[cu]\/[\w-]+/g, '');
    expect(await beginsWith('simple')).toBe(await beginsWith('html'));

    const changed = { ...form, headline: 'Changed', button_target: link ? kind : 'referral' };
    const saved = await visitor.send(page, changed);
    expect(wordsOf(await visitor.follow(saved))).toContain('Saved.');
    const mail = mailIn((await visitor.open(`${page}/preview`)).body);
    expect(mail).toContain('Changed</h1>');
    if (link) expect(/<a href="([^"]*)"[^>]*>Share &amp; win</.exec(mail)?.[1]).toMatch(link);
    expect(await stored(list)).toMatchObject([{ design: { headline: 'Changed' } }]);
  });

  test.each([
    ['confirm', 'confirm.url'],
    ['invite', 'invite.url'],
  ])(
    'refuses a mail of kind %s without its link at the button, and takes it in the text',
    async (kind, needs) => {
      const { visitor, list, path } = await openEditor();
      const refused = await visitor.send(`${path}/${kind}`, { ...form, button_target: 'referral' });
      expect(refused.statusCode).toBe(400);
      expect(refused.body).toContain(
        `<small id="button_target-problem" class="problem" role="alert">the button or the text must hold {{${needs}}}</small>`,
      );
      expect(await stored(list)).toEqual([]);
      const text = `Here: {{${needs}}}`;
      const taken = await visitor.send(`${path}/${kind}`, { ...form, text, button_text: '' });
      expect(wordsOf(await visitor.follow(taken))).toContain('Saved.');
    },
  );

  test('refuses the link of another kind', async () => {
    const { visitor, list, path } = await openEditor();
    const refused = await visitor.send(path, { ...form, button_target: 'invite' });
    expect([refused.statusCode, wordsOf(refused)]).toEqual([
      400,
      expect.stringContaining('{{invite.url}} is no variable'),
    ]);
    expect(await stored(list)).toEqual([]);
  });
});
