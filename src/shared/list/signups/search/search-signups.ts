import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { listNames } from '../queries.ts';
import type { Signup } from '../schema.ts';
import { searchNewest } from './list-signups.ts';
import type { Scans } from './scans.ts';
import type { SignupQuery } from './schema.ts';

/** A signup with the email of its referrer. */
export type FoundSignup = Signup & { readonly referrer_email: string | null };

/** How many signups a search of the dashboard reads, unless it is told to read all. */
const mostRead = 100_000;

/**
 * A page of signups for the dashboard (C11.3), of the newest ones where a search would have to read more than
 * 100,000 and is not `whole`. @throws AppError as `listSignups`
 */
export async function searchSignups(
  ctx: Context & { readonly scans: Scans },
  caller: Caller,
  waitlistId: string,
  query: SignupQuery,
  isWhole: boolean,
) {
  const most = isWhole ? undefined : mostRead;
  const { page, searchedAfter } = await searchNewest(ctx, caller, waitlistId, query, most);
  const ids = page.data.flatMap((signup) => signup.referred_by ?? []);
  const referrers = await listNames(ctx.sql, caller.accountId, ids);
  const emailOf = new Map(referrers.map(({ id, email }) => [id, email]));
  const data = page.data.map(
    (signup): FoundSignup => ({ ...signup, referrer_email: emailOf.get(signup.referred_by ?? '') ?? null }),
  );
  return { ...page, data, searchedAfter };
}
