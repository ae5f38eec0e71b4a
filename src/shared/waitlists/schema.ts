import { z } from 'zod';
import { oneLine } from '../text-schema.ts';

const Name = oneLine(100);

export const WaitlistInput = z.object({ name: Name });
export type WaitlistInput = z.infer<typeof WaitlistInput>;

/** The body of PATCH (§4.2): at least one of the two (C2.4). */
export const WaitlistPatch = z
  .object({ name: Name.optional(), referral_bonus: z.int().min(1).max(1_000_000).nullable().optional() })
  .refine(
    (patch) => patch.name !== undefined || patch.referral_bonus !== undefined,
    'expected name, referral_bonus or both',
  );
export type WaitlistPatch = z.infer<typeof WaitlistPatch>;

/** What creating answers: without the bonus (§2.1). */
export const CreatedWaitlist = z.object({ id: z.guid(), name: z.string(), created_at: z.string() });
export type CreatedWaitlist = z.infer<typeof CreatedWaitlist>;

/** A single waitlist (§2.1). */
export const Waitlist = CreatedWaitlist.extend({ referral_bonus: z.int().nullable() });
export type Waitlist = z.infer<typeof Waitlist>;

/** An item of the list (§2.1, C2.1). */
export const WaitlistWithCount = CreatedWaitlist.extend({ signup_count: z.int().min(0) });
export type WaitlistWithCount = z.infer<typeof WaitlistWithCount>;
