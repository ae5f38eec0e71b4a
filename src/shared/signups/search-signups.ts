import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { toEmailKey } from '../email/address.ts';
import { notFound } from '../errors.ts';
import { type PageQuery, toPage } from '../schema/paging.ts';
import { findWaitlist, type WaitlistRow } from '../waitlists/queries.ts';
import {
  countByEmail,
  listByEmail,
  listByReferrals,
  listNames,
  listSignups,
  type SignupRow,
} from './queries.ts';
import type { Signup, SignupSearch } from './schema.ts';
import { toSignup } from './to-signup.ts';

/** A signup with the email of its referrer. */
export type FoundSignup = Signup & { readonly referrer_email: string | null };

/** A page of signups, filtered by the beginning of the email or sorted (C11.3). @throws AppError not_found */
export async function searchSignups(
  ctx: Context,
  { accountId }: Caller,
  waitlistId: string,
  search: SignupSearch & PageQuery,
) {
  const waitlist = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const { rows, total } = await findRows(ctx, accountId, waitlist, search);
  const referrers = await listNames(
    ctx.sql,
    accountId,
    rows.flatMap((row) => row.referred_by ?? []),
  );
  const emailOf = new Map(referrers.map(({ id, email }) => [id, email]));
  const found = rows.map(
    (row): FoundSignup => ({
      ...toSignup(waitlist)(row),
      referrer_email: emailOf.get(row.referred_by ?? '') ?? null,
    }),
  );
  return toPage(found, total, search);
}

async function findRows(
  { sql }: Context,
  accountId: string,
  { id, signup_count: total }: WaitlistRow,
  { email, order, ...page }: SignupSearch & PageQuery,
): Promise<{ rows: SignupRow[]; total: number }> {
  if (email !== '') {
    const start = toEmailKey(email) ?? email.toLowerCase();
    const [rows, matches] = await Promise.all([
      listByEmail(sql, accountId, id, start, page),
      countByEmail(sql, accountId, id, start),
    ]);
    return { rows, total: matches };
  }
  if (order === 'referrals') return { rows: await listByReferrals(sql, accountId, id, page), total };
  return { rows: await listSignups(sql, accountId, id, page, total, order), total };
}
