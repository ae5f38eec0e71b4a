import type { Sql, Tx } from '../db.ts';

/** What a worker needs to know of a signup email that it is about to send. */
export interface SignupEmailRow {
  signup_id: string;
  /** True where an earlier worker got this far and was not heard of again. */
  interrupted: boolean;
  waitlist_id: string;
  waitlist_name: string;
  referral_bonus: number | null;
  total: number;
  email: string;
  position: number;
  referral_code: string;
  fields: Record<string, string | number | boolean>;
}

/** Marks signup emails as being sent and reads what is needed for it. Of a signup or waitlist that is gone there is no row. */
export function startSignupEmails(sql: Sql, signupIds: readonly string[]): Promise<SignupEmailRow[]> {
  return sql<SignupEmailRow[]>`
    WITH mail AS (
      SELECT m.signup_id, m.state FROM signup_emails m
      WHERE m.signup_id = ANY(${signupIds as string[]}::uuid[]) AND m.state IN ('queued', 'sending') ORDER BY m.signup_id FOR UPDATE
    ), started AS (
      UPDATE signup_emails m SET state = 'sending' FROM mail WHERE m.signup_id = mail.signup_id AND mail.state = 'queued'
    )
    SELECT mail.signup_id, mail.state = 'sending' AS interrupted, s.waitlist_id, w.name AS waitlist_name, w.referral_bonus,
           c.live_count AS total, s.email, s.position, s.referral_code, s.fields
    FROM mail JOIN signups s ON s.id = mail.signup_id
    JOIN waitlists w ON w.id = s.waitlist_id JOIN waitlist_counters c ON c.waitlist_id = w.id`;
}

/** How a signup email ended. */
export interface EmailOutcome {
  readonly signup_id: string;
  /** Of the outbox job that this outcome finishes; a newer claim makes it void. */
  readonly attempt: number;
  readonly state: 'sent' | 'failed';
  readonly status_rank: number;
  readonly ambiguous: boolean;
  readonly message_id: string;
  readonly error: string | null;
}

/**
 * Records outcomes, stamps the signups and strikes the jobs off, all in one transaction. @returns the ids of
 * those that were still ours to record
 */
export async function finishSignupEmails(sql: Sql, outcomes: readonly EmailOutcome[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    WITH outcome AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(outcomes)}::text::json) AS o(
        signup_id uuid, attempt integer, state text, status_rank smallint, ambiguous boolean, message_id text, error text)
    ), held AS MATERIALIZED (
      -- The signups first, by id, as everywhere; one that was deleted meanwhile has no job left to finish.
      SELECT s.id, s.waitlist_id, s.email_status FROM signups s JOIN outcome o ON o.signup_id = s.id ORDER BY s.id FOR NO KEY UPDATE OF s
    ), finished AS MATERIALIZED (
      DELETE FROM outbox b USING held JOIN outcome o ON o.signup_id = held.id
      WHERE b.job = 'send-signup-email' AND b.id = held.id AND b.attempts = o.attempt RETURNING b.id
    ), mail AS (
      UPDATE signup_emails m
      SET state = o.state, ambiguous = o.ambiguous, message_id = o.message_id, error = o.error,
          sent_at = CASE WHEN o.state = 'sent' THEN clock_timestamp() END
      FROM outcome o JOIN finished f ON f.id = o.signup_id WHERE m.signup_id = o.signup_id
    ), stamp AS MATERIALIZED (
      SELECT held.id, held.waitlist_id, o.status_rank, o.state
      FROM held JOIN outcome o ON o.signup_id = held.id JOIN finished f ON f.id = held.id WHERE held.email_status < o.status_rank
    ), stamped AS (
      UPDATE signups s SET email_status = stamp.status_rank FROM stamp WHERE s.id = stamp.id
    ), counted AS (
      INSERT INTO signup_email_counts AS c (waitlist_id, sent)
      SELECT waitlist_id, count(*) FROM stamp WHERE state = 'sent' GROUP BY waitlist_id ORDER BY waitlist_id
      ON CONFLICT (waitlist_id) DO UPDATE SET sent = c.sent + excluded.sent
    )
    SELECT id FROM finished`;
  return rows.map((row) => row.id);
}

/** Takes back the mark of a mail that certainly did not leave. */
export async function requeueSignupEmail(tx: Tx, signupId: string, error: string): Promise<void> {
  await tx`UPDATE signup_emails SET state = 'queued', error = ${error} WHERE signup_id = ${signupId} AND state = 'sending'`;
}
