import type { Caller } from '../../account/api-keys/caller.ts';
import { findSettings } from '../../list/settings/queries.ts';
import { toSettings } from '../../list/settings/schema.ts';
import { targetOf } from '../../list/signups/signup-request.ts';
import { AppError } from '../../platform/errors.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { Context } from '../context.ts';
import type { Deliver } from './invitations/schema.ts';

/**
 * Whether people of a waitlist can be invited: it has a page for that, and mails have a route (N5). @returns
 * the page
 * @throws AppError quota_exceeded, conflict
 */
export async function assertInviting(
  { config, sql }: Pick<Context, 'config'> & { readonly sql: Sql | Tx },
  caller: Caller,
  waitlistId: string,
  deliver: Deliver,
): Promise<string> {
  const { url } = toSettings(await findSettings(sql, caller.accountId, waitlistId)).invitations;
  if (url === null)
    throw new AppError(
      'conflict',
      'Set invitations.url in the settings first: the page that accepts invitations.',
    );
  if (deliver === 'email' && !targetOf(config, caller, waitlistId).mailed)
    throw new AppError(
      'quota_exceeded',
      'There is no way to send email. Set up an email provider, or deliver the links yourself.',
    );
  return url;
}
