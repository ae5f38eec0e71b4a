import type { Caller } from '../../account/api-keys/caller.ts';
import { findWaitlist } from '../../list/waitlists/queries.ts';
import { notFound } from '../../platform/errors.ts';
import { type Page, type PageQuery, toPage } from '../../platform/schema/paging.ts';
import type { Context } from '../context.ts';
import { countSegments, listSegments as listRows } from './queries.ts';
import type { Segment } from './schema.ts';

/** The segments of a waitlist, in the order of their making. @throws AppError not_found */
export async function listSegments(
  { sql }: Pick<Context, 'sql'>,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  page: PageQuery,
): Promise<Page<Segment>> {
  const { id } = (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const list = { accountId, waitlistId: id };
  const [rows, total] = [await listRows(sql, list, page), await countSegments(sql, list)];
  return toPage(rows, total, page);
}
