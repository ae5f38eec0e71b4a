import { z } from 'zod';
import { named, Timestamp } from '../../platform/schema/described.ts';
import { oneLine } from '../../platform/schema/text.ts';

const Name = oneLine(100).describe(
  'Trimmed; 1 to 100 characters without control characters such as line breaks. Unique in the account; case-sensitive.',
);
const maxBonus = 1_000_000;
const bonusMeaning =
  'How many positions a signup moves up per referral, in `display_position` only. Null if the feature is off.';

export const WaitlistInput = named('NewWaitlist', z.object({ name: Name }));
export type WaitlistInput = z.infer<typeof WaitlistInput>;

/** The body of PATCH (§4.2): at least one property (C2.4). */
export const WaitlistPatch = named(
  'WaitlistChange',
  z
    .object({
      name: Name.optional(),
      referral_bonus: z.int().min(1).max(maxBonus).nullable().optional().describe(bonusMeaning),
    })
    .refine(
      (patch) => patch.name !== undefined || patch.referral_bonus !== undefined,
      'must have name, referral_bonus or both',
    )
    .meta({ minProperties: 1 }),
);
export type WaitlistPatch = z.infer<typeof WaitlistPatch>;

/** The response of POST, without the bonus (§2.1). */
export const CreatedWaitlist = named(
  'CreatedWaitlist',
  z.object({
    id: z.guid().describe('The id of the waitlist.'),
    name: z.string().describe('The name, trimmed.'),
    created_at: Timestamp.describe('When the waitlist was created.'),
  }),
);
export type CreatedWaitlist = z.infer<typeof CreatedWaitlist>;

/** A single waitlist (§2.1). */
export const Waitlist = named(
  'Waitlist',
  CreatedWaitlist.extend({ referral_bonus: z.int().nullable().describe(bonusMeaning) }),
);
export type Waitlist = z.infer<typeof Waitlist>;

/** An item of the list (§2.1, C2.1). */
export const WaitlistWithCount = named(
  'WaitlistWithCount',
  CreatedWaitlist.extend({ signup_count: z.int().min(0).describe('The number of signups, live.') }),
);
export type WaitlistWithCount = z.infer<typeof WaitlistWithCount>;
