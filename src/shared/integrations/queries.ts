import type { RowKey } from '../postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../postgres/connection.ts';
import { queueFor } from '../postgres/row-queue.ts';
import type { IntegrationType } from './providers/index.ts';

export interface IntegrationRow {
  id: string;
  account_id: string;
  type: IntegrationType;
  enabled: boolean;
  sealed_config: string;
  created_at: string;
}

export const integrationColumns = (sql: Sql | Tx) =>
  sql`id, account_id, type, enabled, sealed_config, created_at`;

export function listIntegrations(sql: Sql, accountId: string): Promise<IntegrationRow[]> {
  return sql<IntegrationRow[]>`
    SELECT ${integrationColumns(sql)} FROM integrations WHERE account_id = ${accountId} ORDER BY created_at, type`;
}

export async function findIntegration(
  sql: Sql,
  accountId: string,
  type: IntegrationType,
): Promise<IntegrationRow | undefined> {
  const [row] = await sql<IntegrationRow[]>`
    SELECT ${integrationColumns(sql)} FROM integrations WHERE account_id = ${accountId} AND type = ${type}`;
  return row;
}

/** @returns undefined if the account has one of this type already */
export async function insertIntegration(
  tx: Tx,
  integration: { id: string; account_id: string; type: string; events: string[]; sealed_config: string },
): Promise<IntegrationRow | undefined> {
  const [row] = await tx<IntegrationRow[]>`
    INSERT INTO integrations ${tx(integration)} ON CONFLICT ON CONSTRAINT integrations_type DO NOTHING
    RETURNING ${integrationColumns(tx)}`;
  return row;
}

/**
 * Replaces the configuration of an integration that the caller has locked, if it is the one that was read
 * before. Attempts that started with the former one have their records by then.
 * @returns undefined if it has changed or is gone
 */
export async function replaceConfig(
  tx: Tx,
  before: IntegrationRow,
  change: { events: string[]; sealed_config: string },
): Promise<IntegrationRow | undefined> {
  const [row] = await tx<IntegrationRow[]>`
    UPDATE integrations SET ${tx(change)}
    WHERE account_id = ${before.account_id} AND id = ${before.id} AND sealed_config = ${before.sealed_config}
    RETURNING ${integrationColumns(tx)}`;
  return row;
}

/**
 * Pauses or resumes an integration that the caller has locked. A resumed one gets what is fired from now on
 * (§3.2).
 */
export async function setEnabled(
  tx: Tx,
  accountId: string,
  type: IntegrationType,
  enabled: boolean,
): Promise<IntegrationRow | undefined> {
  const [row] = await tx<IntegrationRow[]>`
    UPDATE integrations
    SET enabled = ${enabled}, active_since = CASE WHEN enabled THEN active_since ELSE clock_timestamp() END
    WHERE account_id = ${accountId} AND type = ${type}
    RETURNING ${integrationColumns(tx)}`;
  return row;
}

/**
 * Locks an integration until commit, behind the attempts that are starting: no other starts meanwhile.
 * @returns its id, if the account has one of this type
 */
export async function lockIntegration(
  tx: Tx,
  accountId: string,
  type: IntegrationType,
): Promise<string | undefined> {
  const [, [row]] = await pipeline(
    queueFor(
      tx,
      'change',
      tx`SELECT id FROM integrations WHERE account_id = ${accountId} AND type = ${type}`,
    ),
    tx<
      { id: string }[]
    >`SELECT id FROM integrations WHERE account_id = ${accountId} AND type = ${type} FOR UPDATE`,
  );
  return row?.id;
}

/** Deletes an integration that the caller holds, whose log is cleared. */
export async function deleteIntegration(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`DELETE FROM integrations WHERE account_id = ${accountId} AND id = ${id}`;
}
