import type { Caller } from '../../account/api-keys/caller.ts';
import { notFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import type { WaitlistSettings } from '../parts.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { completeSettings } from './complete-settings.ts';
import { findSettings } from './queries.ts';
import { toSettings } from './schema.ts';

/** The settings of a waitlist, with defaults (N1). @throws AppError not_found */
export async function readSettings(
  { sql, config }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
): Promise<WaitlistSettings> {
  (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const settings = toSettings(await findSettings(sql, accountId, waitlistId));
  return completeSettings(sql, { accountId, waitlistId }, settings, config.baseUrl);
}
