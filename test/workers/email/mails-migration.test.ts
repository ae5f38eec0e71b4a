import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOperatorConfig } from '../../../src/shared/config.ts';
import { openContext } from '../../../src/shared/context.ts';
import { rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { newId, platformAccountId } from '../../../src/shared/platform/ids.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { migrate } from '../../../src/shared/platform/postgres/migrate.ts';
import { freeEmails } from '../../../src/workers/maintenance/maintain-emails.ts';
import { type FakeResend, resendKey, startFakeResend } from '../../support/fakes/resend.ts';
import { makeDatabase } from '../../support/service/database.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker } from '../../support/service/worker.ts';

let resend: FakeResend;
const opened: Sql[] = [];
const service = useService();

beforeAll(async () => {
  resend = await startFakeResend();
});
afterAll(async () => {
  await resend.close();
  await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })));
});

/** A database as the first release left it, with one list, and connections to it. */
async function openFirstRelease() {
  const { databaseUrl } = await makeDatabase({ migrated: false });
  const { sql } = openContext(readOperatorConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }), 'cli');
  opened.push(sql);
  const text = await readFile('migrations/0001_baseline.sql', 'utf8');
  const checksum = createHash('sha256').update(text).digest('hex');
  await sql.unsafe(text);
  await sql`CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`;
  await sql`INSERT INTO schema_migrations (name, checksum) VALUES ('0001_baseline.sql', ${checksum})`;
  const [account, list] = [newId(), newId()];
  await sql`INSERT INTO accounts (id, name, plan) VALUES (${account}, 'Acme', 'launch')`;
  await sql`INSERT INTO waitlists (account_id, id, name) VALUES (${account}, ${list}, 'Beta')`;
  await sql`INSERT INTO waitlist_counters (account_id, waitlist_id) VALUES (${account}, ${list})`;
  await sql`INSERT INTO signup_email_counts (account_id, waitlist_id) VALUES (${account}, ${list})`;
  await sql`INSERT INTO email_templates VALUES (${account}, ${list}, 'Hello {{email}}', '<p>You are {{position}}</p>')`;
  let position = 0;
  /** A signup with a mail, as that release stores them. @returns its id */
  const add = async (email: string, mail: Record<string, unknown>, job?: { leased: boolean }) => {
    const id = newId();
    position += 1;
    await sql`
      INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, metadata, fields, created_at)
      VALUES (${account}, ${id}, ${list}, ${position}, ${email}, ${email}, ${email}, '{}', '{}', clock_timestamp())`;
    await sql`UPDATE waitlist_counters SET last_position = ${position}, live_count = ${position}`;
    await sql`INSERT INTO signup_emails ${sql({ account_id: account, signup_id: id, ...mail } as Record<string, string>)}`;
    if (job)
      await sql`
        INSERT INTO outbox (account_id, job, id, due_at, lease_token, claim_count, crash_count)
        VALUES (${account}, 'send-signup-email', ${id}, clock_timestamp() + ${job.leased ? '1 hour' : '0 s'}::interval,
                ${job.leased ? newId() : null}, ${job.leased ? 1 : 0}, ${job.leased ? 1 : 0})`;
    return id;
  };
  return { databaseUrl, sql, account, list, add };
}

const isDue = { leased: false };
const isLeased = { leased: true };

test('mails under way during the migration are finished behind it, each once (C6.5)', async () => {
  const { databaseUrl, sql, account, list, add } = await openFirstRelease();
  const month = new Date().toISOString().slice(0, 8).concat('01');
  const content = { subject: 'As first sent', html: '<p>x</p>', text: 'x', from: 'Acme <hello@acme.test>' };
  const sending = { state: 'sending', route: 'managed', reserved_month: month };
  const ids = {
    queued: await add('queued@example.com', {}, isDue),
    reserved: await add('reserved@example.com', { reserved_month: month }, isDue),
    retried: await add('retried@example.com', { send_attempts: 2, error: 'Busy.' }, isDue),
    held: await add('held@example.com', { state: 'held' }),
    repeated: await add(
      'repeated@example.com',
      { ...sending, provider: 'resend', rendered: content, rendered_at: new Date().toISOString() },
      isLeased,
    ),
    ambiguous: await add('ambiguous@example.com', { ...sending, provider: 'postmark' }, isLeased),
    throttled: await add(
      'throttled@example.com',
      {
        throttled_by: platformAccountId,
        not_before: new Date(0).toISOString(),
        first_throttled_at: new Date(0).toISOString(),
      },
      isDue,
    ),
    sent: await add('sent@example.com', {
      ...sending,
      state: 'sent',
      provider: 'resend',
      provider_message_id: 'of-sent',
      sent_at: new Date().toISOString(),
    }),
    refused: await add('refused@example.com', {
      state: 'config_error',
      error: 'The domain is not verified.',
    }),
    exhausted: await add('exhausted@example.com', { state: 'failed', retries_exhausted: true }),
    suppressed: await add('suppressed@example.com', { state: 'suppressed' }),
  };
  await sql`UPDATE outbox SET due_at = clock_timestamp() + interval '1 day' WHERE id = ${ids.throttled}`;
  await sql`INSERT INTO email_usage VALUES (${account}, ${month}, 4)`;
  for (const [id, rank] of [
    [ids.sent, rankOf('sent')],
    [ids.refused, rankOf('config_error')],
    [ids.exhausted, rankOf('failed')],
    [ids.suppressed, rankOf('suppressed')],
  ] as const)
    await sql`UPDATE signups SET email_status = ${rank} WHERE id = ${id}`;
  await sql`UPDATE signup_email_counts SET sent = 1`;
  const event = async (values: Record<string, string | null>) => {
    const id = newId();
    await sql`
      INSERT INTO email_events ${sql({ account_id: platformAccountId, id, event_id: id, provider: 'resend', status_rank: rankOf('delivered'), occurred_at: new Date().toISOString(), ...values })}`;
    await sql`INSERT INTO outbox (account_id, job, id) VALUES (${platformAccountId}, 'apply-email-event', ${id})`;
  };
  await event({ signup_id: ids.sent });
  await event({ provider_message_id: 'of-sent', status_rank: String(rankOf('opened')) });

  const before = await sql`SELECT ctid, xmin, signup_id FROM signup_emails ORDER BY signup_id`;
  expect(await migrate(sql)).toContain('0003_mails.sql');
  // No row was rewritten.
  expect(await sql`SELECT ctid, xmin, id AS signup_id FROM mails ORDER BY id`).toEqual([...before]);

  const worker = openTestWorker(
    { ...service, env: { ...service.env, DATABASE_URL: databaseUrl } },
    {
      RESEND_API_URL: resend.url,
      MANAGED_EMAIL_URL: `resend://${resendKey}`,
      MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
    },
  );
  await worker.sendAll();
  const leased = await sql<{ id: string }[]>`SELECT id FROM mails WHERE state = 'sending'`;
  // Their leases hold.
  expect(leased.map(({ id }) => id).sort()).toEqual([ids.repeated, ids.ambiguous].sort());
  await sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE lease_token IS NOT NULL`;
  await worker.maintain();
  await freeEmails(worker.ctx);
  await worker.sendAll();
  await worker.applyEvents();

  const sentTo = [...resend.mails.values()].map(({ to }) => [to].flat()[0]).sort();
  expect(sentTo).toEqual(
    ['held', 'queued', 'repeated', 'reserved', 'retried', 'throttled'].map((name) => `${name}@example.com`),
  );
  const subjects = new Map([...resend.mails.values()].map(({ to, subject }) => [[to].flat()[0], subject]));
  expect(subjects.get('repeated@example.com')).toBe('As first sent');
  expect(subjects.get('queued@example.com')).toBe('Hello queued@example.com');
  const mails = await sql<{ id: string; state: string; ambiguous: boolean }[]>`
    SELECT id, state, ambiguous FROM mails WHERE kind = 'signup' AND signup_id IS NULL`;
  expect(Object.fromEntries(mails.map(({ id, ...mail }) => [id, mail]))).toEqual(
    Object.fromEntries(
      Object.entries(ids).map(([name, id]) => [
        id,
        {
          state: { refused: 'config_error', exhausted: 'failed', suppressed: 'suppressed' }[name] ?? 'sent',
          ambiguous: name === 'ambiguous',
        },
      ]),
    ),
  );
  const [counts] =
    await sql`SELECT sent, delivered, opened FROM signup_email_counts WHERE waitlist_id = ${list}`;
  expect(counts).toEqual({ sent: 8, delivered: 1, opened: 1 });
  expect(await sql`SELECT reserved FROM email_usage`).toEqual([{ reserved: 8 }]);
  expect(await sql`SELECT job, id FROM outbox`).toEqual([]);
  await worker.close();
});

describe('a process of the first release, on the migrated database', () => {
  const rows = (id: string, lock = '') => `
    (SELECT DISTINCT account_id, id FROM (SELECT account_id, id FROM signups WHERE id = '${id}') AS given(account_id, id) ORDER BY id, account_id) AS key
    CROSS JOIN LATERAL (
      SELECT ctid AS place, * FROM signup_emails WHERE account_id = key.account_id AND signup_id = key.id LIMIT 1 ${lock})`;
  const isByKey = (id: string, lock = '') =>
    `ctid = ANY (ARRAY(SELECT found.place FROM ${rows(id, lock)} found))`;

  test('starts, records, releases, frees and deletes mails by its own statements, prepared before', async () => {
    const { databaseUrl, sql, account, add } = await openFirstRelease();
    const a = await add('a@example.com', {}, isDue);
    const b = await add('b@example.com', { state: 'held' });
    const throttled = { throttled_by: platformAccountId, not_before: new Date(0).toISOString() };
    const c = await add('c@example.com', throttled, isDue);
    const [one, other] = [postgres(databaseUrl, { max: 1 }), postgres(databaseUrl, { max: 1 })];
    /** Its statements, in the forms of which they are. They roll back, so that they can be run again. */
    const runAll = async () => {
      await one`BEGIN`;
      const run = (text: string) => one.unsafe(text, [], { prepare: true });
      expect(await run(`SELECT 1 FROM ${rows(a, 'FOR UPDATE')} held`)).toHaveLength(1);
      expect(await run(`SELECT m.signup_id, m.state, m.rendered FROM ${rows(a)} m`)).toEqual([
        { signup_id: a, state: 'queued', rendered: null },
      ]);
      const started = await run(`
        WITH before AS MATERIALIZED (SELECT m.* FROM ${rows(a)} m)
        UPDATE signup_emails m SET (state, route, provider) = (SELECT 'sending', 'managed', 'resend' FROM before WHERE before.signup_id = m.signup_id)
        WHERE ctid = ANY (ARRAY(SELECT place FROM before)) RETURNING m.signup_id, m.state`);
      expect(started).toEqual([{ signup_id: a, state: 'sending' }]);
      const requeued = await run(`
        UPDATE signup_emails SET state = 'queued', send_attempts = send_attempts + 1
        WHERE account_id = '${account}' AND signup_id = '${a}' AND state = 'sending' RETURNING send_attempts`);
      expect(requeued).toEqual([{ send_attempts: 1 }]);
      expect(
        await run(`UPDATE signup_emails SET state = 'queued' WHERE ${isByKey(b, 'FOR UPDATE')}`),
      ).toHaveProperty('count', 1);
      // Another process holds the throttled mail: it is skipped, and not waited for.
      await other`BEGIN`;
      await other.unsafe(`SELECT 1 FROM signup_emails WHERE signup_id = '${c}' FOR UPDATE`);
      const freed = () =>
        run(`
        SELECT signup_id, account_id FROM signup_emails WHERE throttled_by = '${platformAccountId}' AND account_id = '${account}'
          AND not_before <= statement_timestamp() ORDER BY signup_id LIMIT 5 FOR UPDATE SKIP LOCKED`);
      expect(await freed()).toHaveLength(0);
      await other`ROLLBACK`;
      expect(await freed()).toEqual([{ signup_id: c, account_id: account }]);
      const reopened = await run(`
        UPDATE signup_emails m SET (state, ambiguous) = (SELECT CASE WHEN e.x THEN 'sent' ELSE 'queued' END, e.x FROM (SELECT s.email_status > 1) e(x))
        FROM signups s WHERE m.ctid = ANY (ARRAY(SELECT found.place FROM ${rows(c)} found)) AND s.id = m.signup_id RETURNING m.signup_id, m.state`);
      expect(reopened).toEqual([{ signup_id: c, state: 'queued' }]);
      expect(await run(`DELETE FROM signup_emails WHERE ${isByKey(a)}`)).toHaveProperty('count', 1);
      await one`ROLLBACK`;
    };
    try {
      await runAll();
      await migrate(sql);
      await runAll();
    } finally {
      await one.end();
      await other.end();
    }
  });

  test('sees no mail of another kind', async () => {
    const { sql, account, add } = await openFirstRelease();
    const id = await add('a@example.com', {}, isDue);
    await migrate(sql);
    await sql`INSERT INTO mails (account_id, id, kind, signup_id) VALUES (${account}, ${newId()}, 'invite', ${id})`;
    expect(await sql`SELECT signup_id FROM signup_emails`).toEqual([{ signup_id: id }]);
  });
});
