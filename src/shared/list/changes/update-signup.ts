import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { Context } from '../context.ts';
import { listFieldKeys, listFields } from '../fields/queries.ts';
import { maxFieldsPerWaitlist } from '../fields/schema.ts';
import { fireEvents } from '../publishing/fire-event.ts';
import { toFieldValues } from '../signups/field-values.ts';
import { findSignup, lockSignups, type SignupRow } from '../signups/queries.ts';
import type { Signup } from '../signups/schema.ts';
import { toSignup } from '../signups/to-signup.ts';
import { findWaitlist, type WaitlistRow } from '../waitlists/queries.ts';
import { mergeFields } from './merge-fields.ts';
import { listNotes, updateFields, updateNote } from './queries.ts';
import type { SignupPatch } from './schema.ts';

/**
 * Changes the custom fields of a signup and the team's note on it (N9). Fires signup.updated if a field has
 * another value than before. The audit log has the keys, not the values.
 * @throws AppError not_found; invalid_request for a custom field
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
  const { signup, fired } = await transaction(ctx.sql, async (tx) => {
    await lockSignups(tx, [key]);
    const row = (await findSignup(tx, accountId, waitlistId, signupId)) ?? notFound('signup');
    const declared = await listFields(tx, accountId, waitlistId, { limit: maxFieldsPerWaitlist, offset: 0 });
    const { fields, changed } = mergeFields(row.fields, given, patch.fields ?? {}, declared);
    if (changed.length > 0) await updateFields(tx, key, fields);
    const noted = (await listNotes(tx, accountId, [row.id])).get(row.id)?.text ?? null;
    const isNoteChanged = patch.note !== undefined && patch.note !== noted;
    if (isNoteChanged)
      await updateNote(tx, key, patch.note === null ? null : { text: patch.note ?? '', by: actor.name });
    const event = { type: 'signup.updated', data: toData(waitlist, row, changed) } as const;
    const jobs = changed.length === 0 ? [] : await fireEvents(tx, [{ accountId, plan, event }]);
    if (changed.length > 0 || isNoteChanged)
      await recordAction(tx, caller, 'signup.updated', {
        id: row.id,
        details: {
          ...(changed.length > 0 && { fields: changed }),
          ...(isNoteChanged && { note: patch.note === null ? 'removed' : 'written' }),
        },
      });
    return { signup: { ...row, fields }, fired: jobs };
  });
  ctx.notifier.notify('fan-out-event', fired);
  return toSignup(waitlist)(signup);
}

const toData = (
  waitlist: WaitlistRow,
  { id, email, position, metadata, created_at }: SignupRow,
  changed: readonly string[],
) => ({
  ...{ id, waitlist_id: waitlist.id, waitlist_name: waitlist.name, email, position },
  changed_fields: [...changed],
  metadata,
  created_at,
  updated_at: new Date().toISOString(),
});
