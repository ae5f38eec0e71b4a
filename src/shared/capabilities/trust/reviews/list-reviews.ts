import type { Caller } from '../../../account/api-keys/caller.ts';
import { reasonTexts } from '../../../list/signals/reasons.ts';
import { findWaitlist } from '../../../list/waitlists/queries.ts';
import { notFound } from '../../../platform/errors.ts';
import { type Page, type PageQuery, toPage } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import {
  countReferrers,
  countReviews,
  listReferrers as listReferrerRows,
  listReviews as listRows,
  type ReviewRow,
} from './queries.ts';
import type { Review, ReviewedReferrer, ReviewsQuery } from './schema.ts';

/** Adds the texts of the reasons. */
export const toReview = ({ reasons, ...row }: ReviewRow): Review => {
  const { signup_id, email, position, referrer, verdict, ...rest } = row;
  const described = reasons.map((code) => ({ code, detail: reasonTexts[code] }));
  return { signup_id, email, position, referrer, verdict, reasons: described, ...rest };
};

/**
 * A page of the referrals of a waitlist that are to be looked at or were decided, newest first (N4). @throws
 * AppError not_found
 */
export async function listReviews(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  { limit, offset, ...filter }: ReviewsQuery & { readonly credited?: boolean },
): Promise<Page<Review>> {
  (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const list = { accountId, waitlistId };
  const [rows, total] = await Promise.all([
    listRows(sql, list, filter, { limit, offset }),
    countReviews(sql, list, filter),
  ]);
  return toPage(rows.map(toReview), total, { limit, offset });
}

/** A page of those whose codes others passed, the most open reviews first (N4). @throws AppError not_found */
export async function listReferrers(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  page: PageQuery,
): Promise<Page<ReviewedReferrer>> {
  (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const list = { accountId, waitlistId };
  const [rows, total] = await Promise.all([listReferrerRows(sql, list, page), countReferrers(sql, list)]);
  return toPage([...rows], total, page);
}
