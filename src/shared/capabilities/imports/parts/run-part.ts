import { findCallerAccount } from '../../../account/accounts/queries.ts';
import { toCaller } from '../../../account/api-keys/caller.ts';
import { recountCredits } from '../../../list/credits.ts';
import { fireEvents } from '../../../list/publishing/fire-event.ts';
import { listFullReason, targetOf } from '../../../list/signups/signup-request.ts';
import { lockWaitlistCounter } from '../../../list/waitlists/queries.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { type Tx, uniqueViolation } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import { mustBeOf } from '../../../platform/schema/messages.ts';
import { addressKeyOf } from '../../../platform/secrets/email-mac.ts';
import type { Context } from '../../context.ts';
import { insertConversions } from '../../release/index.ts';
import {
  advance,
  endImport,
  endJob,
  type ImportRecord,
  listIsGone,
  lockImport,
  updateImport,
} from '../queries.ts';
import {
  findPartEnd,
  listNaming,
  overQuotaReason,
  readInOrder,
  type StoredRow,
  saveStored,
} from '../rows/outcome-queries.ts';
import type { ImportOutcome } from '../schema.ts';
import { leavePart } from './leave-part.ts';
import { findReferrers, linkPart, type Step } from './link-part.ts';
import { hasSameFields, readAgain } from './read-again.ts';
import { readingOf } from './reading.ts';
import { type ChangedRow, findWaitlistName, importSignups, type StoredPart } from './run-queries.ts';
import { onListReason } from './validate-part.ts';

/**
 * What one transaction stores at least. The list's counter is held meanwhile, so its signups wait for that
 * long.
 */
const rowsPerPart = 250;
/** A code that was free may be taken by another list in the same moment: then the rows get others. */
const maxAttempts = 3;

type RunContext = Pick<Context, 'sql' | 'config' | 'linkSigner'> & { readonly notifier: JobNotifier };

/** What a part of the work came to. */
interface PartDone {
  readonly hasMore: boolean;
  /** The last position of the list before and behind a part that held it. */
  readonly positions?: Pick<StoredPart, 'found' | 'left'>;
  /** Jobs of events to notify workers of. */
  readonly fired?: readonly JobNotification[];
}

/**
 * Stores the next part of an import in one transaction, which also moves the checkpoint (N6): first who gets
 * no mails, then the signups, then who referred whom. A repeat, after a crash or beside another worker, finds
 * the next part. Ends the import behind the last one, and fails it if the waitlist is gone.
 * @param size 250 rows each
 */
export async function runPart(ctx: RunContext, key: RowKey, size = 1): Promise<Omit<PartDone, 'fired'>> {
  const addressKey = addressKeyOf(await ctx.linkSigner());
  for (let attempt = 1; ; attempt++) {
    try {
      const options = { addressKey, readsAgain: attempt > 1, limit: size * rowsPerPart };
      const { fired = [], ...done } = await transaction(ctx.sql, (tx) => workOn(ctx, tx, key, options));
      ctx.notifier.notify('fan-out-event', fired);
      return done;
    } catch (error) {
      if (uniqueViolation(error) !== 'signups_referral_code' || attempt === maxAttempts) throw error;
    }
  }
}

async function workOn(
  ctx: RunContext,
  tx: Tx,
  key: RowKey,
  {
    addressKey,
    ...options
  }: { readonly addressKey: Buffer; readonly readsAgain: boolean; readonly limit: number },
): Promise<PartDone> {
  const [, record] = await Promise.all([readInOrder(tx).execute(), lockImport(tx, key)]);
  if (record?.state !== 'running') {
    await endJob(tx, key, 'run-import');
    return { hasMore: false };
  }
  const step =
    record.phase === 'referrals'
      ? await linkPart(tx, key, record, options.limit)
      : record.phase === 'leaving'
        ? await leavePart(tx, key, record, addressKey)
        : await storePart(ctx, tx, key, record, options);
  if (typeof step === 'object') return { hasMore: true, positions: step };
  if (step === 'more') return { hasMore: true };
  if (step === 'gone') {
    await endImport(tx, key, record, listIsGone);
    return { hasMore: false };
  }
  return { hasMore: false, fired: await finish(tx, key, record) };
}

async function storePart(
  { config }: RunContext,
  tx: Tx,
  key: RowKey,
  record: ImportRecord,
  { readsAgain, limit }: { readonly readsAgain: boolean; readonly limit: number },
): Promise<Step> {
  const { accountId } = key;
  const after = { sort_key: record.after_key, line: record.after_line };
  const upTo = record.positions === 'keep' ? record.top_position : null; // behind it positions are not taken
  const last = await findPartEnd(tx, key, { after, upTo, limit });
  if (!last) {
    if (!namesReferrers(record)) return 'end';
    await updateImport(tx, key, { phase: 'referrals', after_key: -1, after_line: 0 });
    return 'more';
  }
  const account = await findCallerAccount(tx, accountId);
  if (!account) return 'gone';
  const target = targetOf(config, toCaller({ ...account, scopes: [] }), record.waitlist_id);
  const range = { after, last };
  const reading = await readingOf(tx, accountId, record);
  const all = readsAgain || !hasSameFields(record, reading);
  const refused =
    all || !last.is_read ? await readAgain(tx, key, range, { reading, cell: config.cell, all }) : [];
  const options = {
    account_id: accountId,
    waitlist_id: record.waitlist_id,
    import_id: key.id,
    signup_cap: target.signup_cap,
    mailed: target.mailed && record.notify,
    notified: target.notified && record.events,
    keeps: record.positions === 'keep',
    imported_at: reading.importedAt,
    referrers: namesReferrers(record) ? await findReferrers(tx, key, await listNaming(tx, key, range)) : {},
  };
  const stored = await importSignups(tx, options, range);
  if (!stored) return 'gone';
  const changed = stored.changed.map((row) => ({ ...toStored(row), before: row.before }));
  if (changed.length > 0) await saveStored(tx, key, changed);
  await insertConversions(tx, { accountId, id: record.waitlist_id }, stored.converted);
  const moved = [
    ...changed,
    ...refused.map(({ outcome }) => ({ before: outcome, outcome: 'rejected' as const })),
  ];
  await advance(tx, key, last, { ...changesOf(moved), created: stored.added, referrals: stored.referrals });
  return stored;
}

const namesReferrers = ({ mapping }: ImportRecord) => Object.values(mapping).includes('referred_by');

function toStored({ line, id, outcome, field }: ChangedRow): StoredRow {
  const rejected = (error: string): StoredRow => ({ line, outcome: 'rejected', error, signup_id: null });
  switch (outcome) {
    case 'created':
      return { line, outcome: 'create', error: null, signup_id: id };
    case 'existing':
      return { line, outcome: 'existing', error: onListReason, signup_id: id };
    case 'over_quota':
      return { line, outcome: 'over_quota', error: overQuotaReason, signup_id: null };
    case 'list_full':
      return rejected(listFullReason);
    case 'archived':
      return rejected(field ?? '');
    case 'field_missing':
      return rejected(`fields.${field}: is required`);
    case 'field_type': {
      const [name = '', type = ''] = (field ?? '').split(' ');
      return rejected(`fields.${name}: ${mustBeOf(type)}`);
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

/** What rows change of the counts: each leaves the one that it was in. */
function changesOf(
  rows: readonly { readonly before: ImportOutcome; readonly outcome: ImportOutcome }[],
): Record<(typeof counters)[ImportOutcome], number> {
  const changes = { creating: 0, existing: 0, duplicates: 0, rejected: 0, over_quota: 0 };
  for (const { before, outcome } of rows) {
    changes[counters[before]] -= 1;
    changes[counters[outcome]] += 1;
  }
  return changes;
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
