import { lockWaitlistCounter } from '../../list/waitlists/queries.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { Mapping } from './columns/targets.ts';
import type { DateOrder, FileFacts, Findings } from './rows/findings.ts';
import type { Progress, RowPlace } from './rows/outcome-queries.ts';
import type { ImportQuery, ImportState, Preset } from './schema.ts';

export interface ImportRecord extends Progress {
  id: string;
  waitlist_id: string;
  state: ImportState;
  preset: Preset;
  positions: 'append' | 'keep';
  codes: 'keep' | 'new';
  notify: boolean;
  events: boolean;
  columns: string[];
  mapping: Mapping;
  warnings: string[];
  file: FileFacts;
  /** Of dates such as 1/2/2026; null: not known. */
  date_order: DateOrder | null;
  findings: Findings;
  /** Columns of which the owner has said what they become, by their indexes. */
  decided: number[];
  row_count: number;
  creating: number;
  existing: number;
  duplicates: number;
  rejected: number;
  over_quota: number;
  created: number;
  referrals: number;
  top_position: number | null;
  /** Raised whenever its cells change, or how they are read. */
  reading: number;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  failure_reason: string | null;
}

const columns = (sql: Sql | Tx) => sql`
  id, waitlist_id, state, preset, positions, codes, notify, events, columns, mapping, warnings, file, date_order, findings, decided, row_count, creating, existing, duplicates,
  rejected, over_quota, created, referrals, top_position, phase, after_key, after_line, reading, created_at, started_at, finished_at, failure_reason`;

const byKey = (sql: Sql | Tx, { accountId, id }: RowKey) => sql`account_id = ${accountId} AND id = ${id}`;

export async function insertImport(
  tx: Tx,
  {
    accountId,
    id,
    waitlistId,
    ...options
  }: RowKey & { readonly waitlistId: string } & Omit<ImportQuery, 'encoding'>,
): Promise<void> {
  await tx`INSERT INTO imports ${tx({ account_id: accountId, id, waitlist_id: waitlistId, ...options })}`;
}

/** Imports of an account that are not over. */
export async function countOpen(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM imports
    WHERE account_id = ${accountId} AND state IN ('uploading', 'validating', 'ready', 'running') AND pruned_at IS NULL`;
  return row.count;
}

export async function findImport(sql: Sql | Tx, key: RowKey): Promise<ImportRecord | undefined> {
  const [row] = await sql<ImportRecord[]>`SELECT ${columns(sql)} FROM imports WHERE ${byKey(sql, key)}`;
  return row;
}

/** Locks an import until commit, before anything else. */
export async function lockImport(tx: Tx, key: RowKey): Promise<ImportRecord | undefined> {
  const [row] = await tx<
    ImportRecord[]
  >`SELECT ${columns(tx)} FROM imports WHERE ${byKey(tx, key)} FOR UPDATE`;
  return row;
}

/** The imports of a waitlist, newest first. */
export function listImports(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ImportRecord[]> {
  return sql<ImportRecord[]>`
    SELECT ${columns(sql)} FROM imports
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity'
    ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`;
}

export async function countImports(sql: Sql, accountId: string, waitlistId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM imports
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND created_at > '-infinity'`;
  return row.count;
}

/** Has the rows of an uploaded file validated. @returns false if the import or its waitlist is gone */
export async function finishUpload(
  tx: Tx,
  key: RowKey,
  {
    columns,
    mapping,
    preset,
    file,
  }: { columns: readonly string[]; mapping: Mapping; preset: Preset; file: FileFacts },
): Promise<boolean> {
  const { count } = await tx`
    UPDATE imports i
    SET state = 'validating', columns = ${JSON.stringify(columns)}::text::json, mapping = ${JSON.stringify(mapping)}::text::json,
        preset = ${preset}, file = ${JSON.stringify(file)}::text::json, updated_at = statement_timestamp()
    WHERE ${byKey(tx, key)} AND state = 'uploading'
      AND EXISTS (SELECT FROM waitlist_counters c WHERE c.account_id = i.account_id AND c.waitlist_id = i.waitlist_id)`;
  return count > 0;
}

/** What an import is changed to. The caller holds it. */
export type ImportChange = Partial<
  Omit<
    ImportRecord,
    'id' | 'waitlist_id' | 'columns' | 'mapping' | 'warnings' | 'file' | 'findings' | 'decided' | 'created_at'
  >
>;

export async function updateImport(tx: Tx, key: RowKey, change: ImportChange): Promise<void> {
  await tx`UPDATE imports SET ${tx(change)}, updated_at = statement_timestamp() WHERE ${byKey(tx, key)}`;
}

export async function saveWarnings(tx: Tx, key: RowKey, warnings: readonly string[]): Promise<void> {
  await tx`UPDATE imports SET warnings = ${JSON.stringify(warnings)}::text::json WHERE ${byKey(tx, key)}`;
}

export async function saveFindings(tx: Tx, key: RowKey, findings: Findings): Promise<void> {
  await tx`UPDATE imports SET findings = ${JSON.stringify(findings)}::text::json WHERE ${byKey(tx, key)}`;
}

/** Begins the validation anew, with another mapping. The caller holds the import. */
export async function restartValidation(
  tx: Tx,
  key: RowKey,
  {
    mapping,
    decided,
    file,
    date_order,
    findings = {},
  }: Pick<ImportRecord, 'mapping' | 'decided' | 'file' | 'date_order'> & {
    readonly findings?: Findings;
  },
): Promise<void> {
  await tx`
    UPDATE imports
    SET state = 'validating', mapping = ${JSON.stringify(mapping)}::text::json, decided = ${JSON.stringify(decided)}::text::json,
        file = ${JSON.stringify(file)}::text::json, date_order = ${date_order}, findings = ${JSON.stringify(findings)}::text::json, warnings = '[]', creating = 0, existing = 0, duplicates = 0,
        rejected = 0, over_quota = 0, top_position = NULL, phase = 'rows', after_key = -1, after_line = 0, reading = reading + 1,
        updated_at = statement_timestamp()
    WHERE ${byKey(tx, key)}`;
}

/** Counters that a part of the work adds to. */
type Counter = 'creating' | 'existing' | 'duplicates' | 'rejected' | 'over_quota' | 'created' | 'referrals';

/** Adds to counters and moves the checkpoint. The caller holds the import. */
export async function advance(
  tx: Tx,
  key: RowKey,
  { sort_key, line }: RowPlace,
  added: Partial<Record<Counter, number>>,
): Promise<void> {
  const by = (counter: Counter) => tx`${tx(counter)} = ${tx(counter)} + ${added[counter] ?? 0}`;
  await tx`
    UPDATE imports
    SET after_key = ${sort_key}, after_line = ${line}, ${by('creating')}, ${by('existing')}, ${by('duplicates')}, ${by('rejected')},
        ${by('over_quota')}, ${by('created')}, ${by('referrals')}, updated_at = statement_timestamp()
    WHERE ${byKey(tx, key)}`;
}

/** How an import ends: one that failed, with the reason for people. */
export type ImportEnd = { state: 'finished' | 'cancelled' } | { state: 'failed'; failure_reason: string };

export const listIsGone = { state: 'failed', failure_reason: 'The waitlist was deleted.' } as const;

/** Ends an import and its jobs. The caller holds it. @returns when */
export async function endImport(
  tx: Tx,
  { accountId, id }: RowKey,
  record: ImportRecord,
  end: ImportEnd,
): Promise<string> {
  await freePositions(tx, accountId, record);
  await endJob(tx, { accountId, id }, 'validate-import');
  await endJob(tx, { accountId, id }, 'run-import');
  const [row] = await tx<[{ finished_at: string }]>`
    UPDATE imports SET ${tx(end)}, file = (file::jsonb - 'samples')::json, finished_at = statement_timestamp(), updated_at = statement_timestamp()
    WHERE account_id = ${accountId} AND id = ${id} RETURNING finished_at`;
  return row.finished_at;
}

/**
 * Gives back the positions that the start of an import has taken, as long as nobody has one: so positions can
 * be kept by another import.
 */
async function freePositions(tx: Tx, accountId: string, record: ImportRecord): Promise<void> {
  const { waitlist_id: waitlistId, positions, started_at, created, top_position } = record;
  if (positions === 'append' || started_at === null || created > 0) return;
  if (!(await lockWaitlistCounter(tx, accountId, waitlistId))) return;
  await tx`
    UPDATE waitlist_counters SET last_position = 0
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND last_position = ${top_position}`;
}

/** In the transaction that ends the work: what follows may enqueue the job again. */
export async function endJob(
  tx: Tx,
  { accountId, id }: RowKey,
  job: 'validate-import' | 'run-import',
): Promise<void> {
  await tx`DELETE FROM outbox WHERE account_id = ${accountId} AND job = ${job} AND id = ${id}`;
}

export async function deleteImport(tx: Tx, key: RowKey): Promise<void> {
  await tx`DELETE FROM imports WHERE ${byKey(tx, key)}`;
}

/** What decides whether positions can be kept. */
export async function findLastPosition(
  tx: Tx,
  accountId: string,
  waitlistId: string,
): Promise<number | undefined> {
  const [row] = await tx<{ last_position: number }[]>`
    SELECT last_position FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return row?.last_position;
}

/** Marks a list whose signups are not in the order of their times. The caller holds its counter. */
export async function prepareList(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  topPosition: number | null,
): Promise<void> {
  await tx`
    UPDATE waitlist_counters
    SET has_imports = true, last_position = greatest(last_position, ${topPosition ?? 0}::integer)
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}

/** How many more signups fit into the account. */
export async function findRoom(tx: Tx, accountId: string, cap: number): Promise<number> {
  const [row] = await tx<[{ stored: number }]>`
    SELECT coalesce(sum(live_count), 0) AS stored FROM waitlist_counters WHERE account_id = ${accountId}`;
  return Math.max(0, cap - row.stored);
}
