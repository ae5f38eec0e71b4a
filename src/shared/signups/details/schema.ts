import { z } from 'zod';
import { ConfirmationState } from '../../confirmations/confirmation-state.ts';
import { bounceClasses } from '../../email/bounces/bounce.ts';
import { InvitationOfSignup } from '../../release/invitations/schema.ts';
import { ReachedReward } from '../../rewards/schema.ts';
import { named, Timestamp } from '../../schema/described.ts';
import { Assessment, Signup } from '../schema.ts';

/** What an answer about signups has only if the caller asks for it (N1). */
const signupDetails = ['confirmation', 'assessment', 'invitation', 'rewards', 'mail'] as const;
export type SignupDetail = (typeof signupDetails)[number];

/** Names in a query: one parameter, separated by commas. Each counts once. */
export const DetailList = z
  .string()
  .max(200, { abort: true })
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine(
    (names) => names.every(isSignupDetail),
    `must be one or more of ${signupDetails.join(', ')}, separated by commas`,
  )
  .transform((names) => [...new Set(names.filter(isSignupDetail))])
  .optional()
  .meta({ type: 'string' })
  .describe(`Facts that the answer has in addition: ${nameList(signupDetails)}, separated by commas.`);

function isSignupDetail(text: string): text is SignupDetail {
  return (signupDetails as readonly string[]).includes(text);
}

function nameList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

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

const details = {
  confirmation: ConfirmationState.nullable().describe(
    'Its confirmation; null if it was never asked. Only with `include=confirmation`.',
  ),
  assessment: Assessment.nullable().describe(
    'What the waitlist thinks of its referral; null if it judged none. Only with `include=assessment`. Do not show it on a page: it would teach people who farm codes.',
  ),
  invitation: InvitationOfSignup.nullable().describe(
    'Its newest invitation, or its conversion without one; null if there is neither. Only with `include=invitation`.',
  ),
  rewards: z
    .array(ReachedReward)
    .describe('The rewards that it has reached, by `at`. Only with `include=rewards`.'),
  mail: SignupMail.nullable().describe('Its signup email; null if none was made. Only with `include=mail`.'),
} satisfies Record<SignupDetail, z.ZodType>;

/** A signup with what `include` asks for. */
export const SignupDetails = named('Signup', Signup.extend(z.object(details).partial().shape));
export type SignupDetails = z.infer<typeof SignupDetails>;
