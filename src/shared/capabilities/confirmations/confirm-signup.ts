import { z } from 'zod';
import { canMail } from '../../account/accounts/allowance.ts';
import { type LinkTarget, readLinkToken } from '../../list/links/link-token.ts';
import { type ConfirmedReferral, listPlace } from '../../list/parts.ts';
import { fireEvents } from '../../list/publishing/fire-event.ts';
import { lockSignups } from '../../list/signups/queries.ts';
import { lockWaitlistCounter } from '../../list/waitlists/queries.ts';
import { lockEmailCounts } from '../../mail/mail-events/event-queries.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { named, Timestamp } from '../../platform/schema/described.ts';
import type { Context } from '../context.ts';
import {
  type ConfirmableSignup,
  creditReferrer,
  findConfirmable,
  insertSignupEmail,
  markConfirmed,
} from './queries.ts';

/** The response of POST confirmations (N3). */
export const Confirmation = named(
  'Confirmation',
  z.object({
    signup_id: z.uuid().describe('The signup that is confirmed.'),
    confirmed_at: Timestamp.describe('When it was first confirmed.'),
    first: z.boolean().describe('Whether this call confirmed it. False for a repeat.'),
  }),
);
export type Confirmation = z.infer<typeof Confirmation>;

/** Reads the token of a confirmation link (N3). @throws AppError unauthorized for a forged one */
export async function readConfirmToken(ctx: Context, token: string): Promise<LinkTarget> {
  const { key } = await ctx.linkSigner();
  return readLinkToken(key, 'confirm', token) ?? refuse();
}

function refuse(): never {
  throw new AppError('invalid_request', 'token: is not the token of a confirmation link');
}

/** The text of the refusal that a page answers with the offer of a new link. */
const expiredText = 'token: the link has expired. Sign up again to get a new one.';

/**
 * Confirms the address of a signup (N3): its own mail is sent now, and where the credit waits for that, its
 * referrer gets it. Each happens once, however many ask at the same time; a repeat is a success.
 * @throws AppError not_found for a signup that is gone; invalid_request for an expired link
 */
export async function confirmSignup(
  ctx: Context & { notifier: JobNotifier },
  target: LinkTarget,
  keepAnswer?: KeepAnswer<Confirmation>,
): Promise<Confirmation> {
  const { accountId, id } = target;
  const confirmIn = async (tx: Tx) => {
    const found = await lockConfirmable(tx, target);
    if (found.confirmed_at !== null)
      return { confirmation: { signup_id: id, confirmed_at: found.confirmed_at, first: false }, fired: [] };
    if (found.confirmable_until === null || found.is_expired)
      throw new AppError('invalid_request', expiredText);
    const { waitlist_id, waitlist_name, email, position, referred_by, plan } = found;
    const isMailed =
      canMail(ctx.config, accountId, found) && (await insertSignupEmail(tx, { accountId, id }));
    await lockEmailCounts(tx, [{ accountId, id }]);
    const confirmed_at = await markConfirmed(tx, { accountId, id }, waitlist_id);
    if (found.uncredited !== null && referred_by !== null)
      await creditReferrer(tx, { accountId, id: referred_by }, waitlist_id);
    const signup = { id, waitlist_id, waitlist_name, email, position };
    const confirmed = { type: 'signup.confirmed', data: { ...signup, confirmed_at } } as const;
    const isCredited = found.uncredited !== null && referred_by !== null;
    let referral: ConfirmedReferral = { isToJudge: false };
    for (const { onConfirmed } of listPlace.parts())
      referral = (await onConfirmed?.(tx, { accountId, id }, isCredited)) ?? referral;
    const { credited, isToJudge } = referral;
    const events = credited
      ? [
          confirmed,
          {
            type: 'referral.credited' as const,
            data: { ...signup, ...credited, occurred_at: confirmed_at },
          },
        ]
      : [confirmed];
    const fired = await fireEvents(
      tx,
      events.map((event) => ({ accountId, plan, event })),
    );
    return { confirmation: { signup_id: id, confirmed_at, first: true }, isMailed, isToJudge, fired };
  };
  const { confirmation, isMailed, isToJudge, fired } = await transaction(ctx.sql, async (tx) => {
    const confirmed = await confirmIn(tx);
    await keepAnswer?.(tx, confirmed.confirmation);
    return confirmed;
  });
  if (isToJudge) ctx.notifier.notify('judge-referral', [{ accountId, id }]);
  if (isMailed) ctx.notifier.notify('send-signup-email', [{ accountId, id }]);
  ctx.notifier.notify('fan-out-event', fired);
  return confirmation;
}

/**
 * Holds the signup and, if its referrer gets a credit for it, that one and the counter of the waitlist.
 * Whether it does can only change from yes to no, so it is decided before the locks and read again behind
 * them.
 */
async function lockConfirmable(
  tx: Tx,
  { accountId, id, generation }: LinkTarget,
): Promise<ConfirmableSignup> {
  const before = (await findConfirmable(tx, { accountId, id, generation })) ?? notFound('signup');
  if (before.confirmed_at !== null) return before;
  const ids = [id];
  if (before.uncredited !== null && before.referred_by !== null) {
    (await lockWaitlistCounter(tx, accountId, before.waitlist_id)) ?? notFound('signup');
    ids.push(before.referred_by);
  }
  await lockSignups(
    tx,
    ids.map((each) => ({ accountId, id: each })),
  );
  return (await findConfirmable(tx, { accountId, id, generation })) ?? notFound('signup');
}
