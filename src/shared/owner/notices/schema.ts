import { z } from 'zod';

/** The kinds of notices that a user can switch off (N8). */
export const noticeKinds = [
  'email_refused',
  'email_down',
  'bounces',
  'allowance',
  'signup_limit',
  'integration',
  'referrals',
  'announcement',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The integrations that notices can be posted to. */
export const noticeChats = ['chat_blocks', 'chat_embeds'] as const;
export type NoticeChat = (typeof noticeChats)[number];

const ofIntegration = {
  integration_type: z.string(),
  failing_since: z.string(),
  reason: z.string(),
};

/** The fact that users are told of, with what the text needs. */
export const NoticeFacts = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('integration_failing'),
    ...ofIntegration,
    retries: z.enum(['none', 'standard']).default('standard'),
  }),
  z.object({ about: z.literal('integration_disabled'), ...ofIntegration }),
  z.object({ about: z.literal('email_refused'), reason: z.string() }),
  z.object({ about: z.literal('email_down'), since: z.string(), reason: z.string() }),
  z.object({ about: z.literal('bounces'), sent: z.int(), bounced: z.int() }),
  z.object({ about: z.literal('allowance'), percent: z.int(), used: z.int(), allowance: z.int() }),
  z.object({
    about: z.literal('signup_limit'),
    percent: z.int(),
    used: z.int(),
    limit: z.int(),
    accepted: z.int(),
  }),
  z.object({
    about: z.literal('referrals'),
    waitlist_id: z.uuid(),
    waitlist_name: z.string(),
    signup_id: z.uuid(),
    signups: z.int(),
    codes: z.int(),
  }),
  z.object({
    about: z.literal('announcement'),
    announcement_id: z.uuid(),
    announcement_name: z.string(),
    waitlist_id: z.uuid(),
    reason: z.string(),
    sent: z.int(),
    bounced: z.int(),
    complained: z.int(),
  }),
]);
export type NoticeFacts = z.infer<typeof NoticeFacts>;

/** The mail of a week, for the users who asked for it. `up_to` is the Monday behind it. */
const Digest = z.object({ about: z.literal('digest'), up_to: z.iso.date() });

/** What only the user is told whom it is about, whatever that user has switched off. */
const WrongCodes = z.object({ about: z.literal('wrong_codes') });

/** A mail to a user of the account. */
export const NoticeMail = z.intersection(
  z.object({ user_id: z.uuid() }),
  z.union([NoticeFacts, Digest, WrongCodes]),
);
export type NoticeMail = z.infer<typeof NoticeMail>;

/** A message to the account's chat. */
export const NoticeMessage = z.object({ chat: z.enum(noticeChats), facts: NoticeFacts });

/** The kind that a fact belongs to. */
export function kindOf({ about }: Pick<NoticeFacts, 'about'>): NoticeKind {
  return about === 'integration_failing' || about === 'integration_disabled' ? 'integration' : about;
}
