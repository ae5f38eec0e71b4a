import type { Caller } from '../../account/api-keys/caller.ts';
import { listConversionsOf } from '../../capabilities/release/conversions/queries.ts';
import { type InvitationRow, listInvitationsOf } from '../../capabilities/release/invitations/queries.ts';
import type { Invitation } from '../../capabilities/release/invitations/schema.ts';
import { toInvitation } from '../../capabilities/release/invitations/to-invitation.ts';
import { listReached } from '../../capabilities/rewards/queries.ts';
import type { ReachedReward } from '../../capabilities/rewards/schema.ts';
import type { Signup } from '../../list/signups/schema.ts';
import { findSignupMail, type SignupMailRow } from '../../mail/signup-mail/queries.ts';
import type { Context } from '../context.ts';
import { findConsent, listFirstReferred, type ReferredSignup } from './queries.ts';

const shownReferrals = 10;

/** Something that happened to a signup. */
export type TimelineEvent =
  | {
      readonly what:
        | 'signed_up'
        | 'mail_waiting'
        | 'mail_sent'
        | 'mail_delivered'
        | 'mail_opened'
        | 'mail_clicked'
        | 'mail_failed'
        | 'mail_complained'
        | 'confirm_sent'
        | 'confirmed'
        | 'unsubscribed'
        | 'invited'
        | 'invitation_expired'
        | 'invitation_declined'
        | 'invitation_revoked'
        | 'converted';
      /** Null where the time is not known. */
      readonly at: string | null;
    }
  /** `reason` is in the provider's words. */
  | { readonly what: 'mail_bounced'; readonly at: null; readonly reason: string | null }
  | ({ readonly what: 'rewarded'; readonly at: string } & Pick<ReachedReward, 'key' | 'referral_count'>)
  | { readonly what: 'referred'; readonly at: string; readonly signup: ReferredSignup };

export interface Timeline {
  /** Oldest first. */
  readonly events: readonly TimelineEvent[];
  /** Undefined if no email was made. */
  readonly mail: SignupMailRow | undefined;
  /** The newest; undefined if the person was never invited (N5). */
  readonly invitation: Invitation | undefined;
  /** Whether the person became a user, invited or not (N5). */
  readonly isConverted: boolean;
  /** What the signup has reached, by how many referrals it takes (N5). */
  readonly rewards: readonly ReachedReward[];
  /** Whether the email waits until the person confirms the address (N3). */
  readonly isUnconfirmed: boolean;
}

/** What happened to a signup, as far as it is known (C11.3): its email, and its first ten referrals. */
export async function readTimeline(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  signup: Signup,
): Promise<Timeline> {
  const [mail, referred, consent, rewards, invitations, [conversion]] = await Promise.all([
    findSignupMail(sql, accountId, signup.id),
    listFirstReferred(sql, accountId, signup.id, shownReferrals),
    findConsent(sql, accountId, signup.id),
    listReached(sql, accountId, [signup.id]),
    listInvitationsOf(sql, accountId, [signup.id]),
    listConversionsOf(sql, accountId, [signup.id]),
  ]);
  const known: TimelineEvent[] = [
    { what: 'signed_up', at: signup.created_at },
    ...timedEvents({ confirm_sent: consent?.confirm_sent_at, confirmed: consent?.confirmed_at }),
    ...mailEvents(signup, mail),
    ...timedEvents({ unsubscribed: consent?.unsubscribed_at }),
    ...invitations.flatMap(invitationEvents),
    ...timedEvents({ converted: conversion?.converted_at }),
    ...referred.map((each): TimelineEvent => ({ what: 'referred', at: each.created_at, signup: each })),
    ...rewards.map(
      ({ key, referral_count, reached_at: at }): TimelineEvent => ({
        what: 'rewarded',
        at,
        key,
        referral_count,
      }),
    ),
  ];
  const newest = invitations.at(-1);
  return {
    events: inOrder(known),
    mail,
    invitation: newest && toInvitation(newest),
    isConverted: conversion !== undefined,
    rewards,
    isUnconfirmed: consent?.is_unconfirmed ?? false,
  };
}

type TimedEvent = 'confirm_sent' | 'confirmed' | 'unsubscribed' | 'converted';

function timedEvents(
  times: Readonly<Partial<Record<TimedEvent, string | null | undefined>>>,
): TimelineEvent[] {
  return Object.entries(times).flatMap(([what, at]) => (at ? [{ what: what as TimedEvent, at }] : []));
}

const ends = {
  expired: 'invitation_expired',
  declined: 'invitation_declined',
  revoked: 'invitation_revoked',
} as const;

/** A conversion is told by itself: there may be one without an invitation. */
function invitationEvents({ state, created_at, ended_at }: InvitationRow): TimelineEvent[] {
  const isOver = state !== 'invited' && state !== 'converted';
  return [{ what: 'invited', at: created_at }, ...(isOver ? [{ what: ends[state], at: ended_at }] : [])];
}

function mailEvents(signup: Signup, mail: SignupMailRow | undefined): TimelineEvent[] {
  const { email_status: status, email_delivered_at, email_opened_at, email_clicked_at } = signup;
  const state = mail?.state;
  const isSent = state === 'sent' || email_delivered_at !== null;
  const timed = [
    ['mail_delivered', email_delivered_at],
    ['mail_opened', email_opened_at],
    ['mail_clicked', email_clicked_at],
  ] as const;
  return [
    ...(isSent ? [{ what: 'mail_sent', at: mail?.sent_at ?? null } as const] : []),
    ...timed.flatMap(([what, at]): TimelineEvent[] => (at === null ? [] : [{ what, at }])),
    ...(status === 'bounced'
      ? [{ what: 'mail_bounced', at: null, reason: mail?.bounce_reason ?? null } as const]
      : []),
    ...(status === 'complained' ? [{ what: 'mail_complained', at: null } as const] : []),
    ...(state === 'queued' || state === 'held' || state === 'sending'
      ? [{ what: 'mail_waiting', at: null } as const]
      : []),
    ...(state === 'failed' || state === 'suppressed' || state === 'config_error'
      ? [{ what: 'mail_failed', at: null } as const]
      : []),
  ];
}

/** Oldest first. An event without a time stays behind the one before it. */
function inOrder(events: readonly TimelineEvent[]): TimelineEvent[] {
  let last = '';
  const timed = events.map((event) => {
    last = event.at ?? last;
    return { event, at: last };
  });
  return timed
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .map(({ event }) => event);
}
