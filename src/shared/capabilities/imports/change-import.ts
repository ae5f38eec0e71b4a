import type { Caller } from '../../account/api-keys/caller.ts';
import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { assertNotArchived } from '../../list/archive/assert-not-archived.ts';
import { listFieldKeys } from '../../list/fields/queries.ts';
import { lockWaitlistCounter } from '../../list/waitlists/queries.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { enqueue } from '../../platform/queue/outbox.ts';
import type { Context } from '../context.ts';
import { isTarget, type Mapping, subscriptionTarget } from './columns/targets.ts';
import { positionsGivenOut } from './parts/validate-part.ts';
import {
  endImport,
  findImport,
  findLastPosition,
  type ImportRecord,
  lockImport,
  prepareList,
  restartValidation,
  updateImport,
} from './queries.ts';
import { listQuestions } from './questions.ts';
import type { FileFacts } from './rows/findings.ts';
import type { Import, ImportPatch, ImportStart } from './schema.ts';
import { toImport } from './to-import.ts';

type ChangeContext = Pick<Context, 'sql'> & { readonly notifier: Pick<JobNotifier, 'notify'> };

/**
 * Changes what columns become and how dates are read, and validates the rows again (N6).
 * @throws AppError not_found; conflict once it was started; invalid_request for a column or a field that is
 * not there, and for two columns that become the same
 */
export async function remapImport(
  ctx: ChangeContext,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  importId: string,
  { mapping: patch = {}, date_order, encoding }: ImportPatch,
): Promise<Import> {
  const key = { accountId, id: importId };
  const fieldKeys = await listFieldKeys(ctx.sql, accountId, waitlistId);
  const changed = await transaction(ctx.sql, async (tx) => {
    const record = await lockOf(tx, key, waitlistId);
    if (record.state !== 'ready' && record.state !== 'validating')
      throw conflict(`The import is ${record.state}, so its columns cannot change.`);
    const mapped = merge(record, patch, new Set(fieldKeys));
    const said = Object.keys(patch).map((name) => record.columns.indexOf(name));
    const decided = [...new Set([...record.decided, ...said])];
    // An order that the file told may differ once other columns have the times.
    const { hasFoundOrder, ...file } = confirmed(record, encoding);
    const order = date_order ?? (hasFoundOrder ? null : record.date_order);
    await restartValidation(tx, key, { mapping: mapped, decided, file, date_order: order });
    await enqueue(tx, 'validate-import', importId, accountId, {});
    return findImport(tx, key);
  });
  ctx.notifier.notify('validate-import', [key]);
  return toImport(changed ?? notFound('import'));
}

/** How the file was read, with its encoding confirmed. @throws AppError invalid_request for another one */
function confirmed({ file }: ImportRecord, encoding: ImportPatch['encoding']): FileFacts {
  if (encoding === undefined) return file;
  if (encoding !== file.encoding)
    throw invalid(
      `encoding: the file was read as ${file.encoding}. Upload it again with encoding=${encoding}`,
    );
  const { samples: _confirmed, ...facts } = file;
  return facts;
}

function merge(
  { columns, mapping }: ImportRecord,
  patch: NonNullable<ImportPatch['mapping']>,
  fieldKeys: ReadonlySet<string>,
): Mapping {
  const merged = new Map(Object.entries(mapping));
  for (const [name, target] of Object.entries(patch)) {
    const at = `mapping.${name}`;
    if (!columns.includes(name)) throw invalid(`${at}: the file has no such column`);
    if (target === null) {
      merged.delete(name);
      continue;
    }
    if (!isTarget(target)) throw invalid(`${at}: a column cannot become “${target}”`);
    if (target.startsWith('fields.') && !fieldKeys.has(target.slice('fields.'.length)))
      throw invalid(`${at}: the waitlist has no such field`);
    merged.set(name, target);
  }
  const targets = new Set<string>();
  for (const [name, target] of merged) {
    if (targets.has(target) && target !== subscriptionTarget)
      throw invalid(`mapping.${name}: another column becomes ${target}`);
    targets.add(target);
  }
  return Object.fromEntries(merged);
}

/**
 * Starts an import whose dry run is done (N6). A repeat finds it started. Where positions are kept, they are
 * all taken at once: signups that arrive meanwhile get later ones.
 * @throws AppError not_found; conflict if it is not ready, if the waitlist is archived, if a question of it
 * is not answered, if another number of signups would be created than expected, or if positions cannot be
 * kept any more
 */
export async function startImport(
  ctx: ChangeContext,
  by: Acting,
  waitlistId: string,
  importId: string,
  { expected_count }: ImportStart,
  keepAnswer?: KeepAnswer<Import>,
): Promise<Import> {
  const { accountId } = by;
  const key = { accountId, id: importId };
  const startIn = async (tx: Tx) => {
    const record = await lockOf(tx, key, waitlistId);
    if (record.state === 'running' || record.state === 'finished') return record;
    if (record.state !== 'ready') throw conflict(`The import is ${record.state}, so it cannot be started.`);
    const [question] = listQuestions(record);
    if (question) throw conflict(`The import asks something first. ${question.text}`);
    if (expected_count !== undefined && expected_count !== record.creating)
      throw conflict(`The import would create ${record.creating} signups, not ${expected_count}.`);
    (await lockWaitlistCounter(tx, accountId, waitlistId)) ?? notFound('waitlist');
    await assertNotArchived(tx, { accountId, waitlistId });
    const keeps = record.positions === 'keep';
    if (keeps && (await findLastPosition(tx, accountId, waitlistId)) !== 0) throw conflict(positionsGivenOut);
    await prepareList(tx, accountId, waitlistId, keeps ? record.top_position : null);
    const phase = Object.keys(record.findings.left ?? {}).length > 0 ? 'leaving' : 'rows';
    await updateImport(tx, key, { state: 'running', phase, started_at: new Date().toISOString() });
    await recordAction(tx, by, 'import.started', { id: importId, details: { signups: record.creating } });
    await enqueue(tx, 'run-import', importId, accountId, {});
    return findImport(tx, key);
  };
  const started = await transaction(ctx.sql, (tx) => answerFrom(tx, startIn, keepAnswer));
  ctx.notifier.notify('run-import', [key]);
  return started;
}

/**
 * Cancels an import (N6). Signups that it has added stay; positions that it took and nobody has are free
 * again. A repeat finds it cancelled.
 * @throws AppError not_found; conflict if it is over
 */
export async function cancelImport(
  ctx: Pick<Context, 'sql'>,
  by: Acting,
  waitlistId: string,
  importId: string,
  keepAnswer?: KeepAnswer<Import>,
): Promise<Import> {
  const key = { accountId: by.accountId, id: importId };
  const cancelIn = async (tx: Tx) => {
    const record = await lockOf(tx, key, waitlistId);
    if (record.state === 'cancelled') return record;
    if (record.state === 'finished' || record.state === 'failed')
      throw conflict(`The import is ${record.state}, so it cannot be cancelled.`);
    await endImport(tx, key, record, { state: 'cancelled' });
    await recordAction(tx, by, 'import.cancelled', { id: importId });
    return findImport(tx, key);
  };
  return transaction(ctx.sql, (tx) => answerFrom(tx, cancelIn, keepAnswer));
}

/** Changes an import, and stores the answer to a request with an idempotency key. */
async function answerFrom(
  tx: Tx,
  change: (tx: Tx) => Promise<ImportRecord | undefined>,
  keepAnswer: KeepAnswer<Import> | undefined,
): Promise<Import> {
  const changed = toImport((await change(tx)) ?? notFound('import'));
  await keepAnswer?.(tx, changed);
  return changed;
}

async function lockOf(tx: Tx, key: RowKey, waitlistId: string): Promise<ImportRecord> {
  const record = await lockImport(tx, key);
  return record?.waitlist_id === waitlistId.toLowerCase() ? record : notFound('import');
}

const conflict = (message: string) => new AppError('conflict', message);
const invalid = (message: string) => new AppError('invalid_request', message);
