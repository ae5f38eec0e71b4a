import { z } from 'zod';
import { named } from '../../platform/schema/described.ts';
import { oneLine } from '../../platform/schema/text.ts';
import { TimeZone } from '../../platform/schema/time-zone.ts';
import type { AccountConfig } from '../config.ts';
import { planNames } from '../plans.ts';
import { newCredentials } from '../users/schema.ts';

/** The response of GET /v1/account (§2.8). */
export const Account = named(
  'Account',
  z.object({
    account_id: z.guid().describe('The account that the key belongs to.'),
    plan: z.enum(planNames).describe('The plan, which sets the limits.'),
    quota: z
      .object({
        tier: z.string().describe('The plan.'),
        signups_used: z.int().min(0).describe('Stored signups, over all waitlists.'),
        signups_limit: z.int().min(0).describe('The limit of stored signups; 0 on plans without a limit.'),
        signups_remaining: z
          .int()
          .min(0)
          .describe('How many more may be stored; 0 on plans without a limit.'),
        percent_used: z
          .int()
          .min(0)
          .describe(
            'The used percentage of the limit, rounded down. It can pass 100, because the Free plan has a buffer.',
          ),
        can_add_signup: z.boolean().describe('Whether the next new signup would be accepted.'),
      })
      .describe('The quota of signups, live.'),
  }),
);
export type Account = z.infer<typeof Account>;

/** Limits that the operator can set instead of those of the plan (C5.4). */
const overrides = {
  requestsPerMinute: z.int32().min(1).optional(),
  managedEmails: z.int32().min(0).optional(),
};

export const AccountName = oneLine(100);

export const accountInput = (config: Pick<AccountConfig, 'hasPasswords'>) =>
  z.object({
    name: AccountName,
    plan: z.enum(planNames),
    ...overrides,
    owner: newCredentials(config).optional(),
  });
export type AccountInput = z.infer<ReturnType<typeof accountInput>>;

export const AccountPatch = z
  .object({
    name: AccountName.optional(),
    plan: z.enum(planNames).optional(),
    ...overrides,
    timeZone: TimeZone.optional(),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'nothing to change is given');
export type AccountPatch = z.infer<typeof AccountPatch>;
