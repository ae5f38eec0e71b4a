import { z } from 'zod';
import { named, Timestamp } from '../../platform/schema/described.ts';
import { Email } from '../../platform/schema/email-address.ts';
import { PageQuery } from '../../platform/schema/paging.ts';

/**
 * Why an address gets no mails, the gravest first but for `unsubscribed`. A reason is never replaced: one
 * address may have several.
 */
export const suppressionReasons = ['unsubscribed', 'complained', 'bounced', 'manual', 'erased'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

const WaitlistId = z.guid().describe('The waitlist whose mails it stops; left out or null: all waitlists.');

/** A suppression (N3). Its address is stored as a keyed HMAC and cannot be read back. */
export const Suppression = named(
  'Suppression',
  z.object({
    id: z.uuid().describe('The id of the suppression.'),
    waitlist_id: z.uuid().nullable().describe('The waitlist whose mails it stops; null: all waitlists.'),
    reason: z.enum(suppressionReasons).describe('Why the address gets no mails.'),
    created_at: Timestamp.describe('When it was added.'),
  }),
);
export type Suppression = z.infer<typeof Suppression>;

/** The body of POST and DELETE suppressions. */
export const SuppressionInput = named(
  'SuppressionTarget',
  z.strictObject({
    email: Email.describe('The address, in any letter case.'),
    waitlist_id: WaitlistId.nullish(),
  }),
);
export type SuppressionInput = z.infer<typeof SuppressionInput>;

/** The query of GET suppressions. */
export const SuppressionsQuery = PageQuery.extend({
  email: Email.optional().describe('Only those of this address.'),
}).strict();
export type SuppressionsQuery = z.infer<typeof SuppressionsQuery>;
