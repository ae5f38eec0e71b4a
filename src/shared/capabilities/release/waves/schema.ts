import { z } from 'zod';
import { PeopleFilter, ShownPeopleFilter } from '../../../list/signups/selection/people-filter.ts';
import { SegmentId } from '../../../list/signups/selection/segment.ts';
import { EmailAddress, named, Timestamp } from '../../../platform/schema/described.ts';
import { oneLine } from '../../../platform/schema/text.ts';
import { Deliver, ValidDays } from '../invitations/schema.ts';

/** The most members of a wave. */
export const mostMembers = 100_000;
/** A faster wave would not differ from one without a pace. */
const mostPerHour = 100_000;

const memberOrders = ['display_position', 'position', 'referrals'] as const;
export type MemberOrder = (typeof memberOrders)[number];

const texts = {
  name: 'What you call it; null if it has no name.',
  size: 'How many people you want to invite, at most 100,000.',
  order:
    'Who comes first: by displayed position, by stored position, or those with the most referrals. Ties are by position.',
  expires_in_days: 'How long an invitation is valid.',
  per_hour: 'How many people are invited in an hour, evenly. Null: all at once.',
  filter: 'Who may be a member. All that is given must hold.',
};

/** The body of POST waves (N5). */
export const WaveInput = named(
  'NewWave',
  z.strictObject({
    name: oneLine(100).nullish().describe('What you call it.'),
    size: z.int().min(1).max(mostMembers).describe(texts.size),
    order: z.enum(memberOrders).default('display_position').describe(texts.order),
    filter: PeopleFilter.nullish().describe(texts.filter),
    segment: SegmentId.nullish(),
    expires_in_days: ValidDays.default(14).describe(texts.expires_in_days),
    per_hour: z.int().min(1).max(mostPerHour).nullish().describe(texts.per_hour),
    deliver: Deliver.default('email'),
  }),
);
export type WaveInput = z.infer<typeof WaveInput>;

const waveStates = ['selecting', 'draft', 'sending', 'sent', 'cancelled'] as const;
export type WaveState = (typeof waveStates)[number];

const count = (text: string) => z.int().min(0).describe(text);

const Excluded = z.object({
  invited: count('They have an invitation that is open, or a wave that is being sent will invite them.'),
  converted: count('They are users already.'),
  suppressed: count('They unsubscribed, or their address gets no mails.'),
  unconfirmed: count('They were asked to confirm their address and have not.'),
  in_review: count('Their referral waits for somebody’s decision.'),
  bounced: count('Their signup email bounced.'),
});
/** Why a person who meets the filter is no member. */
export type ExclusionReason = keyof z.infer<typeof Excluded>;
export const exclusionReasons = Object.keys(Excluded.shape) as ExclusionReason[];

const LeftOut = z.object({
  removed: count('Their signup was deleted.'),
  suppressed: count('They unsubscribed, or their address gets no mails any more.'),
  invited: count('They were invited otherwise.'),
  converted: count('They became users otherwise.'),
});
/** Why a member was not invited. */
export type LeftOutReason = keyof z.infer<typeof LeftOut>;
export const leftOutReasons = Object.keys(LeftOut.shape) as LeftOutReason[];

const base = {
  id: z.uuid().describe('The id of the wave.'),
  waitlist_id: z.uuid().describe('Its waitlist.'),
  name: z.string().nullable().describe(texts.name),
  state: z
    .enum(waveStates)
    .describe(
      '`selecting`: the people are still being chosen, and the counts are 0. `draft`: it can be launched for 24 hours. `sending`, `sent`, `cancelled`.',
    ),
  size: z.int().describe(texts.size),
  order: z.enum(memberOrders).describe(texts.order),
  filter: ShownPeopleFilter.describe(texts.filter),
  expires_in_days: z.int().describe(texts.expires_in_days),
  per_hour: z.int().nullable().describe(texts.per_hour),
  deliver: Deliver,
  matched: count('How many people meet the filter.'),
  selected: count('How many people the wave has.'),
  excluded: Excluded.describe(
    'How many of those who meet the filter cannot be invited. Each is counted once, by the first of these reasons.',
  ),
  invited: count('How many have been invited until now.'),
  left_out: LeftOut.describe(
    'How many were left out by the launch, because something changed since the draft.',
  ),
  created_at: Timestamp.describe('When it was drafted.'),
  launched_at: Timestamp.nullable().describe('When it was launched.'),
  finished_at: Timestamp.nullable().describe('When the last person was invited, or the wave was cancelled.'),
};

/** An item of GET waves (N5). */
export const WaveSummary = named('WaveSummary', z.object(base));
export type WaveSummary = z.infer<typeof WaveSummary>;

const Member = z.object({
  signup_id: z.uuid().describe('The id of the signup.'),
  email: EmailAddress.describe('Its address.'),
  position: z.int().min(1).describe('Its position.'),
  referral_count: z.int().min(0).describe('How many signups it referred.'),
});
export type Member = z.infer<typeof Member>;

/** The response of POST waves and cancel (N5). */
export const Wave = named(
  'Wave',
  z.object({
    ...base,
    sample: z.array(Member).describe('The first 20 people of the wave who are still on the waitlist.'),
    emails_remaining: z
      .int()
      .min(0)
      .nullable()
      .describe('What this month’s allowance of emails has left; null with an email provider of your own.'),
  }),
);
export type Wave = z.infer<typeof Wave>;

/** The response of GET wave (N5). */
export const WaveReport = named(
  'WaveReport',
  Wave.extend({
    sent: count('How many invitations left: their mail, or their link.'),
    delivered: count('How many mails were delivered, as the provider reports.'),
    opened: count('How many were opened.'),
    clicked: count('In how many a link was clicked.'),
    converted: count('How many people became users.'),
    expired: count('How many invitations expired.'),
    declined: count('How many were declined.'),
    revoked: count('How many were revoked, also because the signup was deleted.'),
    bounced: count('How many mails came back for good.'),
    failed: count('How many mails could not be sent.'),
    conversion_rate: z.int().min(0).max(100).describe('`converted` in per cent of `sent`, rounded.'),
    median_hours_to_convert: z
      .number()
      .nullable()
      .describe('Half of those who became users took no longer; in hours, to a tenth. Null if nobody did.'),
  }),
);
export type WaveReport = z.infer<typeof WaveReport>;

/** The response of POST launch: the same for each repeat (N5). */
export const WaveLaunch = named(
  'WaveLaunch',
  z.object({
    id: z.uuid().describe('The id of the wave.'),
    selected: count('How many people it has.'),
    launched_at: Timestamp.describe('When it was first launched.'),
  }),
);
export type WaveLaunch = z.infer<typeof WaveLaunch>;
