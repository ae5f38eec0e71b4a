import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { lockWaitlist } from '../../list/waitlists/queries.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { hashCheckedToken, newCheckedToken } from '../../platform/secrets/checked-token.ts';
import type { Context } from '../context.ts';
import { tokenPrefix } from './find-shared-list.ts';
import { countLinks, deleteLink, insertLink } from './queries.ts';

/** The most links of a waitlist. */
export const mostStatisticsLinks = 20;

/**
 * Makes a link to the statistics of a waitlist. @returns its URL, which can never be read again
 * @throws AppError not_found; conflict with too many links
 */
export async function shareStatistics(
  { sql, config }: Pick<Context, 'sql' | 'config'>,
  caller: Caller,
  waitlistId: string,
): Promise<string> {
  const { accountId, actor } = caller;
  const list = { accountId, waitlistId };
  const token = newCheckedToken(tokenPrefix);
  const tokenHash = hashCheckedToken(tokenPrefix, token) ?? notFound('token');
  const id = newId();
  await transaction(sql, async (tx) => {
    // Links that are made at the same time are counted one after the other.
    (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
    if ((await countLinks(tx, list)) >= mostStatisticsLinks)
      throw new AppError(
        'conflict',
        `A waitlist can have at most ${mostStatisticsLinks} links to its statistics.`,
      );
    await insertLink(tx, list, { id, tokenHash, userId: actor.type === 'user' ? actor.id : null });
    await recordAction(tx, caller, 'statistics_link.created', { id: waitlistId, details: { link_id: id } });
  });
  return `${config.baseUrl}/stats/${token}`;
}

/** Ends a link to the statistics of a waitlist. @throws AppError not_found */
export async function revokeStatisticsLink(
  { sql }: Pick<Context, 'sql'>,
  caller: Caller,
  waitlistId: string,
  linkId: string,
): Promise<void> {
  const { accountId } = caller;
  await transaction(sql, async (tx) => {
    if (!(await deleteLink(tx, { accountId, waitlistId }, linkId))) notFound('link');
    await recordAction(tx, caller, 'statistics_link.revoked', {
      id: waitlistId,
      details: { link_id: linkId },
    });
  });
}
