import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { WaitlistKey, WaitlistSettings } from '../parts.ts';
import { settingsGroups } from './schema.ts';

/** Completes settings with what their groups store elsewhere. */
export async function completeSettings(
  sql: Sql | Tx,
  list: WaitlistKey,
  settings: WaitlistSettings,
  baseUrl: string,
): Promise<WaitlistSettings> {
  let completed = settings;
  for (const [, group] of settingsGroups())
    completed = (await group.complete?.(sql, list, completed, baseUrl)) ?? completed;
  return completed;
}
