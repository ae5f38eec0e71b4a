import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertWaitlist } from '../../src/shared/list/waitlists/queries.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { postmarkToken, startFakePostmark } from '../support/fakes/postmark.ts';
import { type FakeResend, resendKey, startFakeResend } from '../support/fakes/resend.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { documentOf, failureOf, useCli, waitlist } from './cli.ts';

const cli = useCli();
let resend: FakeResend;
let sink: MailSink;
let folder: string;

beforeAll(async () => {
  resend = await startFakeResend();
  sink = await startMailSink();
  folder = await mkdtemp(join(tmpdir(), 'waitlist-template-'));
});
afterAll(async () => {
  await resend.close();
  await sink.close();
  await rm(folder, { recursive: true });
});

const env = () => ({
  ...cli.env,
  ENCRYPTION_KEY: 'ab'.repeat(32),
  BASE_URL: 'https://list.example.com',
  OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
  RESEND_API_URL: resend.url,
});
const smtpConfig = () => JSON.stringify({ host: '127.0.0.1', port: Number(new URL(sink.url).port) });
const secret = 'whsec_d2FpdGxpc3QtZGVtby1zaWduaW5nLWtleS0wMDAwMDE=';

function set(
  account: string,
  type: string,
  config: string,
  change: { env?: NodeJS.ProcessEnv; more?: string[]; from?: string } = {},
) {
  const { more = [], from = 'Acme <hello@acme.test>' } = change;
  const options = [
    '--account',
    account,
    '--type',
    type,
    '--from',
    from,
    '--config',
    config,
    ...more,
    '--json',
  ];
  return waitlist({ ...env(), ...change.env }, 'email-provider', 'set', ...options);
}

describe('email-provider', () => {
  test('set verifies the settings, prints the server and the URL for events, and keeps that URL (C6.3, C10)', async () => {
    const account = await cli.account('free');
    const config = JSON.stringify({ api_key: resendKey });
    const made = documentOf(
      await set(account.toUpperCase(), 'resend', config, { more: ['--webhook-secret', secret] }),
    );
    expect(made).toEqual({
      account_id: account,
      type: 'resend',
      server: resend.url,
      webhook_url: expect.stringMatching(/^https:\/\/list\.example\.com\/v1\/webhooks\/email\/[\w-]{32}$/),
    });
    expect(documentOf(await set(account, 'resend', '{}')).webhook_url, 'the key is kept').toBe(
      made.webhook_url,
    );
  });

  test('set connects for smtp, which has no events (C6.3)', async () => {
    const account = await cli.account('free');
    expect(documentOf(await set(account, 'smtp', smtpConfig()))).toEqual({
      account_id: account,
      type: 'smtp',
      server: new URL(sink.url).host,
      webhook_url: null,
    });
    const closed = JSON.stringify({ host: '127.0.0.1', port: 1 });
    expect(failureOf(await set(account, 'smtp', closed))).toContain('mail server');
    documentOf(await set(account, 'smtp', closed, { more: ['--skip-verify'] }));
  });

  test.each([
    ['a rejected key', 'resend', '{"api_key": "re_wrong_00000001"}', {}, /./],
    [
      'an unverified From address',
      'resend',
      `{"api_key": "${resendKey}"}`,
      { from: 'a@pending.test' },
      /pending\.test/,
    ],
    ['an unknown setting', 'resend', `{"api_key": "${resendKey}", "x": 1}`, {}, /^Unknown config field: x$/],
    ['a misspelt setting', 'resend', `{"apikey": "${resendKey}"}`, {}, /^Unknown config field: apikey$/],
    [
      'settings that are no JSON, without showing them',
      'resend',
      `{"api_key": "${resendKey}`,
      {},
      /^--config: [^{]+ JSON object$/,
    ],
    [
      'a secret of another form',
      'resend',
      `{"api_key": "${resendKey}"}`,
      { more: ['--webhook-secret', 'nonsense'] },
      /./,
    ],
    [
      'a secret where there are no events',
      'smtp',
      '{"host": "127.0.0.1", "port": 25}',
      { more: ['--webhook-secret', 'x'] },
      /no events/,
    ],
    [
      'no encryption key',
      'resend',
      `{"api_key": "${resendKey}"}`,
      { env: { ENCRYPTION_KEY: '' } },
      /ENCRYPTION_KEY is not set/,
    ],
    [
      'a mail server inside (C7.6)',
      'smtp',
      '{"host": "127.0.0.1", "port": 25}',
      { env: { OUTBOUND_ALLOW_HOSTS: '' } },
      /private/,
    ],
  ] as const)('set refuses %s in one line and saves nothing', async (_, type, config, change, words) => {
    const account = await cli.account('free');
    expect(
      failureOf(
        await set(account, type, config, { ...change, more: [...('more' in change ? change.more : [])] }),
      ),
    ).toMatch(words);
    expect(await cli.sql`SELECT 1 FROM email_providers WHERE account_id = ${account}`).toHaveLength(0);
  });

  test('set stores the settings and the secret encrypted (C7.8)', async () => {
    const account = await cli.account('free');
    documentOf(
      await set(account, 'resend', JSON.stringify({ api_key: resendKey }), {
        more: ['--webhook-secret', secret],
      }),
    );
    const row = JSON.stringify(await cli.sql`SELECT * FROM email_providers WHERE account_id = ${account}`);
    expect(row).not.toContain(resendKey);
    expect(row).not.toContain(secret.slice(6));
  });

  test('clear removes the provider (C10)', async () => {
    const account = await cli.account('free');
    documentOf(await set(account, 'smtp', smtpConfig()));
    expect(await cli.json('email-provider', 'clear', '--account', account)).toEqual({ account_id: account });
    expect(await cli.sql`SELECT 1 FROM email_providers WHERE account_id = ${account}`).toHaveLength(0);
  });
});

describe('email resend', () => {
  /** Creates an account with a signup for each of these email states. @returns its id */
  async function withMails(...mails: { state: string; gaveUp?: boolean; status: number }[]): Promise<string> {
    const [account, list] = [await cli.account('launch'), newId()];
    await cli.sql.begin((tx) => insertWaitlist(tx, { id: list, account_id: account, name: 'Rocket' }));
    for (const [n, { state, gaveUp = false, status }] of mails.entries()) {
      const [id, email] = [newId(), `${n}@example.com`];
      await cli.sql`
        INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, metadata, fields, email_status, created_at)
        VALUES (${account}, ${id}, ${list}, ${n + 1}, ${email}, ${email}, ${id.slice(-10)}, '{}', '{}', ${status}, now())`;
      await cli.sql`
        INSERT INTO mails (id, account_id, state, retries_exhausted) VALUES (${id}, ${account}, ${state}, ${gaveUp})`;
    }
    return account;
  }
  const statesOf = (account: string) =>
    cli.sql`
      SELECT state, EXISTS (SELECT 1 FROM outbox o WHERE o.id = mails.id) AS pending
      FROM mails JOIN signups s ON s.account_id = mails.account_id AND s.id = mails.id WHERE s.account_id = ${account} ORDER BY position`;
  const mails = [
    { state: 'config_error', status: 1 },
    { state: 'failed', gaveUp: true, status: 4 },
    { state: 'failed', status: 4 },
    { state: 'sent', status: 2 },
  ];

  test('sends mails with config_error or failed again, and no others (C6.6)', async () => {
    const account = await withMails(...mails);
    const other = await withMails(...mails);
    expect(await cli.json('email', 'resend', '--account', account.toUpperCase())).toEqual({
      account_id: account,
      resent: 2,
    });
    expect(await statesOf(account)).toEqual([
      { state: 'queued', pending: true },
      { state: 'queued', pending: true },
      { state: 'failed', pending: false },
      { state: 'sent', pending: false },
    ]);
    expect((await statesOf(other)).some(({ pending }) => pending)).toBe(false);
    expect(await cli.json('email', 'resend', '--account', account)).toMatchObject({ resent: 0 });
  });

  test('sends only mails of the given state, and refuses other states', async () => {
    const account = await withMails(...mails);
    const resend = (state: string) => ['email', 'resend', '--account', account, '--state', state];
    expect(await cli.json(...resend('failed'))).toMatchObject({ resent: 1 });
    expect((await statesOf(account)).map(({ state }) => state)).toEqual([
      'config_error',
      'queued',
      'failed',
      'sent',
    ]);
    expect(await cli.json(...resend('config_error'))).toMatchObject({ resent: 1 });
    expect(await cli.failure(...resend('sent'))).toContain(
      'Allowed choices are config_error, failed, ambiguous',
    );
    expect(await cli.failure('email', 'resend', '--account', newId())).toBe('No such account.');
  });

  test('sends mails of all accounts again that were made since a time', async () => {
    const [before, behind] = [await withMails(...mails), await withMails(...mails)];
    const [{ since } = { since: '' }] = await cli.sql<{ since: string }[]>`
      SELECT to_char(to_timestamp(('x' || left(replace(min(id::text), '-', ''), 12))::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since
      FROM mails WHERE account_id = ${behind}`;
    const all = ['email', 'resend', '--all-accounts'];
    expect(await cli.json(...all, '--since', since)).toEqual([{ account_id: behind, resent: 2 }]);
    expect((await statesOf(before)).map(({ state }) => state)).toContain('config_error');
    expect(await cli.json(...all, '--since', '2026-01-01T00:00:00+02:00')).toContainEqual({
      account_id: before,
      resent: 2,
    });
    expect(await cli.failure(...all)).toBe('--all-accounts needs --since');
    expect(await cli.failure(...all, '--since', 'yesterday')).toBe(
      '--since: must be a time such as 2026-11-27T10:00:00Z',
    );
    expect(await cli.failure('email', 'resend')).toBe('Give either --account or --all-accounts');
  });
});

test('mails that may have left are listed, and sent again after a question; Postmark is asked first (C6.5)', async () => {
  const postmark = await startFakePostmark();
  const account = await cli.account('launch');
  const withPostmark = { ...env(), POSTMARK_API_URL: postmark.url };
  try {
    documentOf(
      await set(account, 'postmark', JSON.stringify({ server_token: postmarkToken }), {
        env: withPostmark,
        from: 'Acme <hello@acme.test>',
      }),
    );
    const list = newId();
    await cli.sql.begin((tx) => insertWaitlist(tx, { id: list, account_id: account, name: 'Rocket' }));
    const ids: string[] = [];
    for (const [n, status] of [2, 2, 6].entries()) {
      const [id, email] = [newId(), `m${n}@example.com`];
      ids.push(id);
      await cli.sql`
        INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, metadata, fields, email_status, created_at)
        VALUES (${account}, ${id}, ${list}, ${n + 1}, ${email}, ${email}, ${id.slice(-10)}, '{}', '{}', ${status}, now())`;
      await cli.sql`
        INSERT INTO mails (id, account_id, state, ambiguous, provider, provider_version, message_id, sent_at, error)
        SELECT ${id}, ${account}, 'sent', true, 'postmark', version, '<m@acme.test>', now(), 'Interrupted.' FROM email_providers WHERE account_id = ${account}`;
    }
    await cli.sql`UPDATE signup_email_counts SET sent = 3, delivered = 1 WHERE waitlist_id = ${list}`;
    const [taken = '', lost = '', delivered = ''] = ids;
    const posted = await fetch(`${postmark.url}/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-postmark-server-token': postmarkToken },
      body: JSON.stringify({
        From: 'a@acme.test',
        To: 'm0@example.com',
        TextBody: 'x',
        Metadata: { signup_id: taken },
      }),
    });
    expect(posted.status).toBe(200);
    const options = ['--account', account, '--state', 'ambiguous'];
    const listed = documentOf(await waitlist(withPostmark, 'email', 'list', ...options, '--json'));
    expect(listed).toMatchObject([
      {
        id: lost,
        email: 'm1@example.com',
        provider: 'postmark',
        message_id: '<m@acme.test>',
        error: 'Interrupted.',
      },
      { id: taken, email: 'm0@example.com' },
    ]);
    await cli.sql`UPDATE mails SET error = ${`The server said no. ${'Why? '.repeat(40)}`} WHERE id = ${lost}`;
    const table = await waitlist(withPostmark, 'email', 'list', ...options);
    const [header, first = ''] = table.stdout.split('\n');
    expect(header?.split(/ {2,}/)).toEqual(['email', 'waitlist_name', 'kind', 'created_at', 'error']);
    expect(first).toMatch(
      /^m1@example\.com .* signup +\d{4}-\d\d-\d\dT\d\d:\d\dZ {2}The server said no\. Why\? .*…$/,
    );
    for (const scope of [options, ['--all-accounts', '--state', 'ambiguous']]) {
      const lines = (await waitlist(withPostmark, 'email', 'list', ...scope)).stdout.split('\n');
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
    }
    const wide = await waitlist(withPostmark, 'email', 'list', ...options, '--wide');
    expect(wide.stdout).toContain('<m@acme.test>');
    expect(wide.stdout).toContain('Why? '.repeat(39));
    const ofAll = ['email', 'list', '--all-accounts', '--state', 'ambiguous', '--json'];
    expect(documentOf(await waitlist(withPostmark, ...ofAll))).toMatchObject([
      { account_id: account, id: lost },
      { account_id: account, id: taken },
    ]);
    expect(documentOf(await waitlist(withPostmark, ...ofAll, '--limit', '1'))).toHaveLength(1);
    for (const limit of ['0', '1001'])
      expect(failureOf(await waitlist(withPostmark, ...ofAll, '--limit', limit))).toContain(
        'Expected 1 to 1000.',
      );
    expect(failureOf(await waitlist(withPostmark, ...ofAll, '--account', account))).toBe(
      'Give either --account or --all-accounts',
    );
    expect(failureOf(await waitlist(withPostmark, 'email', 'resend', ...options, '--json'))).toContain(
      'Add --yes',
    );
    const others = await waitlist(withPostmark, 'email', 'resend', '--account', account, '--json');
    expect(documentOf(others)).toMatchObject({ resent: 0 });
    const sent = await waitlist(withPostmark, 'email', 'resend', ...options, '--yes', '--json');
    expect(documentOf(sent)).toEqual({ account_id: account, resent: 1 });
    const states = await cli.sql`
      SELECT id, state, ambiguous, provider_message_id IS NOT NULL AS known, resend_count FROM mails WHERE account_id = ${account} ORDER BY id`;
    expect(states).toEqual([
      { id: taken, state: 'sent', ambiguous: false, known: true, resend_count: 0 },
      { id: lost, state: 'queued', ambiguous: false, known: false, resend_count: 1 },
      { id: delivered, state: 'sent', ambiguous: true, known: false, resend_count: 0 },
    ]);
  } finally {
    await postmark.close();
  }
});

describe('email-template set', () => {
  /** Creates a list with a field `size`, and a file with this content. */
  async function prepare(html: string) {
    const [list, file] = [newId(), join(folder, `${newId()}.html`)];
    const account = await cli.account('free');
    await cli.sql.begin((tx) => insertWaitlist(tx, { id: list, account_id: account, name: 'Rocket' }));
    await cli.sql`INSERT INTO field_definitions VALUES (${account}, ${list}, 'size', 'Size', 'string', false, 0)`;
    await writeFile(file, html);
    return ['email-template', 'set', '--waitlist', list, '--body-file', file, '--subject'] as const;
  }

  test('accepts built-in variables and custom fields, with and without spaces (C6.1, C10)', async () => {
    const command = await prepare('<p>{{ position }} of {{total}}, size {{size}}</p>');
    expect(await cli.json(...command, 'Hello {{email}}')).toEqual({ waitlist_id: command[3] });
    expect(await cli.sql`SELECT subject FROM mail_templates WHERE waitlist_id = ${command[3]}`).toEqual([
      { subject: 'Hello {{email}}' },
    ]);
  });

  test('with a language saves a version for it, under its canonical tag', async () => {
    const command = await prepare('<p></p>');
    await cli.json(...command, 'Hello');
    await cli.json(...command, 'Olá', '--locale', 'PT-br');
    const refused = await cli.run(...command, 'Hello', '--locale', 'de_DE');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('must be a language tag')]);
    expect(
      await cli.sql`SELECT locale, subject FROM mail_templates WHERE waitlist_id = ${command[3]} ORDER BY locale`,
    ).toEqual([
      { locale: '', subject: 'Hello' },
      { locale: 'pt-BR', subject: 'Olá' },
    ]);
  });

  test('has its earlier name as an alias (C10)', async () => {
    const [, ...rest] = await prepare('<p></p>');
    expect(await cli.json('email-copy', ...rest, 'Hello')).toEqual({ waitlist_id: rest[2] });
  });

  test('takes links, fallbacks and the kind of mail, which is signup by default (N1, C10)', async () => {
    const [list, ...others] = [
      await prepare('<a href="{{links.referral}}">{{ size | any }}</a> {{links.status|none}}'),
      await prepare('<p></p>'),
      await prepare('<p></p>'),
    ];
    await cli.json(...list, 'Hello {{email|you}}');
    await cli.json(...(others[0] ?? []), 'Hello', '--kind', 'signup');
    expect(
      await cli.sql`SELECT kind FROM mail_templates WHERE waitlist_id IN (${list[3]}, ${others[0]?.[3] ?? ''})`,
    ).toEqual([{ kind: 'signup' }, { kind: 'signup' }]);
    expect(await cli.failure(...(others[1] ?? []), 'Hello', '--kind', 'notice')).toMatch(/--kind/);
  });

  test.each([
    ['an unknown variable, by its name', '<p>{{url}}</p>', 'Hello', /url/],
    ['one with a dot', '<p>{{links.nowhere}}</p>', 'Hello', /links\.nowhere/],
    ['one with a fallback', '<p></p>', 'Hello {{name|you}}', /\{\{name\}\}/],
    ['one in the subject', '<p></p>', 'Hello {{ First Name }}', /First Name/],
    ['a subject of two lines', '<p></p>', 'Hello\nworld', /subject/],
    ['an empty body', '', 'Hello', /html/],
  ])('refuses %s (C6.1)', async (_, html, subject, words) => {
    expect(await cli.failure(...(await prepare(html)), subject)).toMatch(words);
  });

  test('fails if the file cannot be read', async () => {
    const [group, command, option, list] = await prepare('x');
    expect(
      await cli.failure(group, command, option, list, '--subject', 'x', '--body-file', '/no/such/file'),
    ).toContain('/no/such/file');
  });
});
