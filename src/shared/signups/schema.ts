import { z } from 'zod';
import { toEmailKey } from '../email/address.ts';
import { emailStatuses } from '../email/status.ts';
import { AnyObject, boundedRecord } from '../schema/bounded.ts';
import { EmailAddress, named, Timestamp } from '../schema/described.ts';
import { PageQuery } from '../schema/paging.ts';
import { boundedText, trimmedText } from '../schema/text.ts';

/** A trimmed address that can be mailed (C3.6b). Lengths count code points (C1.8b). */
const Email = trimmedText(320)
  .refine((address) => toEmailKey(address) !== undefined, 'expected an email address')
  .meta({ format: 'email' });

/** An empty or blank text counts as null (C1.9). */
const blankAsNull = (max: number) => boundedText(max).transform((text) => (text.trim() === '' ? null : text));

const maxMetadataKeys = 10;

const Metadata = boundedRecord(
  z.record(z.string().regex(/^\w{1,64}$/), boundedText(1000)),
  maxMetadataKeys,
).meta({ maxProperties: maxMetadataKeys });

/** The body of POST signups (§4.3, §2.5). */
export const SignupInput = named(
  'NewSignup',
  z.object({
    email: Email.describe(
      'The address to sign up. Trimmed; compared in lower case, with an internationalised domain in its ASCII form. One `@`, before it at most 64 ASCII characters without quotes, after it a domain with a dot.',
    ),
    utm_source: blankAsNull(200)
      .nullish()
      .describe('Where the visitor came from, for the statistics. Blank counts as null.'),
    referrer: blankAsNull(2000)
      .nullish()
      .describe(
        'The page that the visitor came from. Left out, the `Referer` header is used, cut to 2,000 characters; null or blank does not fall back.',
      ),
    referral_code: blankAsNull(64)
      .nullish()
      .describe(
        'The code of the signup that brought this one. Case and hyphens do not matter, `O` is read as `0`, `I` and `L` as `1`. One that fits nobody is ignored.',
      ),
    metadata: Metadata.nullish().describe(
      'Your own data: at most 10 keys of letters, digits and `_`. Stored with the signup, never updated, never shown in emails.',
    ),
    fields: AnyObject.nullish().describe(
      'Values of the custom fields by their keys, each of its type: a text of at most 1,000 characters, a number, true or false. A required field must not be null or missing. Keys that the waitlist does not declare are dropped, whatever they hold and however many there are.',
    ),
  }),
);
export type SignupInput = z.infer<typeof SignupInput>;

/** What creating a signup answers (§2.4). */
export const SignupResult = named(
  'SignupResult',
  z.object({
    id: z.guid().describe('Of the signup.'),
    position: z.int().min(1).describe('Its place in the queue. Never changes and is never given again.'),
    total: z.int().min(0).describe('How many signups the waitlist has, with this one.'),
    referral_code: z.string().describe('Its own code, to put into a share link.'),
  }),
);
export type SignupResult = z.infer<typeof SignupResult>;

/** A signup as lists show it (§2.3). */
export const Signup = named(
  'Signup',
  z.object({
    id: z.guid().describe('Never changes.'),
    email: EmailAddress.describe('As it was first sent in, trimmed.'),
    position: z
      .int()
      .min(1)
      .describe('The stored place in the queue. Never changes and is never given again.'),
    display_position: z
      .int()
      .min(1)
      .nullable()
      .describe(
        '`max(1, position − referral_count × referral_bonus)`. Null while the waitlist has no bonus.',
      ),
    utm_source: z.string().nullable().describe('Where the visitor came from.'),
    referrer: z.string().nullable().describe('The page that the visitor came from.'),
    referral_code: z
      .string()
      .describe(
        'Its own code: 10 characters of `0`-`9` and `a`-`z` without `i`, `l`, `o`, `u`. Never changes.',
      ),
    referral_count: z.int().min(0).describe('How many signups it brought.'),
    referred_by: z.guid().nullable().describe('The signup that brought it, if that is still there.'),
    metadata: z.record(z.string(), z.string()).describe('Your own data, as it was at the signup.'),
    fields: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .describe('Values of custom fields by their keys.'),
    created_at: Timestamp.describe('When it signed up.'),
    email_status: z
      .enum(emailStatuses)
      .nullable()
      .describe(
        'What became of the signup email. Of what is reported the highest rank holds, in the order of this list; null while there is nothing to say.',
      ),
    email_delivered_at: Timestamp.nullable().describe('When the email was first reported delivered.'),
    email_opened_at: Timestamp.nullable().describe('When it was first opened.'),
    email_clicked_at: Timestamp.nullable().describe('When a link in it was first clicked.'),
  }),
);
export type Signup = z.infer<typeof Signup>;

/** The query of GET signups (§4.3). */
export const SignupQuery = PageQuery.extend({
  email: Email.optional().describe('Only the signup with this address, compared as at the signup.'),
});
export type SignupQuery = z.infer<typeof SignupQuery>;

/** Which signups the dashboard shows (C11.3). What cannot be is left out. */
export const SignupSearch = z.object({
  /** The start of an address, or all of one; empty: every signup. */
  email: z.string().trim().catch('').default(''),
  /** For a search by address it is the addresses' own order: the exact one comes first. */
  order: z.enum(['newest', 'oldest', 'referrals']).catch('newest').default('newest'),
});
export type SignupSearch = z.infer<typeof SignupSearch>;
