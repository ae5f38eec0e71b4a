import type { Caller } from '../../account/api-keys/caller.ts';
import type { Context } from '../context.ts';
import { type IntegrationRow, listIntegrations as listRows } from './queries.ts';
import type { Integration } from './schema.ts';

/** The account's integrations, oldest first (§4.7). */
export async function listIntegrations(
  ctx: Context,
  caller: Pick<Caller, 'accountId'>,
): Promise<Integration[]> {
  return (await listRows(ctx.sql, caller.accountId)).map(toIntegration);
}

/** An integration as it is shown (§2.9). */
export function toIntegration({ type, enabled, created_at }: IntegrationRow): Integration {
  return { type, enabled, created_at };
}
