import { z } from 'zod';
import { fieldKeyForm, maxFieldsPerWaitlist } from '../../../list/fields/schema.ts';
import { TextMatch } from '../../../list/signups/search/schema.ts';
import { boundedList, boundedRecord } from '../../../platform/schema/bounded.ts';
import { EmailAddress, named, Timestamp } from '../../../platform/schema/described.ts';
import { boundedText, oneLine } from '../../../platform/schema/text.ts';
import { Deliver, ValidDays } from '../invitations/schema.ts';

/** The most members of a wave. */
export const mostMembers = 100_000;
/** The most ids in a filter: so many fit into a request. */
export const mostIds = 10_000;
/** A faster wave would not differ from one without a pace. */
const mostPerHour = 100_000;

const memberOrders = ['display_position', 'position', 'referrals'] as const;
export type MemberOrder = (typeof memberOrders)[number];

const DayOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a day as YYYY-MM-DD, or a time such as 2026-01-31T12:00:00Z',
});

const FieldValue = z.union([boundedText(1_000), z.number(), z.boolean()], {
  error: 'must be a text of at most 1,000 characters, a number, true or false',
});

/** Who may be a member of a wave. All that is given must hold. */
export const WaveFilter = z
  .strictObject({
    fields: boundedRecord(
      z.record(z.string().regex(fieldKeyForm, 'is not the key of a custom field'), FieldValue),
      maxFieldsPerWaitlist,
    ).describe('Only people with exactly these values of custom fields, which must exist.'),
    utm_source: boundedText(200).min(1).describe('Only people from exactly this campaign or channel.'),
    match: TextMatch.describe(
      'How `utm_source` and the texts of `fields` are compared: `exact`, the default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever its case.',
    ),
    created_before: DayOrTime.describe(
      'Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time.',
    ),
    min_referrals: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .describe('Only people who referred at least so many. Withheld referrals do not count.'),
    confirmed: z
      .boolean()
      .describe('Only people who have confirmed their address, or only those who have not.'),
    ids: boundedList(z.array(z.guid()).min(1), mostIds, 'ids').describe('Only these signups.'),
  })
  .partial();
export type WaveFilter = z.infer<typeof WaveFilter>;

/** The filter of an answer: it counts the ids, which may be thousands. */
const ShownFilter = z
  .object({
    fields: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .describe('Values of custom fields.'),
    utm_source: z.string().describe('The campaign or channel.'),
    match: TextMatch.describe('How texts are compared, if not exactly.'),
    created_before: z.string().describe('The day or time before which people signed up.'),
    min_referrals: z.int().describe('How many they referred at least.'),
    confirmed: z.boolean().describe('Whether they have confirmed their address.'),
    id_count: z.int().describe('How many `ids` were given.'),
  })
  .partial();

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
    filter: WaveFilter.nullish().describe(texts.filter),
    expires_in_days: ValidDays.default(14).describe(texts.expires_in_days),
    per_hour: z.int().min(1).max(mostPerHour).nullish().describe(texts.per_hour),
    deliver: Deliver.default('email'),
  }),
);
export type WaveInput = z.infer<typeof WaveInput>;

const waveStates = ['selecting', 'draft', 'sending', 'sent', 'cancelled'] as const;
/** A filter without its ids. */
export type ShownFilter = z.infer<typeof ShownFilter>;
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
  filter: ShownFilter.describe(texts.filter),
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
