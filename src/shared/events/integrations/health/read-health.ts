import type { Caller } from '../../../account/api-keys/caller.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import type { Context } from '../../context.ts';
import type { IntegrationType } from '../../names.ts';
import type { IntegrationHealth } from '../schema.ts';
import { countUndelivered } from './count-undelivered.ts';
import { findPending, type HealthRow, listHealth } from './queries.ts';

/** How an integration does, and what waits for it (N2). @throws AppError not_found */
export async function readHealth(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  type: IntegrationType,
): Promise<IntegrationHealth> {
  const row =
    (await listHealth(sql, accountId)).find((each) => each.type === type) ?? notFound('integration');
  return {
    ...(await toHealth(sql, accountId, row)),
    ...(await findPending(sql, { accountId, id: row.id })),
  };
}

/** The health of an integration without what waits. */
export type HealthSummary = Omit<IntegrationHealth, 'pending' | 'oldest_pending'>;

/** The health of the account's integrations by type, without what waits. */
export async function readAllHealth(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<Map<IntegrationType, HealthSummary>> {
  const rows = await listHealth(sql, accountId);
  const all = await Promise.all(
    rows.map(async (row) => [row.type, await toHealth(sql, accountId, row)] as const),
  );
  return new Map(all);
}

/** One that works and is resumed misses nothing once everything has arrived. */
async function toHealth(sql: Sql, accountId: string, row: HealthRow): Promise<HealthSummary> {
  const { id, enabled, disabled_at, disabled_reason, failing_since, missed_since, last_error } = row;
  const isDisabled = disabled_at !== null;
  const state = isDisabled ? 'disabled' : failing_since !== null ? 'failing' : 'ok';
  const undelivered = await countUndelivered(sql, { accountId, id }, missed_since);
  return {
    state,
    failing_since,
    missed_since: state === 'ok' && enabled && undelivered === 0 ? null : missed_since,
    undelivered,
    disabled_at,
    reason: isDisabled ? disabled_reason : last_error,
  };
}
