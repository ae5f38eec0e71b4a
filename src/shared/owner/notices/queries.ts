import { newId, nilId } from '../../platform/ids.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { JobNotification } from '../../platform/queue/jobs.ts';
import { kindOf, type NoticeChat, type NoticeFacts, type NoticeKind } from './schema.ts';

/** The most users of an account that get a notice, the oldest first. */
const mostUsers = 50;
/** The same is not told again within it, however often it comes and goes. */
const restHours = 24;

/** One cause of a notice. */
export interface NoticeKey {
  readonly kind: NoticeKind;
  readonly subject: string;
}

/** What users were told, as far as it has not been deleted since. */
export interface RaisedNotice extends NoticeKey {
  readonly level: number;
  /** It was raised so long ago that it may go or be raised again. */
  readonly isRested: boolean;
  /** It was raised in an earlier month (UTC). */
  readonly isOfEarlierMonth: boolean;
}

/** The notices of an account `a`, as an array of `RaisedNotice`. */
export const raisedNotices = (sql: Sql) => sql`
  (SELECT coalesce(json_agg(json_build_object(
     'kind', kind, 'subject', subject, 'level', level,
     'isRested', raised_at < statement_timestamp() - make_interval(hours => ${restHours}),
     'isOfEarlierMonth', raised_at < current_month()::timestamp AT TIME ZONE 'UTC')), '[]'::json)
   FROM notices WHERE account_id = a.id)`;

/**
 * Notes that users are told. @returns whether they are to be: not if they were before, unless it has gone
 * further since, or was told in an earlier month
 */
export async function markRaised(
  tx: Tx,
  accountId: string,
  { kind, subject, level }: NoticeKey & { level: number },
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO notices (account_id, kind, subject, level) VALUES (${accountId}, ${kind}, ${subject}, ${level})
    ON CONFLICT (account_id, kind, subject) DO UPDATE SET level = excluded.level, raised_at = clock_timestamp()
    WHERE notices.level < excluded.level
      OR (notices.raised_at < current_month()::timestamp AT TIME ZONE 'UTC'
          AND notices.raised_at < clock_timestamp() - make_interval(hours => ${restHours}))`;
  return count > 0;
}

/** Forgets notices whose causes are gone, so that users are told if they come back. */
export async function forgetRaised(tx: Tx, accountId: string, keys: readonly NoticeKey[]): Promise<void> {
  await tx`
    DELETE FROM notices WHERE account_id = ${accountId} AND raised_at < clock_timestamp() - make_interval(hours => ${restHours})
      AND (kind, subject) IN (SELECT * FROM unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ subject }) => subject)}::text[]))`;
}

/** Somebody goes through all accounts, or through all users who asked for digests. */
export type Round = 'accounts' | 'digests';

/**
 * Begins a round, unless one began within so many seconds. Its row belongs to no account, and is the only one
 * of its kind.
 * @returns whether it was begun: only one of several callers gets true
 */
export async function beginRound(tx: Tx, round: Round, seconds: number): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO notices (account_id, kind, subject, level) VALUES (${nilId}, 'round', ${round}, 0)
    ON CONFLICT (account_id, kind, subject) DO UPDATE SET raised_at = clock_timestamp()
    WHERE notices.raised_at <= clock_timestamp() - make_interval(secs => ${seconds})`;
  return count > 0;
}

/** Enqueues a notice to each user of an account who wants this kind by mail. @returns the jobs */
export async function enqueueMails(
  tx: Tx,
  accountId: string,
  facts: NoticeFacts,
): Promise<JobNotification[]> {
  const users = await tx<{ id: string }[]>`
    SELECT id FROM users WHERE account_id = ${accountId} AND NOT ${kindOf(facts)} = ANY (muted_notices)
    ORDER BY created_at, id LIMIT ${mostUsers}`;
  return insertMails(
    tx,
    accountId,
    users.map(({ id }) => ({ ...facts, user_id: id })),
  );
}

/** Enqueues mails of the kind `notice`. @returns the jobs */
export async function insertMails(
  tx: Tx,
  accountId: string,
  payloads: readonly { readonly user_id: string }[],
): Promise<JobNotification[]> {
  if (payloads.length === 0) return [];
  const rows = payloads.map((payload) => ({ id: newId(), payload }));
  await tx`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS n(id uuid, payload json)
    ), mail AS (
      INSERT INTO mails (account_id, id, kind) SELECT ${accountId}, id, 'notice' FROM given
    )
    INSERT INTO outbox (account_id, job, id, payload) SELECT ${accountId}, 'send-notice', id, payload FROM given`;
  return rows.map(({ id }) => ({ id, accountId }));
}

/** The chat that an account has its notices posted to, while that integration can take them. */
export async function findChat(sql: Sql | Tx, accountId: string): Promise<NoticeChat | undefined> {
  const [row] = await sql<{ type: NoticeChat }[]>`
    SELECT i.type FROM accounts a JOIN integrations i ON i.account_id = a.id AND i.type = a.notice_chat
    WHERE a.id = ${accountId} AND i.enabled`;
  return row?.type;
}
