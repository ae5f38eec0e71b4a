import { z } from 'zod';
import { planNames } from '../plans.ts';

/** What GET /v1/account answers (§2.8). */
export const Account = z.object({
  account_id: z.guid(),
  plan: z.enum(planNames),
  quota: z.object({
    tier: z.string(),
    signups_used: z.int().min(0),
    signups_limit: z.int().min(0),
    signups_remaining: z.int().min(0),
    percent_used: z.int().min(0),
    can_add_signup: z.boolean(),
  }),
});
export type Account = z.infer<typeof Account>;
