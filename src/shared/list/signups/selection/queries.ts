import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import { cameBackForNow } from '../../mail-state/bounce-queries.ts';
import { rankOf } from '../../mail-state/status.ts';
import { byPosition } from '../queries.ts';
import { candidates, matches, matching, type SignupFilter } from '../search/filter-queries.ts';
import type { SelectionAction, SelectionProgress } from './schema.ts';

/** The chosen signups of a waitlist as rows of key, position and email_status; all without a filter. */
const chosen = (
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter | undefined,
): Fragment =>
  filter
    ? matches(sql, accountId, waitlistId, filter)
    : sql`SELECT account_id, id, position, email_status FROM signups WHERE ${byPosition(sql, accountId, waitlistId)}`;

/** How many signups were chosen. */
export interface ChosenCount {
  readonly total: number;
  /**
   * Of these, how many may have an email to send: none was sent yet, sending it failed, or it came back for
   * now. Undefined if they were not searched.
   */
  readonly unsent?: number;
}

export async function countChosen(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter | undefined,
): Promise<ChosenCount> {
  const [count] = await sql<[ChosenCount]>`
    SELECT count(*) AS total, count(*) FILTER (WHERE email_status IN (0, ${rankOf('config_error')}, ${rankOf('failed')}) OR ${cameBackForNow(sql)}) AS unsent
    FROM (${chosen(sql, accountId, waitlistId, filter)}) s`;
  return count;
}

/** The ids of the first signups that match, by position. */
export function listChosen(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
  limit: number,
): Promise<{ id: string }[]> {
  return tx<{ id: string }[]>`
    SELECT s.id FROM ${candidates(tx, accountId, waitlistId, filter)} s
    WHERE ${matching(tx, accountId, waitlistId, filter)} ORDER BY s.position LIMIT ${limit}`;
}

/** A new selection. */
export interface NewSelection {
  readonly id: string;
  readonly accountId: string;
  readonly waitlistId: string;
  readonly action: SelectionAction;
  readonly createdBy: string;
  /** The hash of the session that is told how it ended. */
  readonly toldTo: Buffer;
  /** The import that a deletion takes back. */
  readonly importId: string | undefined;
}

/**
 * Stores a selection with the positions of the chosen signups, in parts. One statement chooses and stores
 * them, so the total is that of the parts.
 * @returns the total
 */
export async function insertSelection(
  tx: Tx,
  { id, accountId, waitlistId, action, createdBy, toldTo, importId }: NewSelection,
  filter: SignupFilter | undefined,
  signupsPerPart: number,
): Promise<number> {
  // A whole list needs no numbering, which would take as long again.
  const part = filter
    ? tx`(row_number() OVER (ORDER BY position) - 1) / ${signupsPerPart}::integer`
    : tx`(position - 1) / ${signupsPerPart}::integer`;
  const [row] = await tx<[{ total: number }]>`
    WITH numbered AS (
      SELECT position, ${part} AS part
      FROM (${chosen(tx, accountId, waitlistId, filter)}) s
    ), parts AS (
      INSERT INTO selection_parts (account_id, selection_id, part, positions)
      SELECT ${accountId}, ${id}, part, array_agg(position) FROM numbered GROUP BY part
      RETURNING cardinality(positions) AS size
    )
    INSERT INTO selections (account_id, id, waitlist_id, action, created_by, told_to, import_id, total)
    SELECT ${accountId}, ${id}, ${waitlistId}, ${action}, ${createdBy}, ${toldTo}, ${importId ?? null}::uuid, coalesce(sum(size), 0) FROM parts
    RETURNING total`;
  return row.total;
}

export interface SelectionRow
  extends Pick<SelectionProgress, 'action' | 'total' | 'done' | 'left_out' | 'stopped_at' | 'finished_at'> {
  readonly waitlist_id: string;
  /** What it takes back, once its signups are gone. */
  readonly import_id: string | null;
}

/**
 * Locks an unfinished selection until commit, before anything else: one worker at a time deals with a part.
 */
export async function lockSelection(tx: Tx, { accountId, id }: RowKey): Promise<SelectionRow | undefined> {
  const [row] = await tx<SelectionRow[]>`
    SELECT waitlist_id, action, total, done, left_out, stopped_at, finished_at, import_id FROM selections
    WHERE account_id = ${accountId} AND id = ${id} AND finished_at IS NULL FOR UPDATE`;
  return row;
}

/** The next parts of a selection. */
export interface SelectionParts {
  /** The number of the last of them. */
  readonly last: number;
  /** How many signups they were made of. */
  readonly size: number;
}

/** Up to `most` parts. The caller holds the selection. @returns undefined if no part is left */
export async function findParts(
  tx: Tx,
  { accountId, id }: RowKey,
  most: number,
): Promise<SelectionParts | undefined> {
  const [row] = await tx<[{ last: number | null; size: number | null }]>`
    SELECT max(part) AS last, sum(size) AS size FROM (
      SELECT part, cardinality(positions) AS size FROM selection_parts
      WHERE account_id = ${accountId} AND selection_id = ${id} ORDER BY part LIMIT ${most}) next`;
  return row.last === null ? undefined : { last: row.last, size: row.size ?? 0 };
}

/** The signups of these parts that are still there. */
export function listSignupsOfParts(
  tx: Tx,
  { accountId, id }: RowKey,
  waitlistId: string,
  { last }: SelectionParts,
): Promise<RowKey[]> {
  return tx<RowKey[]>`
    SELECT s.account_id AS "accountId", s.id
    FROM (SELECT unnest(positions) AS position FROM selection_parts
          WHERE account_id = ${accountId} AND selection_id = ${id} AND part <= ${last}) page
    CROSS JOIN LATERAL (
      SELECT account_id, id FROM signups WHERE ${byPosition(tx, accountId, waitlistId)} AND position = page.position LIMIT 1) s`;
}

/** Records that parts are dealt with, `done` of them. The caller holds the selection. */
export async function finishParts(
  tx: Tx,
  { accountId, id }: RowKey,
  { last, size }: SelectionParts,
  done: number,
): Promise<void> {
  await tx`
    DELETE FROM selection_parts WHERE account_id = ${accountId} AND selection_id = ${id} AND part <= ${last}`;
  await tx`
    UPDATE selections SET done = done + ${done}, left_out = left_out + ${size - done}
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Records that so many suppressions of an import are deleted. The caller holds the selection. */
export async function countTakenBack(tx: Tx, { accountId, id }: RowKey, count: number): Promise<void> {
  await tx`
    UPDATE selections SET taken_back = taken_back + ${count} WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Ends a selection and its job; what is left of it stays as it is. The caller holds it. */
export async function finishSelection(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`DELETE FROM selection_parts WHERE account_id = ${accountId} AND selection_id = ${id}`;
  await tx`DELETE FROM outbox WHERE account_id = ${accountId} AND job = 'act-on-selection' AND id = ${id}`;
  await tx`
    UPDATE selections SET finished_at = clock_timestamp() WHERE account_id = ${accountId} AND id = ${id}`;
}

/** @returns whether the selection was still under way */
export async function markStopped(tx: Tx, { accountId, id }: RowKey, waitlistId: string): Promise<boolean> {
  const { count } = await tx`
    UPDATE selections SET stopped_at = coalesce(stopped_at, clock_timestamp())
    WHERE account_id = ${accountId} AND id = ${id} AND waitlist_id = ${waitlistId} AND finished_at IS NULL`;
  return count > 0;
}

/** The unfinished selections of an account, and those of them with more than `small` signups. */
export async function countUnfinished(
  sql: Sql | Tx,
  accountId: string,
  small: number,
): Promise<{ all: number; large: number }> {
  const [row] = await sql<[{ all: number; large: number }]>`
    SELECT count(*) AS all, count(*) FILTER (WHERE total > ${small}) AS large
    FROM selections WHERE account_id = ${accountId} AND finished_at IS NULL`;
  return row;
}

/** The positions of all signups of these selections, which are small. */
export async function listPositions(
  sql: Sql,
  accountId: string,
  selectionIds: readonly string[],
): Promise<number[]> {
  const rows = await sql<{ position: number }[]>`
    SELECT unnest(positions) AS position FROM selection_parts
    WHERE account_id = ${accountId} AND selection_id = ANY (${selectionIds as string[]}::uuid[])`;
  return rows.map(({ position }) => position);
}

/** The selections of a waitlist that are under way or that a session is yet to be told of, newest first. */
export function listRecent(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  session: Buffer,
): Promise<SelectionProgress[]> {
  return sql<SelectionProgress[]>`
    SELECT id, action, total, done, left_out, created_by, created_at, stopped_at, finished_at, import_id IS NOT NULL AS is_take_back, taken_back FROM selections
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > statement_timestamp() - interval '30 days'
      AND (finished_at IS NULL OR told_to = ${session})
    ORDER BY created_at DESC LIMIT 10`;
}

/** Notes that the session was told how these selections ended. @returns those that it was not told before */
export async function markTold(tx: Tx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    UPDATE selections SET told_to = NULL
    WHERE account_id = ${accountId} AND id = ANY (${ids}::uuid[]) AND told_to IS NOT NULL RETURNING id`;
  return new Set(rows.map(({ id }) => id));
}

/** Deletes what became of an account's selections over 30 days ago. */
export async function deleteOldSelections(tx: Tx, accountId: string): Promise<void> {
  await tx`
    DELETE FROM selections WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM selections WHERE account_id = ${accountId} AND finished_at < statement_timestamp() - interval '30 days'
      ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED))`;
}
