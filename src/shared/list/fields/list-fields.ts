import type { Caller } from '../../account/api-keys/caller.ts';
import { notFound } from '../../platform/errors.ts';
import { type PageQuery, toPage } from '../../platform/schema/paging.ts';
import type { Context } from '../context.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { countFields, listFields as listRows } from './queries.ts';

/** A page of a waitlist's custom fields (§4.5, C2.8). @throws AppError not_found */
export async function listFields(ctx: Context, caller: Caller, waitlistId: string, query: PageQuery) {
  (await findWaitlist(ctx.sql, caller.accountId, waitlistId)) ?? notFound('waitlist');
  const [fields, { count }] = await Promise.all([
    listRows(ctx.sql, caller.accountId, waitlistId, query),
    countFields(ctx.sql, caller.accountId, waitlistId),
  ]);
  return toPage(fields, count, query);
}
