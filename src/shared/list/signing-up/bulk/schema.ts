import { z } from 'zod';
import { type ErrorCode, errorStatus } from '../../../platform/errors.ts';
import { boundedList } from '../../../platform/schema/bounded.ts';
import { named } from '../../../platform/schema/described.ts';

export const maxSignupsPerBulk = 500;

/** A signup as in a single call. Each is checked by itself, so that a bad one does not refuse the others. */
const Entry = z.unknown().meta({ $ref: '#/components/schemas/NewSignupInput' });

/** The body of POST signups/bulk (N1). */
export const BulkInput = named(
  'NewSignups',
  z.object({
    signups: boundedList(z.array(Entry).min(1), maxSignupsPerBulk, 'signups')
      .meta({ maxItems: maxSignupsPerBulk })
      .describe('The signups to add, in this order: 1 to 500, each as in a single call.'),
    notify: z
      .boolean()
      .default(false)
      .describe('Whether new signups get their email and publish `signup.created`.'),
  }),
);
export type BulkInput = z.infer<typeof BulkInput>;

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** What became of an entry. */
export const BulkEntry = named(
  'BulkSignup',
  z.object({
    index: z.int().min(0).describe('The place in the request, from 0.'),
    status: z
      .enum(['created', 'existing', 'rejected'])
      .describe('`created`: a new signup. `existing`: the address was on the list. `rejected`: see `error`.'),
    id: z.guid().optional().describe('The id of the signup, unless it was rejected.'),
    position: z.int().min(1).optional().describe('Its position, unless it was rejected.'),
    referral_code: z.string().optional().describe('Its own code, unless it was rejected.'),
    error: z
      .object({
        code: z.enum(codes).describe('As in the answer to a single call.'),
        message: z.string().describe('For people. For a bad value it starts with the path inside the entry.'),
      })
      .optional()
      .describe('Why it was rejected.'),
  }),
);
export type BulkEntry = z.infer<typeof BulkEntry>;

const Count = z.int().min(0);

/** The response of POST signups/bulk (N1). */
export const BulkResult = named(
  'BulkResult',
  z.object({
    data: z.array(BulkEntry).describe('One item for each signup of the request, in its order.'),
    created: Count.describe('How many are new.'),
    existing: Count.describe('How many were on the list.'),
    rejected: Count.describe('How many were rejected.'),
  }),
);
export type BulkResult = z.infer<typeof BulkResult>;
