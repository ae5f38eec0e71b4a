import { z } from 'zod';
import { bounceClasses } from '../../list/mail-state/bounce.ts';
import { named, Timestamp } from '../../platform/schema/described.ts';

/** What became of a signup's email, beside its status. */
export const SignupMail = named(
  'SignupMail',
  z.object({
    state: z
      .enum(['queued', 'held', 'sending', 'sent', 'failed', 'suppressed', 'config_error'])
      .describe('How far sending it is. `held`: it waits for a route, or for allowance.'),
    sent_at: Timestamp.nullable().describe('When it was sent.'),
    error: z.string().nullable().describe('Why it was not sent, in the words of the provider.'),
    bounce_class: z
      .enum(bounceClasses)
      .nullable()
      .describe(
        'If it bounced: for good (`permanent`), or so that a later one may arrive (`transient`). An email that bounced before the service told them apart is `permanent`.',
      ),
    bounce_reason: z.string().nullable().describe('Why it bounced, in the words of the provider.'),
  }),
);
export type SignupMail = z.infer<typeof SignupMail>;
