import { findAccount } from '../../../account/accounts/queries.ts';
import { isTestAccount } from '../../../account/accounts/test-account.ts';
import { limitsOf } from '../../../account/plans.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import { findSigns } from '../columns/signs.ts';
import { findDateSigns, orderBySigns } from '../dates/date-signs.ts';
import {
  advance,
  endImport,
  endJob,
  findLastPosition,
  findRoom,
  type ImportRecord,
  listIsGone,
  lockImport,
  restartValidation,
  saveFindings,
  saveWarnings,
  updateImport,
} from '../queries.ts';
import type { Findings } from '../rows/findings.ts';
import { describeLeftOut, isRejectedReferral } from '../rows/left-out.ts';
import {
  findEarlier,
  findNthPlace,
  findOnList,
  type JudgedRow,
  markOverQuota,
  readInOrder,
  saveJudged,
} from '../rows/outcome-queries.ts';
import type { ReadRow } from '../rows/read-row.ts';
import { toSignup } from '../rows/to-signup.ts';
import type { ImportOutcome } from '../schema.ts';
import type { PartRow, ReadAhead } from './read-ahead.ts';

/** Rows whose outcome the plan's limit changes, in one transaction. */
const rowsPerQuotaPart = 1_000;
const mostWarnings = 50;
/** Behind every time. */
const lastSortKey = 8_640_000_000_000_000;

/**
 * Validates the next part of an import in one transaction, which also moves the checkpoint (N6). A repeat
 * finds the next part. The last one makes the import ready, or fails it if the waitlist is gone.
 */
export function validatePart(
  ctx: Pick<Context, 'sql' | 'config'>,
  key: RowKey,
  ahead: ReadAhead,
): Promise<{ hasMore: boolean }> {
  return transaction(ctx.sql, async (tx) => {
    const [, record] = await Promise.all([readInOrder(tx).execute(), lockImport(tx, key)]);
    if (record?.state !== 'validating') {
      await endJob(tx, key, 'validate-import');
      return { hasMore: false };
    }
    if ((await findLastPosition(tx, key.accountId, record.waitlist_id)) === undefined) {
      await endImport(tx, key, record, listIsGone);
      return { hasMore: false };
    }
    return record.phase === 'rows' ? judgeRows(ctx, tx, key, record, ahead) : judgeQuota(tx, key, record);
  });
}

async function judgeRows(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  key: RowKey,
  record: ImportRecord,
  ahead: ReadAhead,
): Promise<{ hasMore: boolean }> {
  const { accountId } = key;
  const { rows, read, reading } = await ahead.take(tx, key, record);
  const last = rows.at(-1);
  if (!last) return applyFoundOrder(tx, key, record);
  const good = read.flatMap(({ row }) => row ?? []);
  const emailKeys = good.map(({ email_key }) => email_key);
  const positions = good.flatMap(({ position }) => position ?? []);
  const earlier = await findEarlier(tx, key, rows[0]?.line ?? 0, { emailKeys, positions });
  const hasReferrers = Object.values(record.mapping).includes('referred_by');
  const onList = await findOnList(tx, accountId, record.waitlist_id, emailKeys);
  const judged = read.map((each, index): JudgedRow => {
    const { row, error } = each;
    if (!row) return refused(each, 'rejected', error);
    const { email_key, position } = row;
    if (earlier.emailKeys.has(email_key))
      return refused(each, 'duplicate', 'An earlier row has this address.');
    if (position !== null && earlier.positions.has(position) && !onList.has(email_key))
      return refused(each, 'rejected', `position: an earlier row has ${position}`);
    earlier.emailKeys.add(email_key);
    const signup = toSignup(row, config.cell);
    const referredBy = isRejectedReferral(record, rows[index]?.raw ?? []) ? null : row.referred_by;
    const names = hasReferrers ? { code: row.kept_code ?? row.alias, foreign_id: row.foreign_id } : nameless;
    const becomes = { ...accepted(each, row), ...names, signup, referred_by: referredBy };
    const signup_id = onList.get(email_key);
    if (signup_id !== undefined)
      return { ...becomes, signup_id, outcome: 'existing' as const, error: onListReason };
    if (position !== null) earlier.positions.add(position);
    return { ...becomes, signup_id: signup.id };
  });
  const saved = saveJudged(tx, key, judged); // Postgres works on it while the signs are looked for
  const [signs, dates] = await Promise.all([
    findSigns(record, rows),
    findDateSigns(record, rows, reading.latest),
    saved,
  ]);
  await saveFindings(tx, key, {
    left: countLeft(record.findings.left, judged),
    signs,
    dates,
    fields: reading.declared,
    cleaned:
      (record.findings.cleaned ?? 0) + read.filter(({ row, person }) => row && person?.isCleaned).length,
  });
  const count = (outcome: ImportOutcome) => judged.filter((each) => each.outcome === outcome).length;
  await advance(
    tx,
    key,
    { sort_key: -1, line: last.line },
    {
      creating: count('create'),
      existing: count('existing'),
      duplicates: count('duplicate'),
      rejected: count('rejected'),
    },
  );
  if (record.positions === 'keep') {
    const kept = judged.flatMap(({ outcome, sort_key }) => (outcome === 'create' ? (sort_key ?? 0) : []));
    await updateImport(tx, key, { top_position: Math.max(record.top_position ?? 0, ...kept) });
  }
  const undeclared = new Set(read.flatMap((each) => each.undeclared));
  await warn(tx, key, record, [
    ...describeLeftOut(record, rows),
    ...[...undeclared]
      .slice(0, mostWarnings)
      .map(
        (name) =>
          `The waitlist has no field “${name.slice(0, 64)}”. Its values are not imported unless you declare it.`,
      ),
  ]);
  return { hasMore: true };
}

export const onListReason = 'The address is on the waitlist already.';

function refused(part: PartRow, outcome: ImportOutcome, error: string): JudgedRow {
  return {
    ...factsOf(part),
    outcome,
    error: error.slice(0, 500).toWellFormed(),
    sort_key: null,
    code: null,
    foreign_id: null,
    referred_by: null,
    signup_id: null,
    signup: null,
  };
}

/** No row of the file can name it. */
const nameless = { code: null, foreign_id: null };

const factsOf = ({ line, bytes, person }: PartRow) => ({
  line,
  bytes,
  email_key: person?.email_key ?? null,
  left_as: person && person.left.length > 0 ? person.left : null,
});

/** A row that becomes a signup. */
function accepted(part: PartRow, row: ReadRow) {
  const sortKey = row.position ?? (row.created_at === null ? lastSortKey : Date.parse(row.created_at));
  return {
    ...factsOf(part),
    outcome: 'create' as const,
    error: null,
    sort_key: sortKey,
  };
}

/** Adds the rows of people who get no mails. */
function countLeft(before: Findings['left'], judged: readonly JudgedRow[]): NonNullable<Findings['left']> {
  const counts = { ...before };
  for (const { left_as } of judged)
    for (const reason of left_as ?? []) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

async function warn(tx: Tx, key: RowKey, record: ImportRecord, found: readonly string[]): Promise<void> {
  const warnings = [...new Set([...record.warnings, ...found])].slice(0, mostWarnings);
  if (warnings.length > record.warnings.length) await saveWarnings(tx, key, warnings);
}

/**
 * Reads all rows again once their dates have told which number is the month, unless the owner has said so.
 * Where they do not tell, the dry run goes on with the month first, and asks.
 */
async function applyFoundOrder(tx: Tx, key: RowKey, record: ImportRecord): Promise<{ hasMore: boolean }> {
  const { dates } = record.findings;
  const order = dates ? orderBySigns(dates) : null;
  if (record.date_order !== null || dates?.both === undefined || order === null)
    return startQuota(tx, key, record);
  await restartValidation(tx, key, {
    ...record,
    date_order: order,
    file: { ...record.file, hasFoundOrder: true },
    findings: {},
  });
  return { hasMore: true };
}

/** Tells which of the rows exceed the plan's limit, if it has one. */
async function startQuota(tx: Tx, key: RowKey, record: ImportRecord): Promise<{ hasMore: boolean }> {
  const account = await findAccount(tx, key.accountId);
  const cap = limitsOf(account?.plan ?? 'free', isTestAccount(key.accountId)).acceptedSignups;
  if (cap === null) return makeReady(tx, key, record);
  const room = await findRoom(tx, key.accountId, cap);
  if (record.creating <= room) return makeReady(tx, key, record);
  const place = room === 0 ? { sort_key: -1, line: 0 } : await findNthPlace(tx, key, room);
  if (!place) return makeReady(tx, key, record);
  await updateImport(tx, key, {
    phase: 'quota',
    after_key: place.sort_key,
    after_line: place.line,
    ...(record.positions === 'keep' && { top_position: Math.max(0, place.sort_key) }),
  });
  return { hasMore: true };
}

async function judgeQuota(tx: Tx, key: RowKey, record: ImportRecord): Promise<{ hasMore: boolean }> {
  const place = { sort_key: record.after_key, line: record.after_line };
  const marked = await markOverQuota(tx, key, place, rowsPerQuotaPart);
  await advance(tx, key, place, { creating: -marked, over_quota: marked });
  return marked < rowsPerQuotaPart ? makeReady(tx, key, record) : { hasMore: true };
}

async function makeReady(tx: Tx, key: RowKey, record: ImportRecord): Promise<{ hasMore: boolean }> {
  const warnings: string[] = [];
  const targets = new Set(Object.values(record.mapping));
  if (!targets.has('email')) warnings.push('No column is mapped to email.');
  if (record.positions === 'append' && !targets.has('created_at'))
    warnings.push('No column is mapped to created_at. All signups get the time of the import.');
  if (
    record.positions === 'keep' &&
    ((await findLastPosition(tx, key.accountId, record.waitlist_id)) ?? 0) > 0
  )
    warnings.push(positionsGivenOut);
  if (record.row_count === 0) warnings.push('The file has no rows.');
  const { surplus = 0 } = record.file;
  if (surplus > 0)
    warnings.push(
      `The file has ${record.columns.length + surplus} columns. Only the first ${record.columns.length} are read.`,
    );
  await warn(tx, key, record, warnings);
  await updateImport(tx, key, { state: 'ready', phase: 'rows', after_key: -1, after_line: 0 });
  await endJob(tx, key, 'validate-import');
  return { hasMore: false };
}

export const positionsGivenOut =
  'Positions cannot be kept: the waitlist has given positions out already. Import into a new waitlist, or append.';
