import { plans } from '../../account/plans.ts';
import { rankOf } from '../../list/mail-state/status.ts';
import type { EventType, OutboundEvent } from '../../list/publishing/events.ts';
import { type FiredEvent, fireEvents } from '../../list/publishing/fire-event.ts';
import { lockSignups } from '../../list/signups/queries.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../platform/postgres/connection.ts';
import type { JobNotification } from '../../platform/queue/jobs.ts';
import { completeJobs, type Lease, lockClaims } from '../../platform/queue/outbox.ts';
import type { Context } from '../context.ts';
import {
  findEmailsOfEvents,
  lockEmailCounts,
  lockEmailEvents,
  lockMessageIds,
  type MatchedEmail,
  markUnmatched,
  type Stamp,
  type StampedSignup,
  stampEmails,
  stampSignups,
} from '../mail-events/event-queries.ts';
import { lockEmails } from '../mails/mails.ts';
import { tellReported } from '../parts.ts';
import { recordBounces } from '../suppressions/bounces/bounce-queries.ts';
import { weighBounces } from '../suppressions/bounces/weigh-bounces.ts';
import { suppressReported } from '../suppressions/suppress-reported.ts';

interface AppliedEvents {
  /** Of each event, for the metrics. */
  readonly outcomes: readonly (Parameters<Context['metrics']['emailEvents']['inc']>[0] & object)[];
  /** The jobs to notify workers of after the commit. */
  readonly fired: readonly JobNotification[];
}

/**
 * Stamps what providers reported onto signups (§6.2), or onto mails of other kinds, fires each outbound event
 * that is the first of its kind (C6.10), and completes the jobs. An event that arrives before its mail's id
 * waits, and is enqueued again when the mail is recorded. On a plan without event tracking it is not stamped
 * (C6.8). An address that bounced for good, or whose person complained, is suppressed from then on (N3). The
 * locks of a list's counts are held for one round trip, however many events are applied.
 */
export async function applyEmailEvents(
  tx: Tx,
  leases: readonly Lease[],
  addressKey: Buffer,
): Promise<AppliedEvents> {
  const ours = await lockClaims(tx, 'apply-email-event', leases);
  const events = await lockEmailEvents(tx, ours);
  const messageIds = events.flatMap(({ provider_message_id: id }) => id ?? []);
  const [, mails] = await pipeline(lockMessageIds(tx, messageIds), findEmailsOfEvents(tx, ours));
  const mailOf = new Map(mails.map((mail) => [mail.event_id, mail]));
  const unmatched = ours.filter(({ id }) => !mailOf.has(id));
  if (unmatched.length > 0) await markUnmatched(tx, unmatched);
  const stamps = events.flatMap((reported) => {
    const {
      id: eventId,
      account_id: event_account_id,
      status_rank,
      occurred_at,
      bounce_class,
      bounce_reason,
      clicked_link,
    } = reported;
    const mail = mailOf.get(eventId);
    if (!mail || !plans[mail.plan].emailEvents) return [];
    const { account_id, id, stamps_signup, address_generation } = mail;
    const bounce =
      status_rank === rankOf('bounced')
        ? { class: bounce_class ?? 'permanent', reason: bounce_reason }
        : null;
    const event = { accountId: event_account_id, id: eventId };
    const report = {
      account_id,
      id,
      stamps_signup,
      address_generation,
      status_rank,
      occurred_at,
      clicked_link,
    };
    return [{ ...report, bounce, event }];
  });
  const ofSignups = stamps.filter(({ stamps_signup }) => stamps_signup);
  const ofOthers = stamps.filter(({ stamps_signup }) => !stamps_signup);
  const signups = ofSignups.map(keyOf);
  await lockSignups(tx, signups);
  const bounces = await weighBounces(tx, addressKey, stamps);
  const cameBack = bounces.map(({ accountId, id }) => ({ accountId, id }));
  if (bounces.length + ofOthers.length > 0) await lockEmails(tx, [...cameBack, ...ofOthers.map(keyOf)]);
  const others = ofOthers.length > 0 ? await stampEmails(tx, ofOthers) : [];
  if (bounces.length > 0) await recordBounces(tx, bounces);
  const [, stamped] = await pipeline(
    lockEmailCounts(tx, signups),
    stampSignups(tx, ofSignups),
    completeJobs(tx, 'apply-email-event', leases),
  );
  const passing = new Set(
    bounces.flatMap(({ bounce, stamp }) => (bounce.class === 'transient' ? stamp : [])),
  );
  const telling = stamps.filter((stamp) => !passing.has(stamp));
  await suppressReported(tx, addressKey, telling);
  await tellReported(tx, telling);
  const found = new Set([...others, ...stamped.map(({ id }) => id)]);
  return {
    outcomes: events.map((event) => ({
      provider: event.provider,
      outcome: outcomeOf(mailOf.get(event.id), found),
    })),
    fired: await fireEvents(tx, toFired(stamped, mails)),
  };
}

const keyOf = ({ account_id: accountId, id }: Stamp): RowKey => ({ accountId, id });

function outcomeOf(mail: MatchedEmail | undefined, stamped: ReadonlySet<string>): string {
  if (!mail) return 'unmatched';
  return stamped.has(mail.id) ? 'applied' : 'not_applied';
}

/** One outbound event for each time that a stamp has set. */
function toFired(stamped: readonly StampedSignup[], mails: readonly MatchedEmail[]): FiredEvent[] {
  const accountOf = new Map(mails.map((mail) => [mail.id, mail]));
  return stamped.flatMap(({ first_delivered, first_opened, first_clicked, ...signup }) => {
    const mail = accountOf.get(signup.id);
    const times: [Extract<EventType, `signup.email_${string}`>, string | null][] = [
      ['signup.email_delivered', first_delivered],
      ['signup.email_opened', first_opened],
      ['signup.email_clicked', first_clicked],
    ];
    return times.flatMap(([type, occurred_at]) =>
      mail && occurred_at !== null
        ? [
            {
              accountId: mail.account_id,
              plan: mail.plan,
              event: { type, data: { ...signup, occurred_at } } as OutboundEvent,
            },
          ]
        : [],
    );
  });
}
