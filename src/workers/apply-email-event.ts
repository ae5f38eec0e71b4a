import type { Tx } from '../shared/db.ts';
import {
  type EmailEventRow,
  findEmailOfEvent,
  lockEmailEvent,
  lockMessageIds,
  parkEmailEvent,
  type Stamped,
  stampSignup,
} from '../shared/email/event-queries.ts';
import type { EventType } from '../shared/events.ts';
import { fireEvent } from '../shared/integrations/fire-event.ts';
import { finishJob } from '../shared/outbox.ts';
import { plans } from '../shared/plans.ts';
import { lockSignups } from '../shared/signups/queries.ts';
import type { Processor } from './processor.ts';

/**
 * Stamps what a provider reported onto the signup (§6.2), and fires the outbound event where it is the first of its kind
 * (C6.10), in one transaction. An event can be here before its mail's id is: it waits, and is owed again when the mail is
 * recorded. On a plan without event tracking it is not shown (C6.8).
 */
export const applyEmailEvent: Processor<'apply-email-event'> = async (ctx, job) => {
  const ring = await ctx.sql.begin(async (tx) => {
    const event = await lockEmailEvent(tx, job.id);
    const mail = event && ((await findEmailOfEvent(tx, event)) ?? (await parkOrFind(tx, event)));
    let stamped: Stamped | undefined;
    if (event && mail && plans[mail.plan].emailEvents) {
      await lockSignups(tx, [mail.signup_id]);
      stamped = await stampSignup(tx, mail.signup_id, event);
    }
    await finishJob(tx, 'apply-email-event', job);
    if (event) {
      const outcome = stamped ? 'applied' : mail ? 'not_applied' : 'parked';
      ctx.metrics.emailEvents.inc({ provider: event.provider, outcome });
    }
    const type = stamped && firstOf(stamped);
    if (!mail || !stamped || !type) return undefined;
    const { id, waitlist_id, waitlist_name, email, position, occurred_at } = stamped;
    const data = { id, waitlist_id, waitlist_name, email, position, occurred_at };
    return fireEvent(tx, { accountId: mail.account_id, plan: mail.plan }, { type, data });
  });
  if (ring) ctx.doorbell.ring('fan-out-event', [ring]);
};

/** Parks an event whose mail is not known, unless the mail gets its message id at this very moment. */
async function parkOrFind(tx: Tx, event: EmailEventRow): ReturnType<typeof findEmailOfEvent> {
  const { provider_message_id: messageId } = event;
  if (messageId !== null) await lockMessageIds(tx, [messageId]);
  const mail = messageId === null ? undefined : await findEmailOfEvent(tx, event);
  if (!mail) await parkEmailEvent(tx, event.id);
  return mail;
}

/** The outbound event that a stamp is the occasion of; an event sets one timestamp at most. */
function firstOf(stamped: Stamped): Extract<EventType, `signup.email_${string}`> | undefined {
  if (stamped.first_delivered) return 'signup.email_delivered';
  if (stamped.first_opened) return 'signup.email_opened';
  if (stamped.first_clicked) return 'signup.email_clicked';
  return undefined;
}
