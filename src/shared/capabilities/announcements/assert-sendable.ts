import type { Caller } from '../../account/api-keys/caller.ts';
import { findSettings } from '../../list/settings/queries.ts';
import { toSettings } from '../../list/settings/schema.ts';
import { targetOf } from '../../list/signups/signup-request.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import type { Context } from '../context.ts';

/**
 * Checks that an announcement can be sent: the settings have the sender's postal address, and mails have a
 * route. @throws AppError conflict, quota_exceeded
 */
export async function assertSendable(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  caller: Caller,
  waitlistId: string,
): Promise<void> {
  if (!(await hasPostalAddress(tx, caller.accountId, waitlistId)))
    throw new AppError(
      'conflict',
      'Set mail.postal_address in the settings first: your postal address stands below every announcement, because the law asks for it.',
    );
  if (!targetOf(config, caller, waitlistId).mailed)
    throw new AppError('quota_exceeded', 'There is no way to send email. Set up an email provider first.');
}

export async function hasPostalAddress(tx: Tx, accountId: string, waitlistId: string): Promise<boolean> {
  return toSettings(await findSettings(tx, accountId, waitlistId)).mail.postal_address !== null;
}
