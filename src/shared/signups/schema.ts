import { z } from 'zod';
import { toEmailKey } from '../email/address.ts';
import { emailStatuses } from '../email/status.ts';
import { PageQuery } from '../pages.ts';

/** A trimmed address that can be mailed (C3.6b). Lengths count code points (C1.8b). */
const Email = z
  .string()
  .trim()
  .max(320)
  .refine((address) => toEmailKey(address) !== undefined, 'expected an email address');

/** An empty or blank text counts as null (C1.9). */
const blankAsNull = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => (text.trim() === '' ? null : text));

const Metadata = z
  .record(z.string().regex(/^\w{1,64}$/), z.string().max(1000))
  .refine((metadata) => Object.keys(metadata).length <= 10, 'expected at most 10 keys');

const FieldValues = z.record(z.string(), z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]));

/** The body of POST signups (§4.3, §2.5). */
export const SignupInput = z.object({
  email: Email,
  utm_source: blankAsNull(200).nullish(),
  referrer: blankAsNull(2000).nullish(),
  referral_code: blankAsNull(64).nullish(),
  metadata: Metadata.nullish(),
  fields: FieldValues.nullish(),
});
export type SignupInput = z.infer<typeof SignupInput>;

/** What creating a signup answers (§2.4). */
export const SignupResult = z.object({
  id: z.guid(),
  position: z.int().min(1),
  total: z.int().min(0),
  referral_code: z.string(),
});
export type SignupResult = z.infer<typeof SignupResult>;

/** A signup as lists show it (§2.3). */
export const Signup = z.object({
  id: z.guid(),
  email: z.string(),
  position: z.int().min(1),
  display_position: z.int().min(1).nullable(),
  utm_source: z.string().nullable(),
  referrer: z.string().nullable(),
  referral_code: z.string(),
  referral_count: z.int().min(0),
  referred_by: z.guid().nullable(),
  metadata: z.record(z.string(), z.string()),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  created_at: z.string(),
  email_status: z.enum(emailStatuses).nullable(),
  email_delivered_at: z.string().nullable(),
  email_opened_at: z.string().nullable(),
  email_clicked_at: z.string().nullable(),
});
export type Signup = z.infer<typeof Signup>;

/** The query of GET signups (§4.3). */
export const SignupQuery = PageQuery.extend({ email: Email.optional() });
export type SignupQuery = z.infer<typeof SignupQuery>;
