import {
  findEmailOfEvent,
  lockEmailEvent,
  parkEmailEvent,
  stampSignup,
} from '../shared/email/event-queries.ts';
import { lockSignups } from '../shared/email/queries.ts';
import { finishJob } from '../shared/outbox.ts';
import { plans } from '../shared/plans.ts';
import type { Processor } from './processor.ts';

/**
 * Stamps what a provider reported onto the signup (§6.2). An event can be here before its mail's id is: it waits, and is
 * owed again when the mail is recorded. On a plan without event tracking it is not shown (C6.8).
 */
export const applyEmailEvent: Processor<'apply-email-event'> = async (ctx, job) => {
  await ctx.sql.begin(async (tx) => {
    const event = await lockEmailEvent(tx, job.id);
    const mail = event && (await findEmailOfEvent(tx, event));
    if (event && !mail) await parkEmailEvent(tx, event.id);
    if (event && mail && plans[mail.plan].emailEvents) {
      await lockSignups(tx, [mail.signup_id]);
      await stampSignup(tx, mail.signup_id, event);
    }
    await finishJob(tx, 'apply-email-event', job);
  });
};
