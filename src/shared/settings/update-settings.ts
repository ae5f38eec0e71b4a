import type { Caller } from '../api-keys/caller.ts';
import { saveConfirmationMode } from '../confirmations/queries.ts';
import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { transaction } from '../postgres/transaction.ts';
import { saveRetention } from '../retention/queries.ts';
import { toPolicy } from '../trust/abuse-settings.ts';
import { saveAbusePolicy } from '../trust/policy-queries.ts';
import { lockWaitlist, lockWaitlistCounter } from '../waitlists/queries.ts';
import { mergePatch } from './merge-patch.ts';
import { findSettings, saveSettings } from './queries.ts';
import { toSettings, type WaitlistSettings, type WaitlistSettingsPatch } from './schema.ts';

/**
 * Changes settings of a waitlist and returns all of them (N1). Concurrent changes of different settings both
 * stay. @throws AppError not_found; invalid_request for settings that contradict each other
 */
export async function updateSettings(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  patch: WaitlistSettingsPatch,
): Promise<WaitlistSettings> {
  return transaction(sql, async (tx) => {
    const { confirmation, abuse, retention } = patch;
    const changesSignups = [confirmation, abuse, retention].some((group) => group !== undefined);
    // Counters come before waitlists in the order of locks.
    if (changesSignups) (await lockWaitlistCounter(tx, accountId, waitlistId)) ?? notFound('waitlist');
    (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
    const stored = mergePatch(await findSettings(tx, accountId, waitlistId), patch);
    await saveSettings(tx, accountId, waitlistId, stored);
    const settings = toSettings(stored);
    assertConsistent(settings);
    if (confirmation !== undefined)
      await saveConfirmationMode(tx, accountId, waitlistId, settings.confirmation);
    if (abuse !== undefined) await saveAbusePolicy(tx, accountId, waitlistId, toPolicy(settings.abuse));
    if (retention !== undefined) await saveRetention(tx, accountId, waitlistId, settings.retention);
    return settings;
  });
}

function assertConsistent({ confirmation }: WaitlistSettings): void {
  const { expires_hours, remind_after_hours } = confirmation;
  if (remind_after_hours !== null && remind_after_hours >= expires_hours)
    throw new AppError('invalid_request', 'confirmation.remind_after_hours: must be less than expires_hours');
}
