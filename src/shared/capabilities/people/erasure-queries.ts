import type { RowKey } from '../../platform/postgres/by-key.ts';
import { isByKey, keysOf, lockByKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import { isJob, lockJobs } from '../../platform/queue/outbox.ts';

/** Who asked for an erasure, and of whom. */
interface NewErasure extends RowKey {
  readonly mac: Buffer;
  /** 'api', or the id of the user. */
  readonly by: string;
  readonly suppressed: boolean;
  /** The signups to delete. */
  readonly pending: readonly string[];
}

/** Stores an erasure before anything is deleted. */
export async function insertErasure(
  tx: Tx,
  { accountId, id, mac, by, suppressed, pending }: NewErasure,
): Promise<void> {
  await tx`
    INSERT INTO erasures (account_id, id, email_mac, by, suppressed, pending)
    VALUES (${accountId}, ${id}, ${mac}, ${by}, ${suppressed}, ${pending as string[]}::uuid[])`;
}

/** An erasure that is not finished. */
export interface ErasureRow {
  email_mac: Buffer;
  pending: string[];
  /** Events that tell of the person's removal, and were still to be delivered when they were found. */
  awaited: string[];
  scrubbed_seq: number;
  /** Since the last signup was deleted. */
  age_seconds: number;
}

/** @returns undefined if it is finished */
export async function findErasure(sql: Sql | Tx, { accountId, id }: RowKey): Promise<ErasureRow | undefined> {
  const [row] = await sql<ErasureRow[]>`
    SELECT email_mac, pending, awaited, scrubbed_seq, extract(epoch FROM clock_timestamp() - at)::float AS age_seconds
    FROM erasures WHERE account_id = ${accountId} AND id = ${id} AND finished_at IS NULL`;
  return row;
}

/** Notes that a signup is gone. What was published until now is scrubbed. */
export async function noteDeleted(tx: Tx, { accountId, id }: RowKey, signupId: string): Promise<void> {
  await tx`
    UPDATE erasures SET pending = array_remove(pending, ${signupId}::uuid), at = clock_timestamp()
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Notes events that are scrubbed only once connected tools have got them. */
export async function noteAwaited(
  tx: Tx,
  { accountId, id }: RowKey,
  eventIds: readonly string[],
): Promise<void> {
  await tx`
    UPDATE erasures SET awaited = ARRAY(SELECT DISTINCT unnest(awaited || ${eventIds as string[]}::uuid[]))
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Notes how far the feed is scrubbed. */
export async function noteScrubbed(tx: Tx, { accountId, id }: RowKey, seq: number): Promise<void> {
  await tx`
    UPDATE erasures SET scrubbed_seq = greatest(scrubbed_seq, ${seq}) WHERE account_id = ${accountId} AND id = ${id}`;
}

export async function finishErasure(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`
    UPDATE erasures SET finished_at = clock_timestamp(), awaited = '{}' WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Where a signup is counted. */
export interface CountedSignup {
  readonly waitlist_id: string;
  readonly day: string;
  readonly source: string;
  readonly referrer_domain: string | null;
}

/** @returns undefined if the signup is gone */
export async function findCounted(tx: Tx, { accountId, id }: RowKey): Promise<CountedSignup | undefined> {
  const [row] = await tx<CountedSignup[]>`
    SELECT waitlist_id, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(utm_source, 'direct') AS source, referrer_domain
    FROM signups WHERE account_id = ${accountId} AND id = ${id} LIMIT 1`;
  return row;
}

/**
 * Deletes the counts that a deleted signup was in, where none is left: the source may be an address. The
 * caller holds the counter of the waitlist.
 */
export async function deleteEmptyCounts(
  tx: Tx,
  accountId: string,
  { waitlist_id, day, source, referrer_domain }: CountedSignup,
): Promise<void> {
  await pipeline(
    tx`
    DELETE FROM signup_daily
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlist_id} AND day = ${day} AND source = ${source} AND signups = 0`,
    tx`
    DELETE FROM signup_domains
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlist_id} AND domain = ${referrer_domain} AND signups = 0`,
  );
}

/**
 * Deletes reports of mail providers with their jobs, in the order of locks: before the signups that they are
 * about.
 */
export async function deleteMailEvents(tx: Tx, events: readonly RowKey[]): Promise<void> {
  if (events.length === 0) return;
  await pipeline(
    lockJobs(tx, 'apply-email-event', events),
    lockByKey(tx, 'email_events', keysOf(tx, events), tx`FOR UPDATE`),
    tx`DELETE FROM outbox WHERE ${isJob(tx, 'apply-email-event', events)}`,
    tx`DELETE FROM email_events WHERE ${isByKey(tx, 'email_events', keysOf(tx, events))}`,
  );
}
