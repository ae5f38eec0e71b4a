import { type LinkTarget, readLinkToken } from '../../list/links/link-token.ts';
import type { Correction, WaitlistSettings } from '../../list/parts.ts';
import { fireEvents } from '../../list/publishing/fire-event.ts';
import { toSettings } from '../../list/settings/schema.ts';
import { lockSignups } from '../../list/signups/queries.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { addressKeyOf, emailMac } from '../../platform/secrets/email-mac.ts';
import type { Context } from '../context.ts';
import { insertSuppressions } from './queries.ts';
import {
  findSubscribed,
  inheritUnsubscribed,
  markUnsubscribed,
  type SubscribedSignup,
} from './unsubscribe-queries.ts';

/** Reads the token of an unsubscribe link (N3). @throws AppError unauthorized for a forged one */
export async function readUnsubscribeToken(ctx: Context, token: string): Promise<LinkTarget> {
  const { key } = await ctx.linkSigner();
  const target = readLinkToken(key, 'unsubscribe', token);
  if (!target) throw new AppError('unauthorized', 'Invalid unsubscribe token.');
  return target;
}

/** What the page of an unsubscribe link shows. */
export interface Subscription {
  readonly waitlistName: string;
  readonly email: string;
  readonly settings: WaitlistSettings;
  /** The language of the person, as a language tag. */
  readonly locale: string | null;
}

const toSubscription = ({ waitlist_name, email, settings, locale }: SubscribedSignup): Subscription => ({
  waitlistName: waitlist_name,
  email,
  settings: toSettings(settings),
  locale,
});

/** Undefined for a signup that is gone. */
export async function readSubscription(ctx: Context, target: LinkTarget): Promise<Subscription | undefined> {
  const signup = await findSubscribed(ctx.sql, target);
  return signup && toSubscription(signup);
}

/**
 * Stops the mails of one waitlist to a person (N3), who keeps the position. Fires signup.unsubscribed the
 * first time. A repeat, and a signup that is gone, is a success that changes nothing. @returns undefined for
 * one that is gone
 */
export async function unsubscribe(
  ctx: Context & { notifier: JobNotifier },
  { accountId, id, generation }: LinkTarget,
): Promise<Subscription | undefined> {
  const addressKey = addressKeyOf(await ctx.linkSigner());
  const { found, fired } = await transaction(ctx.sql, async (tx) => {
    // A purge deletes signups before suppressions: while the signup is held, none is left behind.
    await lockSignups(tx, [{ accountId, id }]);
    const signup = await findSubscribed(tx, { accountId, id, generation });
    if (!signup) return { found: undefined, fired: [] };
    const unsubscribed_at = await markUnsubscribed(tx, { accountId, id });
    const { plan, email_key, settings, locale, ...data } = signup;
    const mac = emailMac(addressKey, accountId, email_key);
    await insertSuppressions(tx, [
      { accountId, id: newId(), waitlistId: signup.waitlist_id, mac, reason: 'unsubscribed' },
    ]);
    if (unsubscribed_at === undefined) return { found: signup, fired: [] };
    const event = { type: 'signup.unsubscribed', data: { ...data, unsubscribed_at } } as const;
    return { found: signup, fired: await fireEvents(tx, [{ accountId, plan, event }]) };
  });
  ctx.notifier.notify('fan-out-event', fired);
  return found && toSubscription(found);
}

/** Notes with a signup that its new address has unsubscribed before: nobody has signed up with it since. */
export async function noteUnsubscribed(
  { linkSigner }: Pick<Context, 'linkSigner'>,
  tx: Tx,
  { accountId, id, waitlistId, emailKey }: Correction,
): Promise<void> {
  const mac = emailMac(addressKeyOf(await linkSigner()), accountId, emailKey);
  await inheritUnsubscribed(tx, { accountId, id }, { accountId, waitlistId, mac });
}
