import { type EmailStatus, rankOf } from '../../list/mail-state/status.ts';
import { lockSignups } from '../../list/signups/queries.ts';
import { newId, platformAccountId } from '../../platform/ids.ts';
import { isByKey, keysFrom, keysOf, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../platform/postgres/connection.ts';
import { areOurs, lockClaims } from '../../platform/queue/outbox.ts';
import { lockReservations, releasing } from '../allowance/allowance-queries.ts';
import { kindOfEmail, stampingKinds } from '../kinds.ts';
import { lockEmailCounts, lockMessageIds, storeEmailEvents } from '../mail-events/event-queries.ts';
import { lockEmails } from '../mails/mails.ts';
import { mailPlace, type TemplateKind, tellReported } from '../parts.ts';
import { testProvider } from '../providers/test-transport.ts';

/** How a mail ended. */
export interface EmailOutcome {
  readonly account_id: string;
  readonly id: string;
  /** Of the claim that this outcome completes; a newer one makes it void. */
  readonly lease_token: string;
  readonly state: 'sent' | 'failed' | 'suppressed' | 'config_error';
  readonly status_rank: number;
  readonly ambiguous: boolean;
  readonly message_id: string;
  readonly provider_message_id: string | null;
  readonly error: string | null;
  /**
   * Whether it ran out of attempts or time, and may be sent again; an event that shows that it left makes
   * that void.
   */
  readonly retries_exhausted?: boolean;
  readonly kind: TemplateKind;
  readonly signup_id: string;
  /** Events that its answer had. */
  readonly reports?: readonly EmailStatus[];
}

/**
 * Records outcomes, stamps the signups of mails whose kind does (§3.1), releases unused reservations,
 * completes the jobs, and enqueues the events that waited for these mails, all in one transaction. Rows are
 * named by their ids, not joined (docs/architecture.md, Read by key). Holds what it changes by statements of
 * their own, in the order of locks; the statement behind them changes it in any order. Only a test mode keeps
 * what was rendered, to show it (N8).
 * @returns the ids of the mails that were still ours to record, of those events, and of jobs for events that
 * were fired
 */
export async function finishEmails(
  tx: Tx,
  outcomes: readonly EmailOutcome[],
): Promise<{ finished: Set<string>; events: RowKey[]; fired: readonly RowKey[] }> {
  const keyOf = ({ account_id: accountId, id }: EmailOutcome) => ({ accountId, id });
  const emails = outcomes.map(keyOf); // those of the kind signup are the keys of the signups, too
  const messageIds = outcomes.flatMap(({ provider_message_id: id }) => id ?? []);
  const leases = outcomes.map((outcome) => ({ ...keyOf(outcome), leaseToken: outcome.lease_token }));
  const changed = outcomes.flatMap(({ account_id: accountId, kind, signup_id: id, state }) =>
    kindOfEmail(kind).changesSignup && state === 'sent' ? [{ accountId, id }] : [],
  );
  const unsent = outcomes.filter(({ state }) => state !== 'sent').map(keyOf);
  const [, , , , , , rows] = await pipeline(
    lockMessageIds(tx, messageIds),
    lockSignups(tx, [...emails, ...changed]),
    lockClaims(tx, 'send-signup-email', leases),
    lockEmails(tx, emails),
    lockReservations(tx, keysOf(tx, unsent)),
    lockEmailCounts(tx, emails),
    tx<{ id: string; event_account_id: string | null }[]>`
    WITH outcome AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(outcomes)}::text::json) AS o(
        id uuid, state text, status_rank smallint, ambiguous boolean, message_id text,
        provider_message_id text, error text, retries_exhausted boolean)
    ), finished AS MATERIALIZED (
      -- A mail that was deleted meanwhile has no job left to finish.
      DELETE FROM outbox WHERE ${areOurs(tx, 'send-signup-email', leases)} RETURNING account_id, id
    ), before AS MATERIALIZED (
      SELECT m.* FROM ${rowsByKey(tx, 'mails', keysFrom(tx, tx`SELECT account_id, id FROM finished`))} m
    ), held AS MATERIALIZED (
      SELECT s.* FROM ${rowsByKey(tx, 'signups', keysFrom(tx, tx`SELECT account_id, id FROM before WHERE ${isStamping(tx)}`))} s
    ), mail AS (
      UPDATE mails m
      SET (state, ambiguous, message_id, provider_message_id, error, retries_exhausted, rendered, sent_at, reserved_month, status) = (
        SELECT o.state, o.ambiguous, o.message_id, o.provider_message_id, o.error,
               coalesce(o.retries_exhausted, false) AND coalesce((SELECT email_status FROM held WHERE held.id = o.id), m.status) = 0, CASE WHEN m.provider = ${testProvider} THEN m.rendered END,
               CASE WHEN o.state = 'sent' THEN clock_timestamp() END, CASE WHEN o.state = 'sent' THEN m.reserved_month END,
               CASE WHEN ${isStamping(tx)} THEN m.status ELSE greatest(m.status, o.status_rank) END
        FROM outcome o WHERE o.id = m.id)
      WHERE m.ctid = ANY (ARRAY(SELECT place FROM before))
    ), back AS MATERIALIZED (
      SELECT b.account_id, b.reserved_month AS month, count(*)::integer AS reservations FROM before b JOIN outcome o USING (id)
      WHERE o.state <> 'sent' AND b.reserved_month IS NOT NULL GROUP BY 1, 2
    ), ${releasing(tx)}, stamp AS MATERIALIZED (
      SELECT held.place, held.account_id, held.id, held.waitlist_id, o.status_rank,
             (engagement_of(o.status_rank, held.email_delivered_at, held.email_opened_at, held.email_clicked_at)).sent
               - (engagement_of(held.email_status, held.email_delivered_at, held.email_opened_at, held.email_clicked_at)).sent AS sent
      FROM held JOIN outcome o ON o.id = held.id WHERE held.email_status < o.status_rank
    ), stamped AS (
      UPDATE signups s SET email_status = (SELECT status_rank FROM stamp WHERE stamp.id = s.id)
      WHERE s.ctid = ANY (ARRAY(SELECT place FROM stamp))
    ), more AS MATERIALIZED (
      SELECT account_id, waitlist_id, sum(sent)::integer AS sent FROM stamp GROUP BY 1, 2 HAVING sum(sent) <> 0
    ), counted AS (
      UPDATE signup_email_counts c SET sent = c.sent + (SELECT sent FROM more WHERE more.waitlist_id = c.waitlist_id)
      WHERE ${isByKey(tx, 'signup_email_counts', keysFrom(tx, tx`SELECT account_id, waitlist_id FROM more`))}
    ), waiting AS MATERIALIZED (
      SELECT e.account_id, e.id FROM before JOIN outcome o USING (id) CROSS JOIN LATERAL (
        SELECT account_id, id FROM email_events
        WHERE unmatched AND account_id IN (before.account_id, ${platformAccountId}) AND provider = before.provider
          AND provider_message_id = o.provider_message_id OFFSET 0) e
    ), pending AS (
      INSERT INTO outbox (account_id, job, id) SELECT account_id, 'apply-email-event', id FROM waiting ON CONFLICT DO NOTHING
    )
    SELECT id, NULL::uuid AS event_account_id FROM finished UNION ALL SELECT id, account_id FROM waiting`,
  );
  await tellReported(tx, outcomes);
  const finished = new Set(rows.flatMap(({ id, event_account_id }) => (event_account_id ? [] : [id])));
  const ended = outcomes.filter(({ id }) => finished.has(id));
  const mails = ended.map((outcome) => ({
    ...keyOf(outcome),
    kind: outcome.kind,
    signupId: outcome.signup_id,
    isSent: outcome.state === 'sent',
  }));
  const fired: RowKey[] = [];
  for (const { onFinished } of mailPlace.parts()) fired.push(...((await onFinished?.(tx, mails)) ?? []));
  const waiting = rows.flatMap(({ id, event_account_id: accountId }) =>
    accountId ? [{ id, accountId }] : [],
  );
  const reporting = outcomes.filter(({ id, reports = [] }) => reports.length > 0 && finished.has(id));
  const events = [...waiting, ...(reporting.length > 0 ? await storeReports(tx, reporting) : [])];
  return { finished, events, fired };
}

/** Stores the events that answers had, as those that providers send later. @returns their ids */
async function storeReports(tx: Tx, outcomes: readonly EmailOutcome[]): Promise<RowKey[]> {
  const occurred_at = new Date().toISOString();
  const stored: RowKey[] = [];
  for (const { account_id: accountId, id: signup_id, lease_token, reports = [] } of outcomes) {
    const events = reports.map((status) => ({
      ...{ id: newId(), event_id: `${lease_token}/${status}`, nonce: null, status_rank: rankOf(status) },
      ...{ occurred_at, provider_message_id: null, signup_id },
    }));
    const ids = await storeEmailEvents(tx, { account_id: accountId, provider: testProvider }, events);
    stored.push(...ids.map((eventId) => ({ accountId, id: eventId })));
  }
  return stored;
}

/** The condition that a mail stamps its signup: what became of it stands there. */
const isStamping = (tx: Tx) => tx`kind = ANY (${stampingKinds()}::text[])`;

/**
 * Records why a mail will be sent again, and marks it as queued unless it may have left. Its reservation and
 * its rendering stay with it. It counts as an attempt if the provider was asked.
 */
export async function requeueEmail(
  tx: Tx,
  { accountId, id }: RowKey,
  { error, mayHaveLeft, countsAsAttempt }: { error: string; mayHaveLeft: boolean; countsAsAttempt: boolean },
): Promise<void> {
  await tx`
    UPDATE mails
    SET state = CASE WHEN ${mayHaveLeft} THEN state ELSE 'queued' END, error = ${error}, send_attempts = send_attempts + ${countsAsAttempt}::integer, has_permit = false
    WHERE account_id = ${accountId} AND id = ${id} AND state = 'sending'`;
}
