import type { Caller } from '../../account/api-keys/caller.ts';
import { listPlace, type TimelineEntry } from '../../list/parts.ts';
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
        | 'unsubscribed';
      /** Null where the time is not known. */
      readonly at: string | null;
    }
  /** `reason` is in the provider's words. */
  | { readonly what: 'mail_bounced'; readonly at: null; readonly reason: string | null }
  | { readonly what: 'referred'; readonly at: string; readonly signup: ReferredSignup }
  /** What others tell. */
  | ({ readonly what: 'told' } & TimelineEntry);

export interface Timeline {
  /** Oldest first. */
  readonly events: readonly TimelineEvent[];
  /** Undefined if no email was made. */
  readonly mail: SignupMailRow | undefined;
  /** Whether the email waits until the person confirms the address (N3). */
  readonly isUnconfirmed: boolean;
}

/**
 * What happened to a signup, as far as it is known (C11.3): its email, its first ten referrals, and what
 * others tell.
 */
export async function readTimeline(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  signup: Signup,
): Promise<Timeline> {
  const key = { accountId, waitlistId, id: signup.id };
  const [mail, referred, consent, others] = await Promise.all([
    findSignupMail(sql, accountId, signup.id),
    listFirstReferred(sql, accountId, signup.id, shownReferrals),
    findConsent(sql, accountId, signup.id),
    Promise.all(listPlace.parts().map(({ timeline }) => timeline?.(sql, key) ?? [])),
  ]);
  const known: TimelineEvent[] = [
    { what: 'signed_up', at: signup.created_at },
    ...timedEvents({ confirm_sent: consent?.confirm_sent_at, confirmed: consent?.confirmed_at }),
    ...mailEvents(signup, mail),
    ...timedEvents({ unsubscribed: consent?.unsubscribed_at }),
    ...referred.map((each): TimelineEvent => ({ what: 'referred', at: each.created_at, signup: each })),
    ...others.flat().map((entry): TimelineEvent => ({ what: 'told', ...entry })),
  ];
  return {
    events: inOrder(known),
    mail,
    isUnconfirmed: consent?.is_unconfirmed ?? false,
  };
}

type TimedEvent = 'confirm_sent' | 'confirmed' | 'unsubscribed';

function timedEvents(
  times: Readonly<Partial<Record<TimedEvent, string | null | undefined>>>,
): TimelineEvent[] {
  return Object.entries(times).flatMap(([what, at]) => (at ? [{ what: what as TimedEvent, at }] : []));
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
