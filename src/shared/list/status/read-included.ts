import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Context } from '../context.ts';
import { linksOf } from '../links/signup-links.ts';
import { signupDetails } from '../signups/details/schema.ts';
import type { Assessment, IncludableKey, IncludedValues } from '../signups/schema.ts';
import { displayPosition } from '../waitlists/display-position.ts';
import { findLinkedSignupOf } from './queries.ts';

/**
 * The values that the caller of POST signups asks for with `include` (N1). A signup that was on the list
 * already gets no status token: the caller may only have typed an address, and must not see that person's
 * place. Empty if the signup was deleted meanwhile.
 */
export async function readIncluded(
  ctx: Context,
  { accountId, waitlistId }: { accountId: string; waitlistId: string },
  { id, created }: { id: string; created: boolean },
  include: readonly IncludableKey[],
): Promise<IncludedValues> {
  const signup = await findLinkedSignupOf(ctx.sql, accountId, waitlistId, id);
  if (!signup) return {};
  const links = linksOf(await ctx.linkSigner(), { accountId, id }, signup);
  const values: Required<IncludedValues> = {
    created,
    display_position: displayPosition(signup.position, signup.referral_count, signup.referral_bonus),
    referral_count: signup.referral_count,
    referral_link: links.referral_link,
    locale: signup.locale,
    status_token: created ? links.status_token : null,
    assessment:
      created && include.includes('assessment') ? await readAssessment(ctx, { accountId, id }) : null,
  };
  return Object.fromEntries(include.map((key) => [key, values[key]]));
}

async function readAssessment({ sql }: Context, { accountId, id }: RowKey): Promise<Assessment | null> {
  const values = await signupDetails().get('assessment')?.read(sql, accountId, [id]);
  return (values?.get(id) as Assessment | undefined) ?? null;
}
