import { z } from 'zod';
import { planNames } from '../plans.ts';
import { boundedList, boundedText } from '../schema/bounded-schema.ts';
import { named } from '../schema/named-schema.ts';
import { oneLine } from '../schema/text-schema.ts';
import { scopes } from '../scopes.ts';
import { SignupInput } from '../signups/schema.ts';

/** What GET /v1/account answers (§2.8). */
export const Account = named(
  'Account',
  z.object({
    account_id: z.guid().describe('The account that the key belongs to.'),
    plan: z.enum(planNames).describe('The plan, which sets the limits.'),
    quota: z
      .object({
        tier: z.string().describe('The plan.'),
        signups_used: z.int().min(0).describe('Stored signups, over all waitlists.'),
        signups_limit: z
          .int()
          .min(0)
          .describe('How many may be stored; 0 where the plan does not limit them.'),
        signups_remaining: z.int().min(0).describe('How many more may be stored; 0 where it does not.'),
        percent_used: z
          .int()
          .min(0)
          .describe('The used part of the limit, rounded down. Can pass 100: the free plan has a buffer.'),
        can_add_signup: z.boolean().describe('Whether the next new signup would be accepted.'),
      })
      .describe('Room for signups, live.'),
  }),
);
export type Account = z.infer<typeof Account>;

/** What the operator sets over the plan's own numbers (C5.4). */
const overrides = {
  requestsPerMinute: z.int32().min(1).optional(),
  managedEmails: z.int32().min(0).optional(),
};

/** How a user signs in to the dashboard (C11.2). */
export const Credentials = z.object({ email: SignupInput.shape.email, password: boundedText(200).min(8) });
export type Credentials = z.infer<typeof Credentials>;

export const AccountInput = z.object({
  name: oneLine(100),
  plan: z.enum(planNames),
  ...overrides,
  owner: Credentials.optional(),
});
export type AccountInput = z.infer<typeof AccountInput>;

export const AccountPatch = z
  .object({ plan: z.enum(planNames).optional(), ...overrides })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'nothing to change is given');
export type AccountPatch = z.infer<typeof AccountPatch>;

/** Far more than there are: one that stands twice does no harm. */
const maxScopes = 100;

/** A key may do what is chosen here and never more; `all` stands for the scopes there are at this time (§5 rule 3). */
export const ApiKeyInput = z.object({
  name: oneLine(100).default('API key'),
  scopes: z
    .union([z.literal('all'), boundedList(z.array(z.enum(scopes)).min(1), maxScopes, 'scopes')], {
      error: ({ input }) => describeScopes(input),
    })
    .default('all'),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;

/** Which of the scopes is none, and what there is. */
function describeScopes(chosen: unknown): string {
  const expected = `expected all, or some of ${scopes.join(', ')} with commas between`;
  const known = new Set<unknown>(scopes);
  const wrong = Array.isArray(chosen) ? chosen.find((scope) => !known.has(scope)) : undefined;
  return typeof wrong === 'string' && wrong !== '' && wrong.length <= 100
    ? `${wrong} is no scope: ${expected}`
    : expected;
}
