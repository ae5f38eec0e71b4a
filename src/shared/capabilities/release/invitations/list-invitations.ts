import type { Caller } from '../../../account/api-keys/caller.ts';
import { findWaitlist } from '../../../list/waitlists/queries.ts';
import { notFound } from '../../../platform/errors.ts';
import { type Page, toPage } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import { countInvitations, listInvitations as listRows } from './queries.ts';
import type { Invitation, InvitationsQuery } from './schema.ts';
import { toInvitation } from './to-invitation.ts';

/** A page of the invitations of a waitlist, newest first (N5). @throws AppError not_found */
export async function listInvitations(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  query: InvitationsQuery,
): Promise<Page<Invitation>> {
  const { id } = (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const [rows, total] = await Promise.all([
    listRows(sql, accountId, id, query),
    countInvitations(sql, accountId, id, query),
  ]);
  return toPage(rows.map(toInvitation), total, query);
}
