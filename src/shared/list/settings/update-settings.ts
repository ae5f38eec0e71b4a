import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import type { WaitlistSettings, WaitlistSettingsPatch } from '../parts.ts';
import { lockWaitlist, lockWaitlistCounter } from '../waitlists/queries.ts';
import { completeSettings } from './complete-settings.ts';
import { mergePatch } from './merge-patch.ts';
import { findSettings, saveSettings } from './queries.ts';
import { settingsGroups, toSettings } from './schema.ts';

/**
 * Changes settings of a waitlist and returns all of them (N1). Concurrent changes of different settings both
 * stay. @throws AppError not_found; invalid_request for settings that contradict each other
 */
export async function updateSettings(
  ctx: Context,
  by: Acting,
  waitlistId: string,
  asked: WaitlistSettingsPatch,
): Promise<WaitlistSettings> {
  const { accountId } = by;
  const patch = withImplied(asked);
  const given = new Map(Object.entries(patch).filter(([, change]) => change !== undefined));
  const changed = settingsGroups().filter(([name]) => given.has(name));
  return transaction(ctx.sql, async (tx) => {
    // Counters come before waitlists in the order of locks.
    if (changed.some(([, { changesSignups }]) => changesSignups))
      (await lockWaitlistCounter(tx, accountId, waitlistId)) ?? notFound('waitlist');
    (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
    const kept = changed.map(([name, { toStored }]) => [name, toStored ? toStored(patch) : given.get(name)]);
    const stored = mergePatch(await findSettings(tx, accountId, waitlistId), Object.fromEntries(kept));
    await saveSettings(tx, accountId, waitlistId, stored);
    const settings = toSettings(stored);
    for (const [, group] of settingsGroups()) group.assertConsistent?.(settings, patch);
    const list = { accountId, waitlistId };
    for (const [, group] of changed) await group.save?.(ctx, tx, list, settings, patch);
    const details = { groups: Object.keys(patch) };
    await recordAction(tx, by, 'settings.updated', { id: waitlistId, details });
    return completeSettings(tx, list, settings, ctx.config.baseUrl);
  });
}

/** A change with what it changes in other groups. */
function withImplied(asked: WaitlistSettingsPatch): WaitlistSettingsPatch {
  const implied = settingsGroups().map(([, group]) => group.implied?.(asked) ?? {});
  return Object.assign({}, asked, ...implied);
}
