import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../../platform/errors.ts';
import type { IntegrationType } from '../../names.ts';
import { findIntegration } from '../queries.ts';
import type { IntegrationHealth } from '../schema.ts';
import { findPending, type HealthRow, listHealth } from './queries.ts';

/** How an integration does, and what waits for it (N2). @throws AppError not_found */
export async function readHealth(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  type: IntegrationType,
): Promise<IntegrationHealth> {
  const integration = (await findIntegration(sql, accountId, type)) ?? notFound('integration');
  const row =
    (await listHealth(sql, accountId)).find((each) => each.type === type) ?? notFound('integration');
  return { ...toHealth(row), ...(await findPending(sql, { accountId, id: integration.id })) };
}

/** The health of the account's integrations by type, without what waits. */
export async function readAllHealth(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<Map<IntegrationType, Omit<IntegrationHealth, 'pending' | 'oldest_pending'>>> {
  return new Map((await listHealth(sql, accountId)).map((row) => [row.type, toHealth(row)]));
}

function toHealth({ disabled_at, disabled_reason, failing_since, missed_since, last_error }: HealthRow) {
  const isDisabled = disabled_at !== null;
  const state = isDisabled ? 'disabled' : failing_since !== null ? 'failing' : 'ok';
  return {
    state,
    failing_since,
    missed_since,
    disabled_at,
    reason: isDisabled ? disabled_reason : last_error,
  } as const;
}
