import type { Caller } from '../../../account/api-keys/caller.ts';
import { findSettings } from '../../../list/settings/queries.ts';
import { toSettings } from '../../../list/settings/schema.ts';
import { lockSignups } from '../../../list/signups/queries.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { KeepAnswer } from '../../../platform/idempotency/keep-answer.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import { toEmailKey } from '../../../platform/schema/email-address.ts';
import type { Context } from '../../context.ts';
import { fireInvitationEvents } from '../invitation-events.ts';
import { lockSignupAndInvitation } from '../invitations/lock-signup-and-invitation.ts';
import {
  endInvitation,
  findByToken,
  findOpenInvitation,
  type InvitationRow,
  lockInvitation,
} from '../invitations/queries.ts';
import { hashInviteToken } from '../invitations/token.ts';
import { isAddressOf, problemOf } from '../invitations/verify-invitation.ts';
import { findConversion, findPerson, insertConversion, saveExternalId } from './queries.ts';
import type { Conversion, ConversionInput } from './schema.ts';

/** Who became a user; the caller holds the signup, and the invitation if there is one. */
interface Converting {
  readonly signup: RowKey;
  readonly waitlistId: string;
  readonly invitation: InvitationRow | undefined;
}

type Recorded = { readonly conversion: Conversion; readonly fired: readonly JobNotification[] };

/**
 * Records that a person became a user (N5), once: a repeat is a success with `first: false`. By the token of
 * an invitation, which must be open and, unless the settings say otherwise, of the same address; or by the
 * waitlist and the person, with an invitation or without. Fires invitation.converted.
 * @throws AppError not_found; conflict for a token that is not open any more, or of another address
 */
export async function recordConversion(
  ctx: Context & { readonly notifier: JobNotifier },
  { accountId }: Pick<Caller, 'accountId'>,
  input: ConversionInput,
  keepAnswer?: KeepAnswer<Conversion>,
): Promise<Conversion> {
  const { token, external_id } = input;
  const { conversion, fired } = await transaction(ctx.sql, async (tx): Promise<Recorded> => {
    const converting =
      token === undefined
        ? await lockPerson(tx, accountId, input)
        : await lockInvited(tx, accountId, token, input.email ?? '');
    const recorded = await record(tx, converting, external_id ?? null, token !== undefined);
    await keepAnswer?.(tx, recorded.conversion);
    return recorded;
  });
  ctx.notifier.notify('fan-out-event', fired);
  return conversion;
}

async function record(
  tx: Tx,
  { signup, waitlistId, invitation }: Converting,
  externalId: string | null,
  isByToken: boolean,
): Promise<Recorded> {
  const { accountId, id } = signup;
  const known = await findConversion(tx, signup);
  if (known) {
    if (externalId !== null && known.external_id === null) await saveExternalId(tx, signup, externalId);
    const { invitation_id, converted_at } = known;
    return {
      conversion: { signup_id: id, invitation_id, state: 'converted', converted_at, first: false },
      fired: [],
    };
  }
  const problem = invitation ? problemOf(invitation) : null;
  if (isByToken && problem !== null) throw new AppError('conflict', `token: the invitation is ${problem}.`);
  const used = problem === null ? invitation : undefined;
  if (used) await endInvitation(tx, { accountId, id: used.id }, 'converted');
  const invitationId = used?.id ?? null;
  const at = await insertConversion(tx, signup, waitlistId, { invitationId, externalId });
  const subject = { accountId, id: invitationId, signup_id: id, wave_id: used?.wave_id ?? null, at };
  const fired = await fireInvitationEvents(tx, 'invitation.converted', [subject]);
  const conversion: Conversion = {
    signup_id: id,
    invitation_id: invitationId,
    state: 'converted',
    converted_at: at,
    first: true,
  };
  return { conversion, fired };
}

async function lockInvited(tx: Tx, accountId: string, token: string, email: string): Promise<Converting> {
  const hash = hashInviteToken(token);
  const invitation = await lockSignupAndInvitation(tx, accountId, (tx) => findByToken(tx, accountId, hash));
  const { waitlist_id: waitlistId, signup_id, email_key, state } = invitation;
  if (email_key === null) {
    if (state === 'converted') notFound('signup');
    throw new AppError('conflict', `token: the invitation is ${problemOf(invitation)}.`);
  }
  const settings = toSettings(await findSettings(tx, accountId, waitlistId));
  if (settings.invitations.require_email_match && !isAddressOf(invitation, email))
    throw new AppError('conflict', 'email: is not the address that was invited.');
  return { signup: { accountId, id: signup_id }, waitlistId, invitation };
}

async function lockPerson(
  tx: Tx,
  accountId: string,
  { waitlist_id = '', signup_id, email = '' }: ConversionInput,
): Promise<Converting> {
  const person = signup_id === undefined ? { emailKey: toEmailKey(email) ?? email } : { signupId: signup_id };
  const find = () => findPerson(tx, accountId, waitlist_id, person);
  const signup = { accountId, id: ((await find()) ?? notFound('signup')).id };
  await lockSignups(tx, [signup]);
  const { waitlist_id: waitlistId } = (await find()) ?? notFound('signup');
  const open = await findOpenInvitation(tx, signup);
  if (!open) return { signup, waitlistId, invitation: undefined };
  await lockInvitation(tx, { accountId, id: open.id });
  return { signup, waitlistId, invitation: await findOpenInvitation(tx, signup) };
}
