import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateAccount } from '../../src/shared/account/administration/update-account.ts';
import { rankOf } from '../../src/shared/list/mail-state/status.ts';
import { lockSignups } from '../../src/shared/list/signups/queries.ts';
import { resendRefusedEmails } from '../../src/shared/mail/resending/resend-refused-emails.ts';
import { findProviderSettings, readEmailProvider } from '../../src/shared/mail/settings/email-provider.ts';
import { platformAccountId } from '../../src/shared/platform/ids.ts';
import { openVault } from '../../src/shared/platform/secrets/sealed.ts';
import { signedIn, textOf, wordsOf } from '../support/dashboard.ts';
import { type FakeResend, resendKey, resendSendingKey, startFakeResend } from '../support/fakes/resend.ts';
import { keysOfSignups } from '../support/keys.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import type { AccountOptions, TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';
import { unhurried } from '../support/values/unhurried.ts';

let sink: MailSink;
let resend: FakeResend;
let worker: TestWorker;
const env: NodeJS.ProcessEnv = { BASE_URL: 'http://list.example.com' };
const service = useService(env, async () => {
  sink = await startMailSink();
  resend = await startFakeResend();
  env.MANAGED_EMAIL_URL = sink.url;
  env.RESEND_API_URL = resend.url;
});
beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(async () => {
  await worker?.close();
  await sink?.close();
  await resend?.close();
});

async function openOwner(options: AccountOptions = { plan: 'launch' }) {
  const account = await service.account(options);
  return { account, visitor: await signedIn(service, account), list: await service.waitlist(account) };
}

const page = '/dashboard/email';
const resendForm = `${page}/provider/resend`;
const smtpForm = `${page}/provider/smtp`;
const good = { from: 'Acme <hello@acme.test>', api_key: resendKey, webhook_secret: '' };
const secret = 'whsec_d2FpdGxpc3QtZGVtby1zaWduaW5nLWtleS0wMDAwMDE=';
const settingsOf = (account: TestAccount) => findProviderSettings(service.ctx, account.accountId);
const server = () => ({ host: '127.0.0.1', port: new URL(sink.url).port, secure: '' });

describe('the route of mails is shown', () => {
  test('as the service’s provider, with the month’s allowance and its reset (C6.2, C6.4)', async () => {
    const { account, visitor, list } = await openOwner();
    await updateAccount(service.ctx, account.accountId, { managedEmails: 1 });
    for (const email of ['one@example.com', 'two@example.com', 'three@example.com'])
      await service.signUp(account, list, { email });
    await worker.sendAll();
    const words = wordsOf(await visitor.open(page));
    expect(words).toContain('The service sends your emails');
    expect(words).toContain('From Test <test@example.com>');
    expect(words).toContain('Sent by the service this month 1 of 1');
    expect(words).toMatch(/Resets on 1 \w+ \d{4} \(UTC\)\./);
    expect(words).toMatch(
      /Waiting 2 The allowance is used up\. They will be sent, oldest first, from 1 \w+ \d{4} \(UTC\)/,
    );
  });

  test('as none on a plan without mails, with the number of held mails (C6.2)', async () => {
    const { account, visitor, list } = await openOwner();
    await service.signUp(account, list, { email: 'left@example.com' });
    await updateAccount(service.ctx, account.accountId, { plan: 'free' });
    await worker.sendAll();
    const words = wordsOf(await visitor.open(page));
    expect(words).toContain(
      'Signup emails are not sent. Your plan does not include emails sent by the service.',
    );
    expect(words).toContain('Waiting 1 Set up your own provider below to send them.');
    expect(words).not.toContain('this month');
  });

  test('as the account’s own provider, which can be removed (C6.2)', async () => {
    const { account, visitor } = await openOwner({ plan: 'free' });
    const saved = await visitor.send(resendForm, { ...good, webhook_secret: secret });
    const words = wordsOf(await visitor.follow(saved));
    expect(words).toContain('Resend accepted the settings and now sends your emails.');
    expect(words).toContain('Resend (your own, without a limit) From Acme <hello@acme.test>');
    const removed = await visitor.send(`${page}/remove-provider`);
    expect(wordsOf(await visitor.follow(removed))).toMatch(
      /^Skip to content The provider was removed\..*How emails are sent Signup/,
    );
    expect(await settingsOf(account)).toBeUndefined();
  });
});

describe('the settings of a provider', () => {
  test('return the URL for events and where to enter it, except for smtp (§4.8, C6.3)', async () => {
    const { visitor } = await openOwner();
    await visitor.send(resendForm, { ...good, webhook_secret: secret });
    const { body } = await visitor.open(page);
    const address = /data-copy="(http:\/\/list\.example\.com\/v1\/webhooks\/email\/[\w-]{32})"/.exec(
      body,
    )?.[1];
    expect(address).toBeDefined();
    expect(wordsOf({ body } as never)).toContain(
      'In Resend, open Webhooks. Add this URL and select the events',
    );
    expect(body).not.toContain('are rejected until');
    await visitor.send(smtpForm, { from: 'a@acme.test', ...server() });
    const smtp = await visitor.open(page);
    expect(smtp.body).not.toContain('data-copy');
    await visitor.send(resendForm, good);
    const again = await visitor.open(page);
    expect(again.body).toContain(`data-copy="${address}"`); // the URL stays, but smtp removed the secret
    expect(wordsOf(again)).toContain(
      'Events from Resend are rejected until you enter “Signing secret” in the settings.',
    );
  });

  test('that the provider refuses show its answer, and keep the input except secrets', async () => {
    const { account, visitor } = await openOwner();
    const wrong = { from: 'Acme <hello@acme.test>', api_key: 're_wrong_0000001', webhook_secret: secret };
    const refused = await visitor.send(resendForm, wrong);
    expect(refused.statusCode).toBe(400);
    expect(wordsOf(refused)).toMatch(/Resend answered 401: API key is invalid/);
    expect(refused.body).toContain('value="Acme &lt;hello@acme.test>"');
    expect(refused.body).not.toMatch(/re_wrong_0000001|whsec_d2/);
    const closed = {
      from: 'a@acme.test',
      host: '127.0.0.1',
      port: '1',
      secure: 'false',
      username: 'u',
      password: 'hidden!',
    };
    const smtp = await visitor.send(smtpForm, closed);
    expect(wordsOf(smtp)).toContain('The mail server was tried: ECONNREFUSED');
    expect(smtp.body).toMatch(
      /value="127\.0\.0\.1".*value="1".*<option[^>]* value="false"[^>]*>.*value="u"/s,
    );
    expect(smtp.body).toMatch(/<option(?=[^>]* selected)(?=[^>]* value="false")/);
    expect(smtp.body).not.toContain('hidden!');
    expect(await settingsOf(account)).toBeUndefined();
  });

  test.each([
    [
      'a private address (C7.6)',
      smtpForm,
      { from: 'a@acme.test', host: '10.0.0.1', port: '25' },
      /10\.0\.0\.1|private/,
    ],
    ['no From address', resendForm, { ...good, from: '' }, /From: /],
    [
      'a From address of two lines',
      resendForm,
      { ...good, from: 'a@acme.test\nBcc: b@c.de' },
      /From: must be/,
    ],
    ['no key', resendForm, { ...good, api_key: '' }, /^API key: is required$/],
    [
      'a port that is no number',
      smtpForm,
      { from: 'a@acme.test', host: 'x', port: 'x' },
      /^Port: must be a number$/,
    ],
    ['a webhook secret of another form', resendForm, { ...good, webhook_secret: 'abc' }, /whsec_/],
  ])('with %s are refused', async (_, form, values, words) => {
    const { account, visitor } = await openOwner();
    const refused = await visitor.send(form, values as Record<string, string>);
    expect(refused.statusCode).toBe(400);
    expect(/role="alert">([^<]*)/.exec(refused.body)?.[1]).toMatch(words);
    expect(await settingsOf(account)).toBeUndefined();
  });

  test('keep the secrets that a change leaves empty, and never show them (C6.3)', async () => {
    const { account, visitor } = await openOwner();
    await visitor.send(resendForm, { ...good, webhook_secret: secret });
    const form = await visitor.open(resendForm);
    expect(form.body).not.toContain(resendKey);
    expect((await readEmailProvider(service.ctx, account.accountId))?.settings).toEqual({});
    expect(form.body).not.toContain(secret.slice(6, 20));
    expect(form.body).not.toMatch(/ required[^>]* name="api_key"/);
    expect(wordsOf(form)).toContain('Already set. Leave empty to keep it.');
    await visitor.send(resendForm, { from: 'New <new@acme.test>', api_key: '', webhook_secret: '' });
    expect(await settingsOf(account)).toMatchObject({
      fromAddress: 'New <new@acme.test>',
      config: { api_key: resendKey },
      secret,
    });
    await visitor.send(resendForm, { ...good, api_key: resendSendingKey });
    expect(await settingsOf(account)).toMatchObject({ config: { api_key: resendSendingKey }, secret });
  });

  test('that cannot be decrypted can be entered again', async () => {
    const { account, visitor } = await openOwner();
    await visitor.send(resendForm, { ...good, webhook_secret: secret });
    const sealed = openVault(['ab'.repeat(32)]).seal('of another key', []);
    await service.sql`UPDATE email_providers SET sealed_config = ${sealed} WHERE account_id = ${account.accountId}`;
    const form = await visitor.open(resendForm);
    expect(wordsOf(form)).toContain('The saved settings can no longer be decrypted. Enter them again.');
    expect(wordsOf(form)).not.toContain('Already set');
    expect(form.body).toContain('value="Acme &lt;hello@acme.test>"');
    expect(form.body).toMatch(/ required[^>]* name="api_key"/);
    expect((await visitor.open(smtpForm)).statusCode).toBe(200);
    const refused = await visitor.send(resendForm, { ...good, api_key: '' });
    expect(refused.statusCode).toBe(400);
    expect(wordsOf(refused)).toContain('API key: is required');
    expect((await visitor.send(resendForm, good)).statusCode).toBe(303);
    expect(await settingsOf(account)).toMatchObject({ config: { api_key: resendKey }, secret: null });
  });

  test('never send a stored password to another server', async () => {
    const { account, visitor } = await openOwner();
    const other = await startMailSink();
    const known = { from: 'a@acme.test', ...server(), username: 'ada', password: 'for this server' };
    const set = await visitor.send(smtpForm, known);
    expect(set.statusCode).toBe(303);
    await visitor.send(smtpForm, { ...known, from: 'b@acme.test', password: '' });
    expect((await settingsOf(account))?.config).toMatchObject({ password: 'for this server' });
    const moved = await visitor.send(smtpForm, { ...known, port: new URL(other.url).port, password: '' });
    await other.close();
    expect(sink.passwords).toEqual(Array(2).fill('for this server'));
    expect(moved.statusCode).toBe(400);
    expect(other.passwords).toEqual([]);
  });

  test('have the fields that each provider declares, with password inputs for secrets', async () => {
    const { visitor } = await openOwner();
    const fieldsOf = async (type: string) =>
      [
        ...(await visitor.open(`${page}/provider/${type}`)).body.matchAll(
          / name="(\w+)"(?: type="(\w+)")?[^>]*>(?=<small|<\/label|<option)/g,
        ),
      ].map(([, name, kind = 'choice']) => `${name}: ${kind}`);
    const events = 'webhook_secret: password';
    expect(await fieldsOf('smtp')).toEqual([
      ...[
        'from: text',
        'host: text',
        'port: number',
        'secure: choice',
        'username: text',
        'password: password',
      ],
    ]);
    expect(await fieldsOf('resend')).toEqual(['from: text', 'api_key: password', events]);
    expect(await fieldsOf('postmark')).toEqual([
      ...['from: text', 'message_stream: text', 'server_token: password', events],
    ]);
    expect(await fieldsOf('sendgrid')).toEqual(['from: text', 'api_key: password', events]);
    expect(await fieldsOf('mailgun')).toEqual([
      ...['from: text', 'domain: text', 'region: choice', 'api_key: password', events],
    ]);
    expect(await fieldsOf('ses')).toEqual([
      ...['from: text', 'region: text', 'access_key_id: text', 'secret_access_key: password', events],
    ]);
    expect((await visitor.open(`${page}/provider/nope`)).statusCode).toBe(404);
  });

  test('of an SMTP server store the chosen TLS mode, numbers, and nothing for empty inputs', async () => {
    const { account, visitor } = await openOwner();
    await visitor.send(smtpForm, {
      from: 'a@acme.test',
      ...server(),
      secure: 'false',
      username: '',
      password: '',
    });
    expect((await settingsOf(account))?.config).toEqual({
      host: '127.0.0.1',
      port: Number(new URL(sink.url).port),
      secure: false,
    });
  });

  test('that another user changed meanwhile are not overwritten', async () => {
    const { account, visitor } = await openOwner();
    await visitor.send(resendForm, good);
    const asked = resend.requests.length;
    let answer: () => void = () => {};
    const after = new Promise<void>((resolve) => {
      answer = resolve;
    });
    resend.next({ after });
    const slow = visitor.send(resendForm, { ...good, from: 'one@acme.test' });
    await expect.poll(() => resend.requests.length).toBe(asked + 1);
    expect((await visitor.send(resendForm, { ...good, from: 'two@acme.test' })).statusCode).toBe(303);
    answer();
    const refused = await slow;
    expect(refused.statusCode).toBe(409);
    expect(wordsOf(refused)).toContain('The settings were changed by somebody else meanwhile.');
    expect((await settingsOf(account))?.fromAddress).toBe('two@acme.test');
  });
});

describe('mails with config_error', () => {
  /** A launch account with mails that its provider refused for the From address. */
  async function openRefused(emails: string[]) {
    const owner = await openOwner();
    await saveResend(owner, { ...good, from: 'hi@acme.test' });
    await service.sql`UPDATE email_providers SET from_address = 'hi@pending.test' WHERE account_id = ${owner.account.accountId}`;
    const ids: string[] = [];
    for (const email of emails)
      ids.push((await service.signUp(owner.account, owner.list, { email })).json().id);
    await worker.sendAll();
    return { ...owner, ids };
  }
  const saveResend = (owner: Awaited<ReturnType<typeof openOwner>>, fields: Record<string, string>) =>
    owner.visitor.send(resendForm, fields);
  const signupsOf = async (account: TestAccount, list: string) =>
    (await service.call('GET', `/v1/waitlists/${list}/signups`, account.key)).json().data as {
      id: string;
      email_status: string | null;
    }[];
  const mailsTo = (email: string) =>
    [...resend.mails.values()].filter(({ to }) => [to].flat().includes(email));

  test('are counted and listed with the provider’s answer (C6.6)', async () => {
    const { account, visitor, list, ids } = await openRefused(['a@example.com', 'b@example.com']);
    await service.call('PATCH', `/v1/waitlists/${list}`, account.key, { payload: { name: '<i>List</i>' } });
    await service.sql`UPDATE mails SET state = 'failed' WHERE id = ${ids[0] ?? ''}`;
    const { body } = await visitor.open(page);
    expect(body).toContain(`href="/dashboard/waitlists/${list}/signups/${ids[1]}"`);
    const words = textOf(body);
    expect(words).toContain(
      'Not sent 2 1 because of the settings, 1 failed, 0 on the provider’s suppression list',
    );
    expect(words).toContain('1 email failed because of the settings Send again');
    expect(words).toMatch(
      /b@example\.com <i>List<\/i> .* UTC Resend answered 403: The pending\.test domain is not verified\./,
    );
  });

  test('can be sent again, each once, with the right email_status at all times (C6.5, C6.6, §3.1)', async () => {
    const emails = ['again1@example.com', 'again2@example.com'];
    const { account, visitor, list } = await openRefused(emails);
    expect(await signupsOf(account, list)).toMatchObject([
      { email_status: 'config_error' },
      { email_status: 'config_error' },
    ]);
    await visitor.send(resendForm, { ...good, from: 'Mended <hi@acme.test>' });
    const [first, second] = await Promise.all([
      visitor.send(`${page}/resend`),
      visitor.send(`${page}/resend`),
    ]);
    const notices = [wordsOf(await visitor.follow(first)), wordsOf(await visitor.follow(second))].join();
    expect(notices).toContain('will be sent again.');
    expect(await service.pendingJobs('send-signup-email')).toHaveLength(2);
    expect(await signupsOf(account, list)).toMatchObject([{ email_status: null }, { email_status: null }]);
    await Promise.all([worker.sendAll(), worker.sendAll()]);
    await visitor.send(`${page}/resend`);
    await worker.sendAll();
    expect(await signupsOf(account, list)).toMatchObject([
      { email_status: 'sent' },
      { email_status: 'sent' },
    ]);
    for (const email of emails) expect(mailsTo(email)).toHaveLength(1);
    expect(mailsTo(emails[0] ?? '')).toMatchObject([{ from: 'Mended <hi@acme.test>' }]);
    const [counts] = await service.sql`SELECT sent FROM signup_email_counts WHERE waitlist_id = ${list}`;
    expect(counts).toEqual({ sent: 2 });
    expect(wordsOf(await visitor.open(page))).toContain('Not sent 0');
  });

  test('are sent again with a new idempotency key', async () => {
    const { visitor, ids } = await openRefused(['key@example.com']);
    await visitor.send(resendForm, { ...good, from: 'hi@acme.test' });
    await visitor.send(`${page}/resend`);
    await worker.sendAll();
    const keys = resend.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys.filter((key) => String(key).includes(ids[0] ?? ''))).toEqual([
      `signup-email/${ids[0]}`,
      `signup-email/${ids[0]}/1`,
    ]);
  });

  test('are not sent twice if they were sent while the request waited (C6.5)', async () => {
    const { account, ids } = await openRefused(['overtaken@example.com']);
    let resent: Promise<number> | undefined;
    await unhurried(service.sql, async (tx) => {
      await lockSignups(tx, await keysOfSignups(tx, ids));
      resent = resendRefusedEmails(service.ctx, account, 'config_error');
      const waiting = () =>
        tx`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await expect.poll(async () => (await waiting()).length).toBe(1);
      await tx`UPDATE mails SET state = 'sent' WHERE id = ANY(${ids}::uuid[])`;
    });
    expect(await resent).toBe(0);
    expect(await service.pendingJobs('send-signup-email')).toEqual([]);
  });

  test('are refused again with the same settings, and can be sent again later', async () => {
    const { account, visitor, list } = await openRefused(['still@example.com']);
    for (let round = 0; round < 2; round++) {
      await visitor.send(`${page}/resend`);
      await worker.sendAll();
      expect(await signupsOf(account, list)).toMatchObject([{ email_status: 'config_error' }]);
    }
    expect(wordsOf(await visitor.open(page))).toContain('1 email failed because of the settings');
  });

  test('wait for the allowance as other mails, and are held without a route (C6.2, C6.4)', async () => {
    const emails = ['h1@example.com', 'h2@example.com'];
    const { account, visitor } = await openRefused(emails);
    await updateAccount(service.ctx, account.accountId, { managedEmails: 1 });
    await visitor.send(`${page}/remove-provider`);
    await visitor.send(`${page}/resend`);
    await worker.sendAll();
    expect(emails.filter((email) => sink.received.has(email))).toHaveLength(1);
    expect(wordsOf(await visitor.open(page))).toContain('Sent by the service this month 1 of 1');
    expect(wordsOf(await visitor.open(page))).toContain('Waiting 1 The allowance is used up.');
  });

  test('are recorded as sent if an event shows that they were sent (C6.5)', async () => {
    const { account, visitor, list, ids } = await openRefused(['left@example.org']);
    await service.sql`UPDATE signups SET email_status = ${rankOf('delivered')} WHERE id = ${ids[0] ?? ''}`;
    await visitor.send(resendForm, { ...good, from: 'hi@acme.test' });
    const done = await visitor.send(`${page}/resend`);
    expect(wordsOf(await visitor.follow(done))).toContain('0 emails will be sent again.');
    await worker.sendAll();
    expect(mailsTo('left@example.org')).toEqual([]);
    expect(await signupsOf(account, list)).toMatchObject([{ email_status: 'delivered' }]);
    expect(wordsOf(await visitor.open(page))).toContain('Not sent 0');
  });

  test('are deleted with their signup; those of other accounts stay', async () => {
    const mine = await openRefused(['gone@example.com', 'mine@example.com']);
    const other = await openRefused(['other@example.com']);
    await service.call('DELETE', `/v1/waitlists/${mine.list}/signups/${mine.ids[0]}`, mine.account.key);
    await mine.visitor.send(`${page}/resend`);
    expect(await service.pendingJobs('send-signup-email')).toEqual([mine.ids[1]]);
    expect(wordsOf(await other.visitor.open(page))).toContain('1 email failed because of the settings');
    await worker.sendAll();
  });

  test('are neither shown nor sent again after their waitlist is deleted', async () => {
    const { account, visitor, list } = await openRefused(['listed@example.com', 'failed@example.com']);
    await service.sql`
      UPDATE mails m SET state = 'failed' FROM signups s WHERE s.id = m.id AND s.email = 'failed@example.com'`;
    expect(wordsOf(await visitor.open(page))).toContain('Not sent 2 1 because of the settings, 1 failed');
    await service.call('DELETE', `/v1/waitlists/${list}`, account.key);
    const words = wordsOf(await visitor.open(page));
    expect(words).toContain('Not sent 0');
    expect(words).not.toContain('failed because of the settings');
    const done = await visitor.send(`${page}/resend`);
    expect(wordsOf(await visitor.follow(done))).toContain('0 emails will be sent again.');
    expect(await service.pendingJobs('send-signup-email')).toEqual([]);
  });

  test('are all enqueued, oldest first, even in several transactions', async () => {
    const { account, ids } = await openRefused(['many@example.com']);
    await service.sql`
      WITH made AS (
        INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, metadata, fields, email_status, created_at)
        SELECT s.account_id, gen_random_uuid(), s.waitlist_id, s.position + n, n || s.email, n || s.email, n || s.referral_code, '{}', '{}', 1, s.created_at
        FROM signups s, generate_series(1, 2500) n WHERE s.id = ${ids[0] ?? ''} RETURNING id)
      INSERT INTO mails (id, account_id, state) SELECT id, ${account.accountId}, 'config_error' FROM made`;
    expect(await resendRefusedEmails(service.ctx, account, 'config_error')).toBe(2501);
    expect(await service.pendingJobs('send-signup-email')).toHaveLength(2501);
    await service.sql`DELETE FROM outbox`;
  });
});

describe('mails that failed', () => {
  /** A launch account whose own provider refuses all five attempts of a mail to each address, for now. */
  async function openGivenUp(emails: string[]) {
    const owner = await openOwner();
    await owner.visitor.send(resendForm, { ...good, from: 'hi@acme.test' });
    const ids: string[] = [];
    for (const email of emails)
      ids.push((await service.signUp(owner.account, owner.list, { email })).json().id);
    for (const id of ids) {
      resend.next(...Array.from({ length: 5 }, () => ({ status: 408 })));
      for (let attempt = 1; attempt <= 5; attempt++) {
        await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE id = ${id}`;
        await worker.send(id);
      }
    }
    return { ...owner, ids };
  }
  const statusesOf = async (account: TestAccount, list: string) =>
    (await service.call('GET', `/v1/waitlists/${list}/signups`, account.key))
      .json()
      .data.map(({ email_status }: { email_status: string | null }) => email_status);
  const mailsTo = (email: string) =>
    [...resend.mails.values()].filter(({ to }) => [to].flat().includes(email));

  test('are listed and can be sent again, except those refused for the recipient (C6.6)', async () => {
    const emails = ['up1@example.com', 'up2@example.com'];
    const { account, visitor, list } = await openGivenUp(emails);
    const { id } = (await service.signUp(account, list, { email: 'bad@example.com' })).json();
    resend.next({ status: 422, body: { name: 'validation_error', message: 'Invalid `to` field.' } });
    await worker.send(id);
    expect(await statusesOf(account, list)).toEqual(['failed', 'failed', 'failed']);
    const words = wordsOf(await visitor.open(page));
    expect(words).toContain('0 because of the settings, 3 failed');
    expect(words).toContain('2 emails failed after several attempts Send again');
    expect(words).toMatch(/up2@example\.com .* UTC Resend answered 408\./);
    expect(words).not.toContain('bad@example.com');
    const [first, second] = await Promise.all([
      visitor.send(`${page}/resend`, { state: 'failed' }),
      visitor.send(`${page}/resend`, { state: 'failed' }),
    ]);
    const notices = [wordsOf(await visitor.follow(first)), wordsOf(await visitor.follow(second))].join();
    expect(notices).toContain('will be sent again.');
    expect(await statusesOf(account, list)).toEqual(['failed', null, null]);
    await Promise.all([worker.sendAll(), worker.sendAll()]);
    expect(await statusesOf(account, list)).toEqual(['failed', 'sent', 'sent']);
    for (const email of emails) expect(mailsTo(email)).toHaveLength(1);
    expect(wordsOf(await visitor.open(page))).not.toContain('several attempts');
  });

  test('are not sent again if an event shows that they were sent (C6.5)', async () => {
    const { account, visitor, list, ids } = await openGivenUp(['up3@example.com', 'up4@example.com']);
    const [before = '', after = ''] = ids;
    await service.sql`UPDATE signups SET email_status = ${rankOf('delivered')} WHERE id = ${after}`;
    await visitor.send(`${page}/resend`, { state: 'failed' });
    await service.sql`UPDATE signups SET email_status = ${rankOf('sent')} WHERE id = ${before}`;
    await service.sql`UPDATE signup_email_counts SET sent = sent + 1 WHERE waitlist_id = ${list}`;
    resend.next(...Array.from({ length: 5 }, () => ({ status: 408 })));
    for (let attempt = 1; attempt <= 5; attempt++) {
      await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE id = ${before}`;
      await worker.send(before);
    }
    const done = await visitor.send(`${page}/resend`, { state: 'failed' });
    expect(wordsOf(await visitor.follow(done))).toContain('0 emails will be sent again.');
    expect(await statusesOf(account, list)).toEqual(['delivered', 'failed']);
    expect(await service.pendingJobs('send-signup-email')).toEqual([]);
  });
});

test('mails that may have left are shown with why, and sent again once somebody wants that (C6.5)', async () => {
  const { account, visitor, list } = await openOwner();
  const { id } = (await service.signUp(account, list, { email: 'broken@example.com' })).json();
  await worker.start(id);
  await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE id = ${id}`;
  await worker.send(id); // another worker takes over
  expect(mailsToSink('broken@example.com')).toBe(0);
  const words = wordsOf(await visitor.open(page));
  expect(words).toContain('1 email may not have left Send again');
  expect(words).toMatch(
    /broken@example\.com .* It is not known if the email left: a worker died while it sent it, or the database was restored\./,
  );
  await visitor.send(`${page}/resend`, { state: 'config_error' });
  await worker.sendAll();
  expect(mailsToSink('broken@example.com')).toBe(0);
  await visitor.send(`${page}/resend`, { state: 'ambiguous' });
  await worker.sendAll();
  expect(mailsToSink('broken@example.com')).toBe(1);
  expect(wordsOf(await visitor.open(page))).not.toContain('may not have left');
});
const mailsToSink = (address: string) => sink.received.get(address) ?? 0;

test('a mail server that is down is shown, the own one with what it answered, and mails wait for it', async () => {
  const { account, visitor } = await openOwner();
  const other = await openOwner();
  const down = (id: string) => service.sql`
    INSERT INTO email_throttles (account_id, lowered_at, paused_until, next_at, down_since, down_error)
    VALUES (${id}, now(), now(), now(), now(), 'The mail server answered 421 to the connection.')`;
  await down(platformAccountId);
  expect(wordsOf(await visitor.open(page))).toMatch(
    /The service’s mail server has been down since .* No email is lost/,
  );
  await service.call('GET', '/metrics').then(({ body }) => {
    expect(body).toContain('waitlist_email_servers_down{route="managed"} 1');
    expect(body).toMatch(/waitlist_email_servers_down\{route="own"\} \d/);
  });
  await service.sql`DELETE FROM email_throttles`;
  await visitor.send(resendForm, good);
  await down(account.accountId);
  const list = await service.waitlist(account);
  const { id } = (await service.signUp(account, list, { email: 'waits@example.com' })).json();
  await service.sql`UPDATE email_throttles SET paused_until = now() + interval '1 minute'`;
  await worker.send(id);
  const words = wordsOf(await visitor.open(page));
  expect(words).toMatch(
    /Your mail server has been down since .* The mail server answered 421 to the connection\. No email/,
  );
  expect(words).toContain('1 email will be sent once the mail server answers again.');
  expect(wordsOf(await other.visitor.open(page))).not.toContain('has been down');
  await service.sql`DELETE FROM email_throttles`;
});

test('throttled mails are shown as waiting', async () => {
  const { account, visitor, list } = await openOwner();
  await visitor.send(resendForm, { ...good, from: 'hi@acme.test' });
  const { id } = (await service.signUp(account, list, { email: 'patient@example.com' })).json();
  resend.next({ status: 429, headers: { 'retry-after': '600' } });
  await worker.send(id);
  expect(wordsOf(await visitor.open(page))).toContain(
    'Waiting 1 1 email will be sent as fast as the rate limit of the provider allows.',
  );
});
