import type { RowKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import { queueFor } from '../../platform/postgres/row-queue.ts';
import { sealedColumn } from '../../platform/stored-secrets/sealed-columns.ts';
import type { IntegrationType } from '../names.ts';

const table = { table: 'integrations', key: 'id' };
/** The configuration of an integration, and a signing secret that was rotated and still signs. */
export const sealedIntegration = {
  previous: sealedColumn('integration-previous', { ...table, column: 'sealed_previous' }),
  config: sealedColumn('integration-config', { ...table, column: 'sealed_config' }),
};

export interface IntegrationRow {
  id: string;
  account_id: string;
  type: IntegrationType;
  enabled: boolean;
  sealed_config: string;
  created_at: string;
  retries: 'none' | 'standard';
  /** The signing secret before the last rotation, while it signs too; otherwise null. */
  sealed_previous: string | null;
}

/** A configuration: sealed, and what statements must know of it. */
interface StoredConfig {
  events: string[];
  include: string[];
  retries: string;
  sealed_config: string;
}

export const integrationColumns = (sql: Sql | Tx) => sql`
  id, account_id, type, enabled, sealed_config, created_at, retries,
  CASE WHEN previous_until > clock_timestamp() THEN sealed_previous END AS sealed_previous`;

/** The same columns of a subquery that has them. */
export const integrationNames = (sql: Sql | Tx) =>
  sql`id, account_id, type, enabled, sealed_config, created_at, retries, sealed_previous`;

export function listIntegrations(sql: Sql, accountId: string): Promise<IntegrationRow[]> {
  return sql<IntegrationRow[]>`
    SELECT ${integrationColumns(sql)} FROM integrations WHERE account_id = ${accountId} ORDER BY created_at, type`;
}

export async function findIntegration(
  sql: Sql | Tx,
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
  integration: { id: string; account_id: string; type: string } & StoredConfig,
): Promise<IntegrationRow | undefined> {
  const [row] = await tx<IntegrationRow[]>`
    INSERT INTO integrations ${tx(integration)} ON CONFLICT ON CONSTRAINT integrations_type DO NOTHING
    RETURNING ${integrationColumns(tx)}`;
  return row;
}

/**
 * Replaces the configuration of an integration that the caller has locked, if it is the one that was read
 * before. Attempts that started with the former one have their records by then. A signing secret that signs
 * only until a rotation is over goes, unless the change `keepsPrevious`.
 * @returns undefined if it has changed or is gone
 */
export async function replaceConfig(
  tx: Tx,
  before: IntegrationRow,
  change: StoredConfig,
  { keepsPrevious }: { keepsPrevious: boolean },
): Promise<IntegrationRow | undefined> {
  const [row] = await tx<IntegrationRow[]>`
    UPDATE integrations SET ${tx(change)}${keepsPrevious ? tx`` : tx`, sealed_previous = NULL, previous_until = NULL`}
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
    SET enabled = ${enabled}, active_since = CASE WHEN enabled THEN active_since ELSE clock_timestamp() END,
        paused_at = CASE WHEN ${enabled} THEN NULL WHEN enabled THEN clock_timestamp() ELSE paused_at END,
        disabled_at = CASE WHEN ${enabled} THEN NULL ELSE disabled_at END, disabled_reason = CASE WHEN ${enabled} THEN NULL ELSE disabled_reason END
    WHERE account_id = ${accountId} AND type = ${type}
    RETURNING ${integrationColumns(tx)}`;
  return row;
}

/** The signing secret of an integration that the caller has locked, with the one before. */
export async function findRotation(
  tx: Tx,
  accountId: string,
  type: IntegrationType,
): Promise<(IntegrationRow & { previous_until: string | null }) | undefined> {
  const [row] = await tx<(IntegrationRow & { previous_until: string | null })[]>`
    SELECT ${integrationColumns(tx)}, CASE WHEN previous_until > clock_timestamp() THEN previous_until END AS previous_until
    FROM integrations WHERE account_id = ${accountId} AND type = ${type}`;
  return row;
}

/**
 * Replaces the signing secret of an integration that the caller has locked. @returns until when the one
 * before signs too
 */
export async function rotateSecrets(
  tx: Tx,
  { accountId, id }: RowKey,
  {
    sealedConfig,
    sealedPrevious,
    hours,
  }: { sealedConfig: string; sealedPrevious: string | null; hours: number },
): Promise<string | null> {
  const [row] = await tx<[{ previous_until: string | null }]>`
    UPDATE integrations
    SET sealed_config = ${sealedConfig}, sealed_previous = ${sealedPrevious},
        previous_until = CASE WHEN ${sealedPrevious}::text IS NOT NULL THEN clock_timestamp() + make_interval(hours => ${hours}) END
    WHERE account_id = ${accountId} AND id = ${id} RETURNING previous_until`;
  return row.previous_until;
}

/** Deletes signing secrets that sign no more. Integrations that others hold are left to the next run. */
export async function forgetPreviousSecrets(tx: Tx): Promise<void> {
  await tx`
    UPDATE integrations SET sealed_previous = NULL, previous_until = NULL
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM integrations WHERE previous_until < clock_timestamp() ORDER BY previous_until LIMIT 1000 FOR UPDATE SKIP LOCKED))`;
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

/** The same by its id. @returns whether it is there */
export async function lockIntegrationById(tx: Tx, { accountId, id }: RowKey): Promise<boolean> {
  const [, rows] = await pipeline(
    queueFor(tx, 'change', tx`SELECT id FROM integrations WHERE account_id = ${accountId} AND id = ${id}`),
    tx`SELECT 1 FROM integrations WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`,
  );
  return rows.length > 0;
}

/** Deletes an integration that the caller holds, whose log is cleared. */
export async function deleteIntegration(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`DELETE FROM integrations WHERE account_id = ${accountId} AND id = ${id}`;
}
