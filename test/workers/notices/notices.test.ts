import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkAccounts } from '../../../src/shared/owner/notices/check-accounts.ts';
import { sendDigests } from '../../../src/shared/owner/notices/digest/send-digests.ts';
import { goRound } from '../../../src/shared/owner/notices/go-round.ts';
import { insertMails } from '../../../src/shared/owner/notices/queries.ts';
import { newId, platformAccountId } from '../../../src/shared/platform/ids.ts';
import { transaction } from '../../../src/shared/platform/postgres/transaction.ts';
import { skipped } from '../../../src/shared/platform/process/repeat.ts';
import { maintainIntegrations } from '../../../src/workers/maintenance/maintain-integrations.ts';
import { type FakeSlack, slackPath, startFakeSlack } from '../../support/fakes/slack.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

async function maintain({ ctx }: TestWorker): Promise<void> {
  await checkAccounts(ctx, ctx.stopping);
  await sendDigests(ctx, ctx.stopping);
}

describe('notices (N8)', () => {
  let mails: MailSink;
  let slack: FakeSlack;
  const env: NodeJS.ProcessEnv = {};
  const service = useService(env, async () => {
    mails = await startMailSink();
    env.MANAGED_EMAIL_URL = mails.url;
  });
  let worker: TestWorker;
  let users = 0;

  beforeAll(async () => {
    slack = await startFakeSlack();
    worker = openTestWorker(service, { MANAGED_EMAIL_URL: mails.url });
  });
  afterEach(() => slack.reset());
  afterAll(async () => {
    await worker.close();
    await slack.close();
    await mails.close();
  });

  async function addUser(
    { accountId }: TestAccount,
    { muted = [], digest = false }: { muted?: string[]; digest?: boolean } = {},
  ): Promise<string> {
    users += 1;
    const email = `user${users}@acme.example`;
    await service.sql`
      INSERT INTO users (id, account_id, email, email_key, password_hash, muted_notices, weekly_digest, digest_up_to)
      VALUES (${newId()}, ${accountId}, ${email}, ${email}, 'x', ${muted}, ${digest}, current_date - 14)`;
    return email;
  }
  /** Checks all accounts, as several workers do at a time, and sends what is due. */
  async function check(): Promise<void> {
    await Promise.all([maintain(worker), maintain(worker)]);
    for (const job of ['send-notice', 'post-notice'] as const) {
      const due = await service.sql<{ id: string; accountId: string }[]>`
        SELECT id, account_id AS "accountId" FROM outbox WHERE job = ${job}`;
      for (const each of due) await worker.run(job, each);
    }
  }
  const subjectsTo = async (address: string) => (await mails.mailsTo(address)).map(({ subject }) => subject);
  /** As if users had been told so long ago. */
  const age = ({ accountId }: TestAccount, interval: string) => service.sql`
    UPDATE notices SET raised_at = raised_at - ${interval}::interval WHERE account_id = ${accountId}`;
  const use = ({ accountId }: TestAccount, reserved: number) => service.sql`
    INSERT INTO email_usage (account_id, month, reserved) VALUES (${accountId}, current_month(), ${reserved})
    ON CONFLICT (account_id, month) DO UPDATE SET reserved = excluded.reserved`;

  const mailOf = ({ accountId }: TestAccount, kind: string, signup: string, status: number) => service.sql`
    INSERT INTO mails (account_id, id, kind, signup_id, state, status)
    VALUES (${accountId}, ${newId()}, ${kind}, ${signup}, 'sent', ${status})`;

  test('80 and 100 % of the allowance are told once each, in mails that do not count', async () => {
    const account = await service.account({ plan: 'launch' });
    const email = await addUser(account);
    await use(account, 4_799);
    await check();
    expect(await subjectsTo(email)).toEqual([]);
    await use(account, 4_800);
    await check();
    await check();
    expect(await subjectsTo(email)).toEqual(['This month’s emails are nearly used up']);
    await use(account, 6_000);
    await check();
    await check();
    expect(await subjectsTo(email)).toEqual([
      'This month’s emails are nearly used up',
      'This month’s emails are used up',
    ]);
    const [mail] = await mails.mailsTo(email);
    expect(mail?.text).toContain('4,800 of this month’s 6,000 emails are used');
    expect(mail?.text).toContain('/dashboard/email');
    expect(
      await service.sql`SELECT reserved FROM email_usage WHERE account_id = ${account.accountId}`,
    ).toEqual([{ reserved: 6_000 }]);
  });

  test('what was healed and comes back is told again, a day later at the earliest', async () => {
    const account = await service.account({ plan: 'launch' });
    const email = await addUser(account);
    await use(account, 5_000);
    await check();
    await use(account, 0);
    await check();
    await use(account, 5_000);
    await check();
    expect(await subjectsTo(email)).toHaveLength(1);
    await use(account, 0);
    await age(account, '25 hours');
    await check();
    expect(await service.sql`SELECT FROM notices WHERE account_id = ${account.accountId}`).toHaveLength(0);
    await use(account, 5_000);
    await check();
    expect(await subjectsTo(email)).toHaveLength(2);
  });

  test('what lasts is told again in the next month', async () => {
    const account = await service.account({ plan: 'launch' });
    const email = await addUser(account);
    await use(account, 5_000);
    await check();
    await service.sql`
      UPDATE notices SET raised_at = (current_month() - 5)::timestamptz WHERE account_id = ${account.accountId}`;
    await check();
    await check();
    expect(await subjectsTo(email)).toHaveLength(2);
  });

  test('a free plan near its limit is told with what happens then', async () => {
    const account = await service.account({ plan: 'free' });
    const email = await addUser(account);
    const list = await service.waitlist(account);
    const fill = (count: number) =>
      service.sql`UPDATE waitlist_counters SET live_count = ${count} WHERE waitlist_id = ${list}`;
    await fill(399);
    await check();
    expect(await subjectsTo(email)).toEqual([]);
    await fill(500);
    await check();
    expect(await subjectsTo(email)).toEqual(['Your plan’s signups are used up']);
    const [mail] = await mails.mailsTo(email);
    expect(mail?.text).toContain('From 550 on, new signups are rejected.');
  });

  test('a provider that refuses is told with its answer, and not once the settings were changed', async () => {
    const account = await service.account({ plan: 'launch' });
    const email = await addUser(account);
    const list = await service.waitlist(account);
    const { id } = (await service.signUp(account, list, { email: 'ada@example.com' })).json();
    const version = '00000000-0000-4000-8000-000000000001';
    await service.sql`
      INSERT INTO email_providers (account_id, type, sealed_config, from_address, token, version)
      VALUES (${account.accountId}, 'smtp', 'x', 'a@acme.example', ${account.accountId}, ${version})`;
    await service.sql`
      UPDATE mails SET state = 'config_error', provider_version = ${version}, error = '<b>bad</b> key' WHERE id = ${id}`;
    await check();
    await check();
    expect(await subjectsTo(email)).toEqual(['Your email provider refuses your emails']);
    const [mail] = await mails.mailsTo(email);
    expect(mail?.html).toContain('Its answer: &lt;b&gt;bad&lt;/b&gt; key');
    await service.sql`UPDATE email_providers SET version = ${newId()} WHERE account_id = ${account.accountId}`;
    await age(account, '25 hours');
    await check();
    expect(await service.sql`SELECT FROM notices WHERE account_id = ${account.accountId}`).toHaveLength(0);
  });

  test('an own mail server that has been down for ten minutes is told of, and that of the service is not', async () => {
    const account = await service.account({ plan: 'launch' });
    const other = await service.account({ plan: 'launch' });
    const [email, otherEmail] = [await addUser(account), await addUser(other)];
    await service.sql`
      INSERT INTO email_providers (account_id, type, sealed_config, from_address, token, version)
      VALUES (${account.accountId}, 'smtp', 'x', 'a@acme.example', ${account.accountId}, ${newId()})`;
    const down = (id: string, minutes: number) =>
      service.sql`
        INSERT INTO email_throttles (account_id, lowered_at, paused_until, next_at, down_since, down_error)
        VALUES (${id}, now(), now(), now(), now() - make_interval(mins => ${minutes}), 'The mail server answered 421 to the connection')
        ON CONFLICT (account_id) DO UPDATE SET down_since = excluded.down_since`;
    await down(account.accountId, 5);
    await down(platformAccountId, 60);
    await check();
    expect(await subjectsTo(email)).toEqual([]);
    await down(account.accountId, 11);
    await check();
    await check();
    expect(await subjectsTo(email)).toEqual(['Your mail server is down']);
    expect((await mails.mailsTo(email))[0]?.text).toContain('The mail server answered 421 to the connection');
    expect(await subjectsTo(otherEmail)).toEqual([]);
    await service.sql`DELETE FROM email_throttles`;
  });

  test('bounces are told of over 5 %, from 20 mails of a day on', async () => {
    const account = await service.account({ plan: 'launch' });
    const email = await addUser(account);
    const list = await service.waitlist(account);
    for (let n = 0; n < 21; n++) await service.signUp(account, list, { email: `n${n}@example.com` });
    const set = (status: number, count: number) => service.sql`
      UPDATE signups SET email_status = ${status} WHERE id IN (
        SELECT id FROM signups WHERE waitlist_id = ${list} ORDER BY id LIMIT ${count})`;
    await set(6, 19);
    await set(9, 2); // of 19
    await check();
    expect(await subjectsTo(email)).toEqual([]);
    await set(6, 20);
    await set(9, 1); // 5 % of 20
    await check();
    expect(await subjectsTo(email)).toEqual([]);
    await set(9, 2);
    await check();
    await check();
    expect(await subjectsTo(email)).toEqual(['2 of your emails came back']);
  });

  test('invitations and confirmations that bounce count too', async () => {
    const account = await service.account({ plan: 'launch' });
    const email = await addUser(account);
    const list = await service.waitlist(account);
    for (let n = 0; n < 20; n++) {
      const { id } = (await service.signUp(account, list, { email: `m${n}@example.com` })).json();
      await mailOf(account, 'confirm', id, n < 1 ? 9 : 2);
    }
    await check();
    expect(await subjectsTo(email)).toEqual([]);
    for (let n = 0; n < 20; n++) {
      const old = `00000000-0000-7000-8000-${newId().slice(-12)}`; // signed up long ago
      await service.sql`
        INSERT INTO invitations (account_id, id, waitlist_id, signup_id, deliver, token_hash, valid_days, expires_at)
        VALUES (${account.accountId}, ${newId()}, ${list}, ${old}, 'email', ${Buffer.from(old)}, 14, now())`;
      await mailOf(account, 'invite', old, n < 2 ? 9 : 2);
    }
    await check();
    expect(await subjectsTo(email)).toEqual(['3 of your emails came back']);
  });

  test('a code that brings 50 signups in an hour is told of once, with the signup it belongs to', async () => {
    const account = await service.account();
    const email = await addUser(account);
    const list = await service.waitlist(account);
    const first = (await service.signUp(account, list, { email: 'first@example.com' })).json();
    const refer = (n: number) =>
      service.signUp(account, list, { email: `r${n}@example.com`, referral_code: first.referral_code });
    for (let n = 0; n < 49; n++) await refer(n);
    await check();
    expect(await subjectsTo(email)).toEqual([]);
    await refer(49);
    await check();
    await check();
    expect(await subjectsTo(email)).toEqual(['One referral code brought 50 signups in an hour']);
    const [mail] = await mails.mailsTo(email);
    expect(mail?.text).toContain(`/dashboard/waitlists/${list}/signups/${first.id}`);
    expect(mail?.text).not.toContain('So did');
  });

  test.each([
    [1, 'So did 1 other code of this list.'],
    [2, 'So did 2 other codes of this list.'],
  ])('%i further codes that bring as many are counted in the same notice', async (others, words) => {
    const account = await service.account();
    const email = await addUser(account);
    const list = await service.waitlist(account);
    for (let code = 0; code <= others; code++) {
      const { referral_code } = (
        await service.signUp(account, list, { email: `c${code}@example.com` })
      ).json();
      for (let n = 0; n < 50; n++)
        await service.signUp(account, list, { email: `c${code}n${n}@example.com`, referral_code });
    }
    await check();
    const [mail, ...more] = await mails.mailsTo(email);
    expect([mail?.subject, more]).toEqual(['One referral code brought 50 signups in an hour', []]);
    expect(mail?.text).toContain(words);
  });

  test('a code that has brought more than that before is not unusual', async () => {
    const account = await service.account();
    const email = await addUser(account);
    const list = await service.waitlist(account);
    const first = (await service.signUp(account, list, { email: 'first@example.com' })).json();
    for (let n = 0; n < 50; n++)
      await service.signUp(account, list, { email: `s${n}@example.com`, referral_code: first.referral_code });
    await service.sql`UPDATE signups SET referral_count = 101 WHERE id = ${first.id}`;
    await check();
    expect(await subjectsTo(email)).toEqual([]);
  });

  test('each user gets the kinds that they want, and the chat gets all if the account asks for it', async () => {
    const account = await service.account({ plan: 'launch' });
    const [wanting, muted] = [await addUser(account), await addUser(account, { muted: ['allowance'] })];
    const put = await service.call('PUT', '/v1/integrations/chat_blocks', account.key, {
      payload: { config: { webhook_url: `${slack.url}${slackPath}`, events: ['signup.created'] } },
    });
    expect(put.statusCode).toBe(201);
    await use(account, 5_000);
    await check();
    expect([await subjectsTo(wanting), await subjectsTo(muted)]).toMatchObject([[expect.anything()], []]);
    expect(slack.messages).toEqual([]);
    await service.sql`UPDATE accounts SET notice_chat = 'chat_blocks' WHERE id = ${account.accountId}`;
    await use(account, 6_000);
    await check();
    expect(slack.messages).toMatchObject([
      { blocks: [{ text: { text: '6,000 of this month’s 6,000 emails are used' } }, { type: 'section' }] },
    ]);
    expect(JSON.stringify(slack.messages)).toContain('/dashboard/email>');
  });

  test('a chat that refuses is tried three times, and a paused one not at all', async () => {
    const account = await service.account({ plan: 'launch' });
    await service.call('PUT', '/v1/integrations/chat_blocks', account.key, {
      payload: { config: { webhook_url: `${slack.url}${slackPath}`, events: ['signup.created'] } },
    });
    await service.sql`UPDATE accounts SET notice_chat = 'chat_blocks' WHERE id = ${account.accountId}`;
    slack.next(...Array.from({ length: 5 }, () => ({ status: 500 })));
    await use(account, 5_000);
    const pending = () => service.sql`SELECT FROM outbox WHERE job = 'post-notice'`;
    const makeDue = () =>
      service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE job = 'post-notice'`;
    await check();
    expect([slack.requests.length, (await pending()).length]).toEqual([1, 1]);
    for (let n = 0; n < 3; n++) {
      await makeDue();
      await check();
    }
    expect([slack.requests.length, (await pending()).length]).toEqual([3, 0]);
    await service.call('PATCH', '/v1/integrations/chat_blocks', account.key, { payload: { enabled: false } });
    await use(account, 6_000);
    await check();
    expect([slack.requests.length, (await pending()).length]).toEqual([3, 0]);
  });

  test('an integration without retries that fails for hours is told of, and not paused (N2)', async () => {
    const account = await service.account({ plan: 'launch' });
    const email = await addUser(account);
    await service.call('PUT', '/v1/integrations/chat_blocks', account.key, {
      payload: { config: { webhook_url: `${slack.url}${slackPath}`, events: ['signup.created'] } },
    });
    await service.sql`UPDATE accounts SET notice_chat = 'chat_blocks' WHERE id = ${account.accountId}`;
    await service.sql`
      INSERT INTO integration_health (account_id, integration_id, failed_attempts, last_error, failing_since)
      SELECT account_id, id, 2, 'The chat service answered 500.', clock_timestamp() - interval '7 hours'
      FROM integrations WHERE account_id = ${account.accountId}`;
    await maintainIntegrations(worker.ctx);
    await check();
    expect(await subjectsTo(email)).toEqual([]); // two failures may be chance
    await service.sql`UPDATE integration_health SET failed_attempts = 3 WHERE account_id = ${account.accountId}`;
    await maintainIntegrations(worker.ctx);
    await maintainIntegrations(worker.ctx);
    await check();
    expect(await subjectsTo(email)).toEqual(['Deliveries to Slack are failing']);
    expect((await mails.mailsTo(email))[0]?.text).toContain('turn on retries');
    expect(slack.requests).toEqual([]); // about itself, it gets none
  });

  test('an account that cannot be checked keeps no other from it', async () => {
    const [broken, next] = [
      await service.account({ plan: 'launch' }),
      await service.account({ plan: 'launch' }),
    ];
    const email = await addUser(next);
    await use(broken, 5_000);
    await use(next, 5_000);
    await service.sql.unsafe(
      `ALTER TABLE notices ADD CONSTRAINT broken CHECK (account_id <> '${broken.accountId}')`,
    );
    await expect(checkAccounts(worker.ctx, worker.ctx.stopping)).rejects.toThrow('broken');
    expect(
      await service.sql`SELECT account_id FROM notices WHERE account_id = ${next.accountId}`,
    ).toHaveLength(1);
    await service.sql`ALTER TABLE notices DROP CONSTRAINT broken`;
    await check();
    expect(await subjectsTo(email)).toHaveLength(1);
  });

  test('users behind many who had their digest get theirs', async () => {
    const account = await service.account({ plan: 'launch' });
    await service.sql`
      INSERT INTO users (id, account_id, email, email_key, password_hash, weekly_digest, digest_up_to)
      SELECT gen_random_uuid(), ${account.accountId}, n::text, n::text, 'x', true, current_date FROM generate_series(1, 410) n`;
    const [last] = await service.sql<{ id: string }[]>`
      UPDATE users SET digest_up_to = current_date - 14, email = 'last@acme.example'
      WHERE id = (SELECT id FROM users WHERE account_id = ${account.accountId} ORDER BY id DESC LIMIT 1) RETURNING id`;
    await check();
    expect([last?.id, await subjectsTo('last@acme.example')]).toEqual([
      expect.any(String),
      ['Test: 0 new signups last week'],
    ]);
    await service.sql`DELETE FROM users WHERE account_id = ${account.accountId}`;
  });

  test('the weekly digest goes to users who asked, once, and only with what the week had', async () => {
    const account = await service.account({ plan: 'launch' });
    const [asking, other] = [await addUser(account, { digest: true }), await addUser(account)];
    const list = await service.waitlist(account);
    const [{ monday } = { monday: '' }] = await service.sql<{ monday: string }[]>`
      SELECT date_trunc('week', (clock_timestamp() AT TIME ZONE 'UTC') - interval '8 hours')::date::text AS monday`;
    for (const [daysBefore, signups] of [
      [0, 500],
      [1, 20],
      [7, 10],
      [8, 20],
      [14, 4],
      [15, 900],
    ])
      await service.sql`
        INSERT INTO signup_daily (account_id, waitlist_id, day, source, signups)
        VALUES (${account.accountId}, ${list}, ${monday}::date - ${daysBefore ?? 0}::integer, 'direct', ${signups ?? 0})`;
    await check();
    await check();
    expect(await subjectsTo(other)).toEqual([]);
    expect(await subjectsTo(asking)).toEqual(['Test: 30 new signups last week']);
    const [mail] = await mails.mailsTo(asking);
    expect(mail?.text).toMatch(/30 new signups \(6 more than the week before, \+25%\), 0 in all\./);
    expect(mail?.text).toContain('Nothing needs your attention.');
    await service.sql`UPDATE users SET digest_up_to = digest_up_to - 7 WHERE email = ${asking}`;
    await use(account, 6_000);
    await check();
    expect((await mails.mailsTo(asking)).map(({ text }) => text).join()).toContain(
      'Needs attention: 6,000 of 6,000 emails',
    );
  });

  test('wrong codes are told to the user whom they are about, and to nobody else', async () => {
    const account = await service.account();
    const email = await addUser(account);
    const other = await addUser(account);
    const [user] = await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`;
    const payload = { about: 'wrong_codes', user_id: user?.id ?? '' };
    await transaction(service.sql, (tx) => insertMails(tx, account.accountId, [payload]));
    await check();
    expect(await subjectsTo(email)).toEqual(['Somebody entered wrong codes to sign in as you']);
    expect((await mails.mailsTo(email))[0]?.text).toContain('/dashboard/profile');
    expect(await subjectsTo(other)).toEqual([]);
  });

  test('the weekly digest has every number of the week, and counts the lists that it does not name', async () => {
    const account = await service.account({ plan: 'scale' });
    await service.sql`UPDATE accounts SET name = 'Orbit' WHERE id = ${account.accountId}`;
    const email = await addUser(account, { digest: true });
    const [{ monday } = { monday: '' }] = await service.sql<{ monday: string }[]>`
      SELECT date_trunc('week', (clock_timestamp() AT TIME ZONE 'UTC') - interval '8 hours')::date::text AS monday`;
    const add = async (name: string, [week, before, total]: readonly [number, number, number]) => {
      const id = await service.waitlist(account, { name });
      await service.sql`
        INSERT INTO signup_daily (account_id, waitlist_id, day, source, signups)
        SELECT ${account.accountId}, ${id}, ${monday}::date - n.days, n.source, n.signups
        FROM (VALUES (7, 'direct', 1), (1, 'ads', ${week}::integer - 1), (8, 'ads', ${before}::integer)) AS n(days, source, signups)`;
      await service.sql`UPDATE waitlist_counters SET live_count = ${total} WHERE waitlist_id = ${id}`;
    };
    await add('Launch', [1_240, 992, 12_050]);
    await add('Beta', [300, 600, 900]);
    await add('Waiting', [200, 200, 201]);
    await add('Brand new', [150, 0, 150]);
    for (let n = 1; n <= 16; n++) await add(`Small ${n}`, [100 - n, 100, 300]);
    await check();
    const [mail] = await mails.mailsTo(email);
    expect(mail?.subject).toBe('Orbit: 3,354 new signups last week');
    const lines = [
      'Launch: 1,240 new signups (248 more than the week before, +25%), 12,050 in all.',
      'Beta: 300 new signups (300 fewer than the week before, −50%), 900 in all.',
      'Waiting: 200 new signups (as many as the week before), 201 in all.',
      'Brand new: 150 new signups (150 more than the week before), 150 in all.',
      ...Array.from(
        { length: 16 },
        (_, n) =>
          `Small ${n + 1}: ${99 - n} new signups (${n + 1} fewer than the week before, −${n + 1}%), 300 in all.`,
      ),
    ];
    const linesOf = ({ text = '' }: { text?: string | undefined }) =>
      text.split('\n').filter((line) => /new signups?[ .]|attention/.test(line));
    expect(mail && linesOf(mail)).toEqual([...lines, 'Nothing needs your attention.']);

    const again = async () => {
      await service.sql`UPDATE users SET digest_up_to = digest_up_to - 7 WHERE email = ${email}`;
      await check();
      return (await mails.mailsTo(email)).at(-1);
    };
    await add('Tiny', [1, 0, 1]);
    const next = await again();
    expect(next?.subject).toBe('Orbit: 3,355 new signups last week');
    expect(next && linesOf(next)).toEqual([
      ...lines,
      'And another waitlist with 1 new signup.',
      'Nothing needs your attention.',
    ]);
    await add('Tinier', [1, 0, 1]);
    const last = await again();
    expect(last && linesOf(last)).toContain('And 2 others with 2 new signups.');
  });

  test('the weekly digest names what needs attention as the dashboard does', async () => {
    const account = await service.account({ plan: 'launch' });
    const email = await addUser(account, { digest: true });
    const list = await service.waitlist(account);
    const { id } = (await service.signUp(account, list, { email: 'ada@example.com' })).json();
    await service.sql`UPDATE mails SET state = 'failed', retries_exhausted = true WHERE id = ${id}`;
    await service.call('PUT', '/v1/integrations/chat_blocks', account.key, {
      payload: { config: { webhook_url: `${slack.url}${slackPath}`, events: ['signup.created'] } },
    });
    await service.sql`
      UPDATE integrations SET enabled = false, disabled_at = now(), disabled_reason = 'The receiver answered 410.'
      WHERE account_id = ${account.accountId}`;
    await check();
    const digest = (await mails.mailsTo(email)).find(({ subject }) => subject?.includes('last week'));
    expect(digest?.subject).toBe('Test: 0 new signups last week');
    expect(digest?.text).toContain(
      'Needs attention: Slack was disabled because it kept failing: The receiver answered 410.\n',
    );
    expect(digest?.text).toContain('Needs attention: 1 email failed after several attempts.');
  });
});

describe('a round through all accounts (N8)', () => {
  const service = useService();
  const workers: TestWorker[] = [];
  beforeAll(() => {
    for (let n = 0; n < 3; n++) workers.push(openTestWorker(service));
  });
  afterAll(() => Promise.all(workers.map((worker) => worker.close())));
  afterEach(() => service.sql`DELETE FROM notices`);

  /** As if so much time had passed. */
  const pass = (time: string) => service.sql`UPDATE notices SET raised_at = raised_at - ${time}::interval`;
  /** What every worker's timer does, several at a time. @returns how many went */
  async function tick(go = async () => {}): Promise<number> {
    const ticks = [...workers, ...workers].map(({ ctx }) => goRound(ctx, 'accounts', go));
    return (await Promise.all(ticks)).filter((went) => went !== skipped).length;
  }

  test('is made by one worker of all, every five minutes', async () => {
    expect([await tick(), await tick()]).toEqual([1, 0]);
    await pass('4 minutes 55 seconds');
    expect(await tick()).toBe(0);
    await pass('5 seconds');
    expect([await tick(), await tick()]).toEqual([1, 0]);
  });

  test('is due again after five minutes, though the worker that made it was killed or failed', async () => {
    const [killed, another] = workers as [TestWorker, TestWorker];
    let began = false;
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const round = goRound(killed.ctx, 'accounts', () => {
      began = true;
      return held;
    });
    await expect.poll(() => began).toBe(true);
    expect(await tick()).toBe(0);
    await pass('5 minutes');
    expect(await tick()).toBe(1); // nothing of the round that goes on holds it up
    end();
    await round;
    await pass('5 minutes');
    const broken = goRound(another.ctx, 'accounts', () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(await tick()).toBe(0);
    await pass('5 minutes');
    expect(await tick()).toBe(1);
  });

  test('has nothing to do with that of the digests', async () => {
    expect(await tick()).toBe(1);
    expect(await goRound(workers[0]?.ctx ?? service.ctx, 'digests', async () => {})).toBeUndefined();
  });
});

describe('a service without email credentials of its own (N8)', () => {
  const service = useService({ MANAGED_EMAIL_URL: '', MANAGED_EMAIL_FROM: '' });
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  test('mails no notices and no digests, without an error', async () => {
    const { accountId } = await service.account({ plan: 'free' });
    await service.sql`
      INSERT INTO users (id, account_id, email, email_key, password_hash, weekly_digest, digest_up_to)
      VALUES (${newId()}, ${accountId}, 'a@acme.example', 'a@acme.example', 'x', true, current_date - 14)`;
    const list = newId();
    await service.sql`INSERT INTO waitlists (account_id, id, name) VALUES (${accountId}, ${list}, 'x')`;
    await service.sql`
      INSERT INTO waitlist_counters (account_id, waitlist_id, live_count) VALUES (${accountId}, ${list}, 450)`;
    await maintain(worker);
    expect(await service.pendingJobs('send-notice')).toEqual([]);
    expect(await service.sql`SELECT kind, level FROM notices`).toEqual([{ kind: 'signup_limit', level: 80 }]);
  });
});
