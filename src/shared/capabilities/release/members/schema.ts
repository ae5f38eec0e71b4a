import { z } from 'zod';
import { EmailAddress, named, Timestamp } from '../../../platform/schema/described.ts';
import { PageQuery } from '../../../platform/schema/paging.ts';

/** What an invitation of a wave can have come to. Each is also a figure of the wave, but `waiting`. */
export const memberSteps = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'converted',
  'expired',
  'declined',
  'revoked',
  'bounced',
  'failed',
  'waiting',
] as const;
export type MemberStep = (typeof memberSteps)[number];

const Step = z.enum(memberSteps);

/** An item of GET members: somebody whom a wave has invited. */
export const WaveMember = named(
  'WaveMember',
  z.object({
    signup_id: z.uuid().describe('The id of the signup.'),
    email: EmailAddress.nullable().describe('Its address; null if it was deleted.'),
    position: z.int().min(1).nullable().describe('Its position; null if it was deleted.'),
    invitation_id: z.uuid().describe('The invitation, to send it again or to revoke it.'),
    state: Step.describe(
      'How far it came, in one word. `waiting`: its mail has not left. `failed`: its mail could not be sent. `bounced`: its mail came back for good.',
    ),
    sent_at: Timestamp.nullable().describe('When the first mail left, or the link was made.'),
    delivered_at: Timestamp.nullable().describe('When a mail was delivered, as the provider reports.'),
    opened_at: Timestamp.nullable().describe('When a mail was first opened.'),
    clicked_at: Timestamp.nullable().describe('When a link in a mail was first clicked.'),
    expires_at: Timestamp.describe('Until when the invitation is valid.'),
    ended_at: Timestamp.nullable().describe('When it was converted, expired, was declined or revoked.'),
    resends: z.int().min(0).describe('How often it was sent again.'),
  }),
);
export type WaveMember = z.infer<typeof WaveMember>;

const stepFilter = {
  step: Step.optional().describe(
    'Only people who came so far, whatever came after it: as many as the figure of the wave with this name. `waiting`: only those whose mail has not left.',
  ),
};

/** The query of GET members. */
export const WaveMembersQuery = PageQuery.extend(stepFilter).strict();
export type WaveMembersQuery = z.infer<typeof WaveMembersQuery>;

/** The query of the members as CSV. */
export const WaveMembersExportQuery = z.strictObject(stepFilter);
