import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { JobName } from '../../platform/queue/jobs.ts';
import { toEmailKey } from '../../platform/schema/email-address.ts';
import type { Context } from '../context.ts';
import { listFieldKeys, listFields } from '../fields/queries.ts';
import { maxFieldsPerWaitlist } from '../fields/schema.ts';
import type { MadeJobs } from '../parts.ts';
import { fireEvents } from '../publishing/fire-event.ts';
import { toFieldValues } from '../signups/field-values.ts';
import { findSignup, lockSignups, type SignupRow } from '../signups/queries.ts';
import type { Signup } from '../signups/schema.ts';
import { targetOf } from '../signups/signup-request.ts';
import { toSignup } from '../signups/to-signup.ts';
import { findWaitlist, lockWaitlistCounter, type WaitlistRow } from '../waitlists/queries.ts';
import { correctAddress } from './correct-address.ts';
import { mergeFields } from './merge-fields.ts';
import { listNotes, updateFields, updateNote } from './queries.ts';
import type { SignupPatch } from './schema.ts';

/**
 * Corrects the address of a signup, and changes its custom fields and the team's note on it (N9). Fires
 * signup.updated if the address is another one than before, or the value of a field. The audit log has the
 * keys, not the values.
 * @throws AppError not_found; invalid_request for a custom field; conflict for an address of another signup
 */
export async function updateSignup(
  ctx: Context & { readonly notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
  signupId: string,
  patch: SignupPatch,
): Promise<Signup> {
  const { accountId, plan, actor } = caller;
  const waitlist = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const given = await toFieldValues(patch.fields ?? {}, () => listFieldKeys(ctx.sql, accountId, waitlistId));
  const key = { accountId, id: signupId };
  const { signup, made, fired } = await transaction(ctx.sql, async (tx) => {
    if (patch.email !== undefined)
      (await lockWaitlistCounter(tx, accountId, waitlist.id)) ?? notFound('waitlist');
    await lockSignups(tx, [key]);
    const row = (await findSignup(tx, accountId, waitlistId, signupId)) ?? notFound('signup');
    const declared = await listFields(tx, accountId, waitlistId, { limit: maxFieldsPerWaitlist, offset: 0 });
    const { fields, changed } = mergeFields(row.fields, given, patch.fields ?? {}, declared);
    const made = await correct(ctx, tx, caller, waitlist.id, row, patch);
    if (changed.length > 0) await updateFields(tx, key, fields);
    const noted = (await listNotes(tx, accountId, [row.id])).get(row.id)?.text ?? null;
    const isNoteChanged = patch.note !== undefined && patch.note !== noted;
    if (isNoteChanged)
      await updateNote(tx, key, patch.note === null ? null : { text: patch.note ?? '', by: actor.name });
    const signup = (await findSignup(tx, accountId, waitlistId, signupId)) ?? row;
    const previous = made && { previous_email: row.email };
    const event = { type: 'signup.updated', data: toData(waitlist, signup, changed, previous) } as const;
    const isTold = changed.length > 0 || made !== undefined;
    const fired = isTold ? await fireEvents(tx, [{ accountId, plan, event }]) : [];
    if (isTold || isNoteChanged)
      await recordAction(tx, caller, 'signup.updated', {
        id: row.id,
        details: {
          ...(made && { address: 'corrected' }),
          ...(changed.length > 0 && { fields: changed }),
          ...(isNoteChanged && { note: patch.note === null ? 'removed' : 'written' }),
        },
      });
    return { signup, made, fired };
  });
  for (const jobs of made ?? [])
    for (const [job, keys] of Object.entries(jobs)) ctx.notifier.notify(job as JobName, keys);
  ctx.notifier.notify('fan-out-event', fired);
  return toSignup(waitlist)(signup);
}

/** @returns jobs to notify workers of after the commit; undefined if the address is the same */
async function correct(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  waitlistId: string,
  { id, email: before }: SignupRow,
  { email, notify = true }: SignupPatch,
): Promise<readonly MadeJobs[] | undefined> {
  const emailKey = email === undefined ? undefined : toEmailKey(email);
  if (email === undefined || emailKey === undefined || emailKey === toEmailKey(before)) return undefined;
  const { mailed } = targetOf(ctx.config, caller, waitlistId);
  const correction = { accountId: caller.accountId, waitlistId, id, emailKey, isMailed: notify && mailed };
  return correctAddress(ctx, tx, correction, email);
}

const toData = (
  waitlist: WaitlistRow,
  { id, email, position, metadata, created_at }: SignupRow,
  changed: readonly string[],
  previous: { readonly previous_email: string } | undefined,
) => ({
  ...{ id, waitlist_id: waitlist.id, waitlist_name: waitlist.name, email, position },
  ...previous,
  changed_fields: [...changed],
  metadata,
  created_at,
  updated_at: new Date().toISOString(),
});
