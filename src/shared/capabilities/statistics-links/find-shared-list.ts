import { type Caller, toCaller } from '../../account/api-keys/caller.ts';
import { notFound } from '../../platform/errors.ts';
import { hashCheckedToken } from '../../platform/secrets/checked-token.ts';
import type { Context } from '../context.ts';
import { findShared } from './queries.ts';

/** Of the tokens in links to statistics. */
export const tokenPrefix = 'sta_';

/** A list whose statistics anybody with a link may see. */
export interface SharedList {
  readonly waitlistId: string;
  readonly name: string;
  /** Of the account, without any right. */
  readonly caller: Caller;
  readonly timeZone: string;
}

/**
 * The list of a token.
 * @throws AppError not_found, alike for a token that is wrong, revoked, or of a deleted list
 */
export async function findSharedList({ sql }: Pick<Context, 'sql'>, token: string): Promise<SharedList> {
  const hash = hashCheckedToken(tokenPrefix, token) ?? notFound('page');
  const row = (await findShared(sql, hash)) ?? notFound('page');
  return {
    waitlistId: row.waitlist_id,
    name: row.waitlist_name,
    caller: toCaller({ ...row, scopes: [] }),
    timeZone: row.time_zone,
  };
}
