import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { saveConfirmationMode } from '../../capabilities/confirmations/queries.ts';
import type { Context } from '../context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { saveForm, withForm } from '../../capabilities/forms/save-form.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { saveRetention } from '../../capabilities/retention/queries.ts';
import { passIfRewarded, saveRewards } from '../../capabilities/rewards/pass-queries.ts';
import { toPolicy } from '../../capabilities/trust/abuse-settings.ts';
import { saveAbusePolicy } from '../../capabilities/trust/policy-queries.ts';
import { lockWaitlist, lockWaitlistCounter } from '../waitlists/queries.ts';
import { mergePatch } from './merge-patch.ts';
import { findSettings, saveSettings } from './queries.ts';
import { toSettings, type WaitlistSettings, type WaitlistSettingsPatch } from './schema.ts';

/**
 * Changes settings of a waitlist and returns all of them (N1). Concurrent changes of different settings both
 * stay. @throws AppError not_found; invalid_request for settings that contradict each other
 */
export async function updateSettings(
  ctx: Context,
  by: Acting,
  waitlistId: string,
  patch: WaitlistSettingsPatch,
): Promise<WaitlistSettings> {
  const { accountId } = by;
  return transaction(ctx.sql, async (tx) => {
    const { confirmation, abuse, rewards, form, retention } = patch;
    const changesSignups = [confirmation, abuse, rewards, retention].some((group) => group !== undefined);
    // Counters come before waitlists in the order of locks.
    if (changesSignups) (await lockWaitlistCounter(tx, accountId, waitlistId)) ?? notFound('waitlist');
    (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
    const stored = mergePatch(await findSettings(tx, accountId, waitlistId), withoutSecret(patch));
    await saveSettings(tx, accountId, waitlistId, stored);
    const settings = toSettings(stored);
    assertConsistent(settings, patch);
    if (confirmation !== undefined)
      await saveConfirmationMode(tx, accountId, waitlistId, settings.confirmation);
    if (abuse !== undefined) {
      await saveAbusePolicy(tx, accountId, waitlistId, toPolicy(settings.abuse));
      await passIfRewarded(tx, accountId, waitlistId); // other referrals may count now
    }
    if (rewards !== undefined) await saveRewards(tx, accountId, waitlistId, settings.rewards);
    if (retention !== undefined) await saveRetention(tx, accountId, waitlistId, settings.retention);
    const list = { accountId, waitlistId };
    if (form !== undefined) await saveForm(ctx, tx, list, settings.form, form?.captcha?.secret);
    const details = { groups: Object.keys(patch) };
    await recordAction(tx, by, 'settings.updated', { id: waitlistId, details });
    return withForm(tx, list, settings, ctx.config.baseUrl);
  });
}

/** The patch as it is stored: a captcha without its secret. */
function withoutSecret({ form, ...others }: WaitlistSettingsPatch): Readonly<Record<string, unknown>> {
  if (!form?.captcha) return { form, ...others };
  return { ...others, form: { ...form, captcha: { provider: form.captcha.provider ?? 'turnstile' } } };
}

function assertConsistent(
  { confirmation, abuse, form }: WaitlistSettings,
  patch: WaitlistSettingsPatch,
): void {
  const { expires_hours, remind_after_hours } = confirmation;
  if (remind_after_hours !== null && remind_after_hours >= expires_hours)
    throw new AppError('invalid_request', 'confirmation.remind_after_hours: must be less than expires_hours');
  if (!form.enabled) return;
  if (abuse.mode !== 'enforce')
    throw new AppError(
      'invalid_request',
      patch.form?.enabled === true
        ? 'form.enabled: needs abuse.mode to be "enforce"'
        : 'abuse.mode: must stay "enforce" while form.enabled is true',
    );
  if (form.origins.length === 0)
    throw new AppError('invalid_request', 'form.origins: must name an origin while form.enabled is true');
}
