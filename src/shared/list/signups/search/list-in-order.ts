import type { Tx } from '../../../platform/postgres/connection.ts';
import type { PageQuery } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import type { WaitlistRow } from '../../waitlists/queries.ts';
import { listSignups, type SignupRow } from '../queries.ts';
import { listByReferrals, listByShownPosition } from './order-queries.ts';
import type { Scans } from './scans.ts';
import type { SignupOrder } from './schema.ts';

/** A page of all signups of a waitlist. @throws AppError invalid_request if sorting takes too long */
export async function listInOrder(
  { sql, scans }: Context & { readonly scans: Scans },
  accountId: string,
  { id, signup_count: total, referral_bonus: bonus }: WaitlistRow,
  order: SignupOrder,
  page: PageQuery,
): Promise<SignupRow[]> {
  const rank = (list: (tx: Tx) => Promise<SignupRow[]>) =>
    page.offset < total ? scans.run(accountId, tooDeep, list) : [];
  switch (order) {
    case 'newest':
    case 'oldest':
      return listSignups(sql, accountId, id, page, total, order);
    case 'referrals':
      return rank((tx) => listByReferrals(tx, accountId, id, page));
    case 'display_position':
      return bonus === null
        ? listSignups(sql, accountId, id, page, total, 'oldest')
        : rank((tx) => listByShownPosition(tx, accountId, id, bonus, page));
  }
}

const tooDeep =
  'order, offset: sorting so many signups takes too long. Use a smaller offset, or the order newest or oldest.';
