import { findCallerAccount } from '../../../account/accounts/queries.ts';
import { toCaller } from '../../../account/api-keys/caller.ts';
import { recountCredits } from '../../../list/credits.ts';
import { fireEvents } from '../../../list/publishing/fire-event.ts';
import { newReferralCode } from '../../../list/signups/referral-code.ts';
import { listFullReason, targetOf } from '../../../list/signups/signup-request.ts';
import { lockWaitlistCounter } from '../../../list/waitlists/queries.ts';
import { newId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { type Tx, uniqueViolation } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import { mapInSlices } from '../../../platform/process/slices.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import { mustBeOf } from '../../../platform/schema/messages.ts';
import { addressKeyOf } from '../../../platform/secrets/email-mac.ts';
import type { Context } from '../../context.ts';
import { insertConversions } from '../../release/index.ts';
import type { LeftReason } from '../columns/subscription.ts';
import {
  advance,
  endImport,
  endJob,
  type ImportRecord,
  listIsGone,
  lockImport,
  updateImport,
} from '../queries.ts';
import { type ReadRow, readRow } from '../rows/read-row.ts';
import {
  findLeft,
  listNextRows,
  overQuotaReason,
  readInOrder,
  type StoredRow,
  saveStored,
} from '../rows/row-queries.ts';
import type { ImportOutcome } from '../schema.ts';
import { hasLeft, leavePart } from './leave-part.ts';
import { linkPart, type Step } from './link-part.ts';
import { readingOf } from './reading.ts';
import { findWaitlistName, importSignups, type StoredSignup } from './run-queries.ts';
import { onListReason } from './validate-part.ts';

/** What one transaction stores. The list's counter is held meanwhile, so its signups wait for that long. */
const rowsPerPart = 500;
/** A code that was free may be taken by another list in the same moment. */
const maxAttempts = 3;

type RunContext = Pick<Context, 'sql' | 'config' | 'linkSigner'> & { readonly notifier: JobNotifier };

/** What a part of the work came to. */
interface PartDone {
  readonly hasMore: boolean;
  /** Jobs of events to notify workers of. */
  readonly fired?: readonly JobNotification[];
}

/**
 * Stores the next part of an import in one transaction, which also moves the checkpoint (N6): first who gets
 * no mails, then the signups, then who referred whom. A repeat, after a crash or beside another worker, finds
 * the next part. Ends the import behind the last one, and fails it if the waitlist is gone.
 */
export async function runPart(ctx: RunContext, key: RowKey): Promise<{ hasMore: boolean }> {
  const addressKey = addressKeyOf(await ctx.linkSigner());
  for (let attempt = 1; ; attempt++) {
    try {
      const { hasMore, fired = [] } = await transaction(ctx.sql, (tx) => workOn(ctx, tx, key, addressKey));
      ctx.notifier.notify('fan-out-event', fired);
      return { hasMore };
    } catch (error) {
      if (uniqueViolation(error) !== 'signups_referral_code' || attempt === maxAttempts) throw error;
    }
  }
}

async function workOn(ctx: RunContext, tx: Tx, key: RowKey, addressKey: Buffer): Promise<PartDone> {
  const [, record] = await Promise.all([readInOrder(tx).execute(), lockImport(tx, key)]);
  if (record?.state !== 'running') {
    await endJob(tx, key, 'run-import');
    return { hasMore: false };
  }
  const step =
    record.phase === 'referrals'
      ? await linkPart(tx, key, record)
      : record.phase === 'leaving'
        ? await leavePart(tx, key, record, addressKey)
        : await storePart(ctx, tx, key, record);
  if (step === 'more') return { hasMore: true };
  if (step === 'gone') {
    await endImport(tx, key, record, listIsGone);
    return { hasMore: false };
  }
  return { hasMore: false, fired: await finish(tx, key, record) };
}

async function storePart({ config }: RunContext, tx: Tx, key: RowKey, record: ImportRecord): Promise<Step> {
  const { accountId } = key;
  const place = { sort_key: record.after_key, line: record.after_line };
  const upTo = record.positions === 'keep' ? record.top_position : null; // behind it positions are not taken
  const rows = await listNextRows(tx, key, { after: place, upTo, limit: rowsPerPart });
  const last = rows.at(-1);
  if (!last) {
    if (!Object.values(record.mapping).includes('referred_by')) return 'end';
    await updateImport(tx, key, { phase: 'referrals', after_key: -1, after_line: 0 });
    return 'more';
  }
  const account = await findCallerAccount(tx, accountId);
  if (!account) return 'gone';
  const target = targetOf(config, toCaller({ ...account, scopes: [] }), record.waitlist_id);
  const reading = await readingOf(tx, accountId, record);
  const read = await mapInSlices(rows, ({ raw }) => readRow(raw, reading));
  const good = read.flatMap((each, index) => ('row' in each ? [{ ord: index, row: each.row }] : []));
  const emailKeys = good.map(({ row }) => row.email_key);
  const left = hasLeft(record) ? await findLeft(tx, key, emailKeys) : new Map();
  const requests = toRequests(good, left, { cell: config.cell, importedAt: reading.importedAt });
  const options = {
    account_id: accountId,
    waitlist_id: record.waitlist_id,
    import_id: key.id,
    signup_cap: target.signup_cap,
    mailed: target.mailed && record.notify,
    notified: target.notified && record.events,
    keeps: record.positions === 'keep',
  };
  const stored = await importSignups(tx, options, requests);
  if (!stored) return 'gone';
  const outcomes = new Map(stored.map((each) => [each.ord, each]));
  const results = rows.map(({ line }, index): StoredRow => {
    const each = read[index];
    if (!each || 'error' in each)
      return { line, outcome: 'rejected', error: each?.error ?? null, signup_id: null };
    return toStored(line, outcomes.get(index));
  });
  await saveStored(tx, key, results);
  const converted = read.flatMap((each, index) => {
    const { outcome, signup_id: id } = results[index] ?? {};
    const at = 'row' in each ? each.row.converted_at : null;
    return outcome === 'create' && id && at !== null ? [{ id, converted_at: at }] : [];
  });
  await insertConversions(tx, { accountId, id: record.waitlist_id }, converted);
  await advance(tx, key, last, changesOf(rows, results, stored));
  return 'more';
}

/**
 * Of the codes of a part each is kept once; the later one gets a new code. Who has left by another row of the
 * file has left, too.
 */
function toRequests(
  rows: readonly { readonly ord: number; readonly row: ReadRow }[],
  left: ReadonlyMap<string, readonly LeftReason[]>,
  { cell, importedAt }: { readonly cell: string | null; readonly importedAt: string },
): object[] {
  const used = new Set<string>();
  const once = (code: string | null) => {
    if (code === null || used.has(code)) return null;
    used.add(code);
    return code;
  };
  return rows.map(({ ord, row }) => {
    const { foreign_id: _id, referred_by: _by, converted_at: _converted, ...signup } = row;
    const reasons = left.get(row.email_key);
    return {
      ...signup,
      unsubscribed_at: row.unsubscribed_at ?? (reasons?.includes('unsubscribed') ? importedAt : null),
      has_left: reasons !== undefined,
      ord,
      id: newId(),
      code: newReferralCode(cell),
      kept_code: once(row.kept_code),
      alias: once(row.alias),
    };
  });
}

function toStored(line: number, stored: StoredSignup | undefined): StoredRow {
  switch (stored?.outcome) {
    case 'created':
      return { line, outcome: 'create', error: null, signup_id: stored.id };
    case 'existing':
      return { line, outcome: 'existing', error: onListReason, signup_id: stored.id };
    case 'over_quota':
      return { line, outcome: 'over_quota', error: overQuotaReason, signup_id: null };
    case 'list_full':
      return { line, outcome: 'rejected', error: listFullReason, signup_id: null };
    case 'archived':
      return { line, outcome: 'rejected', error: stored.field, signup_id: null };
    case 'field_missing':
      return { line, outcome: 'rejected', error: `fields.${stored.field}: is required`, signup_id: null };
    default: {
      const [name = '', type = ''] = (stored?.field ?? '').split(' ');
      return { line, outcome: 'rejected', error: `fields.${name}: ${mustBeOf(type)}`, signup_id: null };
    }
  }
}

const counters = {
  create: 'creating',
  existing: 'existing',
  duplicate: 'duplicates',
  rejected: 'rejected',
  over_quota: 'over_quota',
} as const satisfies Record<ImportOutcome, string>;

/** What a part changes of the counts: each row leaves the one that it was in. */
function changesOf(
  before: readonly { readonly outcome: ImportOutcome }[],
  after: readonly StoredRow[],
  stored: readonly StoredSignup[],
): Partial<Record<(typeof counters)[ImportOutcome] | 'created', number>> {
  const changes = { creating: 0, existing: 0, duplicates: 0, rejected: 0, over_quota: 0 };
  for (const { outcome } of before) changes[counters[outcome]] -= 1;
  for (const { outcome } of after) changes[counters[outcome]] += 1;
  return { ...changes, created: stored.filter(({ outcome }) => outcome === 'created').length };
}

async function finish(tx: Tx, key: RowKey, record: ImportRecord): Promise<JobNotification[]> {
  if (await lockWaitlistCounter(tx, key.accountId, record.waitlist_id))
    await recountCredits(tx, { accountId: key.accountId, waitlistId: record.waitlist_id });
  const finished_at = await endImport(tx, key, record, { state: 'finished' });
  const { id, waitlist_id, created, existing, duplicates, rejected, over_quota } = record;
  const plan = (await findCallerAccount(tx, key.accountId))?.plan ?? 'free';
  const waitlist_name = await findWaitlistName(tx, key.accountId, waitlist_id);
  const data = {
    id,
    waitlist_id,
    waitlist_name,
    created,
    existing,
    duplicates,
    rejected,
    over_quota,
    finished_at,
  };
  return fireEvents(tx, [{ accountId: key.accountId, plan, event: { type: 'import.finished', data } }]);
}
