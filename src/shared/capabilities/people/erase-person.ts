import { findAccount } from '../../account/accounts/queries.ts';
import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { type RemovalJobs, removeSignups } from '../../list/signups/removal/remove-signups.ts';
import { lockWaitlistCounter } from '../../list/waitlists/queries.ts';
import { macOf } from '../../mail/suppressions/mac-of.ts';
import { upsertSuppression } from '../../mail/suppressions/queries.ts';
import { newId, platformAccountId } from '../../platform/ids.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { isLockTimeout, type Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { enqueue } from '../../platform/queue/outbox.ts';
import { toEmailKey } from '../../platform/schema/email-address.ts';
import { addressKeyOf, emailMac } from '../../platform/secrets/email-mac.ts';
import type { Context } from '../context.ts';
import { type IsPerson, personPlace } from '../person-part.ts';
import {
  deleteEmptyCounts,
  deleteMailEvents,
  type ErasureRow,
  findCounted,
  findErasure,
  insertErasure,
  noteDeleted,
} from './erasure-queries.ts';
import { listMailEventKeys, listMailIds, listSignupsToErase } from './person-queries.ts';
import type { Erasure, ErasureInput } from './schema.ts';
import { type Scrubbed, scrubPublished } from './scrub.ts';

/** For so long a request deletes signups and scrubs events itself. A worker does the rest. */
const inRequestMs = 2_000;

type ErasingContext = Context & { readonly notifier: JobNotifier };

/**
 * Erases what is kept about an address, on all waitlists of the account (N3). Signups are deleted as always,
 * so connected tools learn of it; everything else that has the address is deleted or scrubbed. The erasure
 * and its job are stored first, so nothing is left undone if the process dies: the job erase-person goes on.
 * `by` is 'api', or the id of the user who asked.
 * @returns what it covers
 */
export async function erasePerson(
  ctx: ErasingContext,
  caller: Acting,
  { email, suppress }: ErasureInput,
  by: string,
): Promise<Erasure> {
  const { accountId } = caller;
  const startedAt = performance.now();
  const isTimeUp = () => performance.now() - startedAt > inRequestMs;
  const key = { accountId, id: newId() };
  const emailKey = toEmailKey(email) ?? email;
  const mac = await macOf(ctx, accountId, email);
  for (const { forget } of personPlace.parts()) await forget?.(ctx, accountId, emailKey);
  const { signups, mails } = await transaction(ctx.sql, async (tx) => {
    const signups = (await listSignupsToErase(tx, accountId, emailKey)).map(({ id }) => id);
    const mails = await listMailIds(tx, accountId, signups);
    await enqueue(tx, 'erase-person', key.id, accountId, {});
    if (suppress)
      await upsertSuppression(tx, { accountId, waitlistId: null, mac }, { id: newId(), reason: 'erased' });
    await insertErasure(tx, { ...key, mac, by, suppressed: suppress, pending: signups });
    const details = { signups: signups.length, suppressed: suppress };
    await recordAction(tx, caller, 'person.erased', { id: key.id, details });
    return { signups, mails: mails.length };
  });
  const reports = await deletePending(ctx, key, signups, isTimeUp);
  const isPerson: IsPerson = (address) => toEmailKey(address) === emailKey;
  const scrubbed = isTimeUp() ? undefined : await scrubOnce(ctx, key, isPerson, isTimeUp);
  ctx.notifier.notify('erase-person', [key]);
  return {
    erasure_id: key.id,
    signups: signups.length,
    mails,
    events: scrubbed?.isComplete ? reports + scrubbed.events : null,
  };
}

async function scrubOnce(
  ctx: ErasingContext,
  key: RowKey,
  isPerson: IsPerson,
  isTimeUp: () => boolean,
): Promise<Scrubbed | undefined> {
  const erasure = await findErasure(ctx.sql, key);
  if (!erasure) return undefined;
  return scrubPublished(ctx, erasure, {
    erasure: key,
    isPerson,
    isToWait: true,
    isTimeUp,
    isInRequest: true,
  });
}

/** Recognises the person of an erasure by its HMAC. */
export async function personOf(
  ctx: Pick<Context, 'linkSigner'>,
  accountId: string,
  { email_mac }: Pick<ErasureRow, 'email_mac'>,
): Promise<IsPerson> {
  const addressKey = addressKeyOf(await ctx.linkSigner());
  return (address) => {
    const emailKey = toEmailKey(address);
    return emailKey !== undefined && emailMac(addressKey, accountId, emailKey).equals(email_mac);
  };
}

/**
 * Deletes the signups of an erasure, one in each transaction, until the time is up. Those of a waitlist that
 * is locked, or being purged, are left to the job. @returns how many reports of mail providers were deleted
 * with them
 */
export async function deletePending(
  ctx: ErasingContext,
  erasure: RowKey,
  pending: readonly string[],
  isTimeUp: () => boolean,
): Promise<number> {
  let reports = 0;
  for (const signupId of pending) {
    if (isTimeUp()) break;
    try {
      const deleted = await transaction(ctx.sql, (tx) => deleteOne(tx, erasure, signupId));
      ctx.notifier.notify('fan-out-event', deleted.fired);
      ctx.notifier.notify('clear-referrals', deleted.clearing);
      reports += deleted.reports;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
  return reports;
}

const nothing: RemovalJobs & { reports: number } = { fired: [], clearing: [], reports: 0 };

async function deleteOne(
  tx: Tx,
  erasure: RowKey,
  signupId: string,
): Promise<RemovalJobs & { reports: number }> {
  const { accountId } = erasure;
  const signup = { accountId, id: signupId };
  const waitlistId = (await findCounted(tx, signup))?.waitlist_id;
  const isThere = waitlistId !== undefined && (await lockWaitlistCounter(tx, accountId, waitlistId));
  if (waitlistId !== undefined && !isThere) return nothing; // its waitlist is being purged
  const counted = await findCounted(tx, signup);
  if (waitlistId === undefined || counted === undefined) {
    await noteDeleted(tx, erasure, signupId);
    return nothing;
  }
  const mailIds = await listMailIds(tx, accountId, [signupId]);
  const reports = await listMailEventKeys(tx, { accountId, platformId: platformAccountId }, mailIds);
  await deleteMailEvents(tx, reports);
  const plan = (await findAccount(tx, accountId))?.plan ?? 'free';
  const removal = await removeSignups(tx, { accountId, plan }, waitlistId, [signup]);
  await deleteEmptyCounts(tx, accountId, counted);
  await noteDeleted(tx, erasure, signupId);
  return { ...removal, reports: reports.length };
}
