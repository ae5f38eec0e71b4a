import { isIP } from 'node:net';
import { z } from 'zod';
import { AnyObject, boundedList, boundedRecord } from '../../platform/schema/bounded.ts';
import { EmailAddress, named, Timestamp } from '../../platform/schema/described.ts';
import { Email } from '../../platform/schema/email-address.ts';
import { boundedText } from '../../platform/schema/text.ts';
import { OptionalLanguageTag } from '../language/language-tag.ts';
import { emailStatuses } from '../mail-state/status.ts';
import { reasonCodes, verdicts } from '../signals/reasons.ts';

/** Blank text becomes null (C1.9). */
const blankAsNull = (max: number) => boundedText(max).transform((text) => (text.trim() === '' ? null : text));

/** What a link says besides its source. */
const CampaignText = blankAsNull(200).nullish();

const maxMetadataKeys = 10;

const Metadata = boundedRecord(
  z.record(
    z.string().regex(/^\w{1,64}$/, 'must be a key of 1 to 64 letters, digits and _'),
    boundedText(1000),
  ),
  maxMetadataKeys,
).meta({ maxProperties: maxMetadataKeys });

/** A fact about a new signup that an answer has only if the caller asks for it (N1). */
const includable = [
  'created',
  'display_position',
  'referral_count',
  'referral_link',
  'status_token',
  'assessment',
  'locale',
] as const;
export type IncludableKey = (typeof includable)[number];

/** Without a zone: that names an interface of one machine, and the database takes none. */
const ClientIp = boundedText(45).refine(
  (text) => isIP(text) !== 0 && !text.includes('%'),
  'must be an IPv4 or IPv6 address',
);

/** The body of POST signups (§4.3, §2.5). */
export const SignupInput = named(
  'NewSignup',
  z.object({
    email: Email.describe(
      'The address to sign up: one `@`, at most 64 unquoted ASCII characters before it, a domain with a dot after it. Trimmed, and compared in lower case with an internationalised domain in its ASCII form.',
    ),
    utm_source: blankAsNull(200)
      .nullish()
      .describe('The campaign or channel, for the statistics. Blank counts as null.'),
    utm_medium: CampaignText.describe(
      'How the link was spread, such as `social` or `email`. An address that is on the list keeps its first.',
    ),
    utm_campaign: CampaignText.describe(
      'What the link belongs to, such as `launch-week`: the statistics count it. An address that is on the list keeps its first.',
    ),
    utm_term: CampaignText.describe(
      'The search term of an ad. An address that is on the list keeps its first.',
    ),
    utm_content: CampaignText.describe(
      'Which of several links of a campaign it was, such as `second-post`. An address that is on the list keeps its first.',
    ),
    referrer: blankAsNull(2000)
      .nullish()
      .describe(
        'The page that the visitor came from. If left out, the `Referer` header is used, cut to 2,000 characters. Null and blank do not fall back to it.',
      ),
    referral_code: blankAsNull(64)
      .nullish()
      .describe(
        'The code of the signup that referred this one. Case and hyphens do not matter; `O` is read as `0`, `I` and `L` as `1`. A code that matches nothing is ignored.',
      ),
    metadata: Metadata.nullish().describe(
      'Your own data: at most 10 keys of letters, digits and `_`. Stored with the signup, never updated, never shown in emails.',
    ),
    fields: AnyObject.nullish().describe(
      'Values of the custom fields by their keys: strings of at most 1,000 characters, numbers or booleans, as declared. A required field must not be null or missing. Undeclared keys are dropped.',
    ),
    locale: OptionalLanguageTag.nullish().describe(
      'The language of the person, as a language tag (BCP 47) such as `de` or `pt-BR`. Pages and mails of the service use it. An address that is on the list keeps its first one.',
    ),
    client_ip: ClientIp.nullish().describe(
      'The address of the visitor, if your own server makes the call. The limit per address then counts it instead of the address of the connection. A private or reserved address counts as absent.',
    ),
    user_agent: boundedText(500).nullish().describe('The `User-Agent` of the visitor. It is not stored.'),
    include: boundedList(z.array(z.enum(includable)), 10, 'items')
      .nullish()
      .describe('Facts that the answer has in addition.'),
  }),
);
export type SignupInput = z.infer<typeof SignupInput>;

/** The response of POST signups (§2.4). */
export const SignupResult = named(
  'SignupResult',
  z.object({
    id: z.guid().describe('The id of the signup.'),
    position: z.int().min(1).describe('The position on the list. It never changes and is never reused.'),
    total: z.int().min(0).describe('The number of signups on the waitlist, this one included.'),
    referral_code: z.string().describe('Its own code, for a share link.'),
  }),
);
export type SignupResult = z.infer<typeof SignupResult>;

/** What a list that judges referrals thinks of one (N4). */
export const Assessment = z.object({
  verdict: z
    .enum(verdicts)
    .describe(
      '`ok`; `flagged`: shown to reviewers; `withheld`: credits nobody for now; `held`: its mail waits, too.',
    ),
  reasons: z.array(z.enum(reasonCodes)).describe('What speaks against it.'),
});
export type Assessment = z.infer<typeof Assessment>;

const included = {
  created: z.boolean().describe('Whether the signup is new. False if the address was on the list already.'),
  display_position: z.int().min(1).nullable().describe('As in the list of signups.'),
  referral_count: z.int().min(0).describe('The number of signups that it referred.'),
  referral_link: z
    .string()
    .nullable()
    .describe(
      'The link to share: to `links.site_url` of the settings, else to the hosted signup page; null without both.',
    ),
  status_token: z
    .string()
    .nullable()
    .describe(
      'For `GET /v1/public/status`. Null if the address was on the list already: somebody who only types an address must not see the place of that person.',
    ),
  assessment: Assessment.nullable().describe(
    'What the waitlist thinks of the referral. Null if it judges none, without a known code, and if the address was on the list already. Do not show it on a page: it would teach people who farm codes.',
  ),
  locale: z.string().nullable().describe('The language of the person; null if it is not known.'),
} satisfies Record<IncludableKey, z.ZodType>;
const Included = z.object(included).partial();
export type IncludedValues = z.infer<typeof Included>;

/** The response of POST signups, with what `include` asks for (N1). */
export const SignupAnswer = named('SignupAnswer', SignupResult.extend(Included.shape));
export type SignupAnswer = z.infer<typeof SignupAnswer>;

/** A signup in lists (§2.3). In the API description it has what `include` adds, too: `SignupDetails`. */
export const Signup = z.object({
  id: z.guid().describe('The id of the signup.'),
  email: EmailAddress.describe('The address as it was first sent, trimmed.'),
  position: z.int().min(1).describe('The stored position. It never changes and is never reused.'),
  display_position: z
    .int()
    .min(1)
    .nullable()
    .describe('`max(1, position − referral_count × referral_bonus)`. Null while the waitlist has no bonus.'),
  utm_source: z.string().nullable().describe('The campaign or channel.'),
  referrer: z.string().nullable().describe('The page that the visitor came from.'),
  referral_code: z
    .string()
    .describe(
      'Its own code: 10 characters of `0`-`9` and `a`-`z` without `i`, `l`, `o`, `u`. Never changes.',
    ),
  referral_count: z.int().min(0).describe('The number of signups that it referred.'),
  referred_by: z
    .guid()
    .nullable()
    .describe('The id of the signup that referred it; null if there is none or it was deleted.'),
  metadata: z
    .record(z.string(), z.string())
    .describe('Your own data from the request that added the signup.'),
  fields: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .describe('Values of custom fields by their keys.'),
  created_at: Timestamp.describe('The time of the signup.'),
  email_status: z
    .enum(emailStatuses)
    .nullable()
    .describe(
      'The status of the signup email; null at first. Of all reported statuses the highest applies, in the order of this list.',
    ),
  email_delivered_at: Timestamp.nullable().describe('The first delivery that the provider reported.'),
  email_opened_at: Timestamp.nullable().describe('The first opening that the provider reported.'),
  email_clicked_at: Timestamp.nullable().describe('The first click that the provider reported.'),
});
export type Signup = z.infer<typeof Signup>;
