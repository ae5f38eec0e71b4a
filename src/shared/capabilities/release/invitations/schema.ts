import { z } from 'zod';
import { EmailAddress, named, Timestamp } from '../../../platform/schema/described.ts';
import { PageQuery } from '../../../platform/schema/paging.ts';
import { boundedText, trimmedText } from '../../../platform/schema/text.ts';

export const Deliver = z
  .enum(['email', 'link'])
  .describe('`email`: the service mails the invitations. `link`: you get the links and send them yourself.');
export type Deliver = z.infer<typeof Deliver>;

export const ValidDays = z.int().min(1).max(365);

const invitationStates = ['invited', 'converted', 'expired', 'declined', 'revoked'] as const;
export const InvitationState = z.enum(invitationStates);
export type InvitationState = z.infer<typeof InvitationState>;

/** What each state is called on pages. */
export const invitationStateTexts: Readonly<Record<InvitationState, string>> = {
  invited: 'Invited',
  converted: 'User',
  expired: 'Expired',
  declined: 'Declined',
  revoked: 'Revoked',
};

/** An invitation, without its token (N5). */
export const Invitation = named(
  'Invitation',
  z.object({
    id: z.uuid().describe('The id of the invitation.'),
    waitlist_id: z.uuid().describe('Its waitlist.'),
    signup_id: z.uuid().describe('The signup that is invited.'),
    email: EmailAddress.nullable().describe('The address of the signup; null if it was deleted.'),
    wave_id: z.uuid().nullable().describe('Its wave; null if one person was invited.'),
    state: InvitationState.describe('What became of it.'),
    deliver: Deliver,
    expires_at: Timestamp.describe('Until when it is valid.'),
    created_at: Timestamp.describe('When it was made.'),
    sent_at: Timestamp.nullable().describe('When its first mail left, or its link was made.'),
    ended_at: Timestamp.nullable().describe('When it was converted, expired, was declined or revoked.'),
    resends: z.int().min(0).describe('How often it was sent again.'),
  }),
);
export type Invitation = z.infer<typeof Invitation>;

/** What became of the invitation of a signup (N5). */
export const InvitationOfSignup = named(
  'InvitationOfSignup',
  z.object({
    id: z.uuid().nullable().describe('The id of the newest invitation; null for a conversion without one.'),
    wave_id: z.uuid().nullable().describe('Its wave; null if it was of none.'),
    state: InvitationState.describe('What became of it: `converted` also without an invitation.'),
    invited_at: Timestamp.nullable().describe('When it was made.'),
    expires_at: Timestamp.nullable().describe('Until when it is valid.'),
    converted_at: Timestamp.nullable().describe('When the person became a user.'),
  }),
);
export type InvitationOfSignup = z.infer<typeof InvitationOfSignup>;

/** An invitation whose link the caller gets, once (N5). */
export const NewInvitation = named(
  'NewInvitation',
  Invitation.extend({
    url: z
      .string()
      .nullable()
      .describe(
        'The link, only with `deliver: "link"` and only in this answer. Give it to this person alone.',
      ),
  }),
);
export type NewInvitation = z.infer<typeof NewInvitation>;

/** The query of GET invitations. */
export const InvitationsQuery = PageQuery.extend({
  state: InvitationState.optional().describe('Only those in this state.'),
  wave_id: z.guid().optional().describe('Only those of this wave.'),
}).strict();
export type InvitationsQuery = z.infer<typeof InvitationsQuery>;

/** The body of POST invite. */
export const InviteInput = named(
  'InvitationRequest',
  z.strictObject({
    expires_in_days: ValidDays.default(14).describe('How long the invitation is valid.'),
    deliver: Deliver.default('email'),
  }),
);
export type InviteInput = z.infer<typeof InviteInput>;

/** Whatever somebody may type or cut off: it is only compared. */
export const GivenToken = boundedText(200).describe('The `token` in the query of your page.');

/** The body of POST decline. */
export const DeclineInput = named('DeclinedInvitation', z.strictObject({ token: GivenToken }));

/** The body of POST verify. */
export const VerifyInput = named(
  'InvitationToVerify',
  z.strictObject({
    token: GivenToken,
    email: trimmedText(320)
      .nullish()
      .describe('The address of the person who wants to use it, in any letter case.'),
  }),
);
export type VerifyInput = z.infer<typeof VerifyInput>;

const problems = ['unknown', 'expired', 'revoked', 'declined', 'converted', 'email_mismatch'] as const;
export type InvitationProblem = (typeof problems)[number];

/** The response of POST verify (N5). */
export const Verification = named(
  'InvitationVerification',
  z.object({
    valid: z.boolean().describe('Whether the invitation can be used.'),
    reason: z.enum(problems).nullable().describe('Why not.'),
    email_hint: z
      .string()
      .nullable()
      .describe(
        'The address that was invited, masked, such as `a***@example.com`; `***@example.com` if one character is before the `@`.',
      ),
    waitlist_id: z.uuid().nullable().describe('The waitlist.'),
    signup_id: z.uuid().nullable().describe('The signup.'),
    expires_at: Timestamp.nullable().describe('Until when the invitation is valid.'),
  }),
);
export type Verification = z.infer<typeof Verification>;
