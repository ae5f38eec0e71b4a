import type { Sql, Tx } from '../postgres/connection.ts';
import type { SealedColumn } from './sealed-columns.ts';

export interface SecretRow {
  readonly id: string;
  readonly account_id: string;
  readonly type: string;
  readonly sealed: string;
}

/** How many texts of a column each key has sealed. The key's id is the second part of a text. */
export function countSecrets(
  sql: Sql,
  { table, column }: SealedColumn,
): Promise<{ key_id: string; secrets: number }[]> {
  return sql<{ key_id: string; secrets: number }[]>`
    SELECT split_part(${sql(column)}, '.', 2) AS key_id, count(*) AS secrets
    FROM ${sql(table)} WHERE ${sql(column)} IS NOT NULL GROUP BY 1`;
}

/** Texts that another key than this one has sealed, by the rows' accounts and ids, from behind `after` on. */
export function listSecretsOfOtherKeys(
  sql: Sql,
  { table, column, key }: SealedColumn,
  { keyId, after, limit }: { keyId: string; after: SecretRow | undefined; limit: number },
): Promise<SecretRow[]> {
  return sql<SecretRow[]>`
    SELECT ${sql(key)} AS id, account_id, type, ${sql(column)} AS sealed FROM ${sql(table)}
    WHERE split_part(${sql(column)}, '.', 2) <> ${keyId}
      ${after ? sql`AND (account_id, ${sql(key)}) > (${after.account_id}, ${after.id})` : sql``}
    ORDER BY account_id, ${sql(key)} LIMIT ${limit}`;
}

/** Replaces a text that was read before. @returns false if it has changed or is gone */
export async function replaceSecret(
  tx: Tx,
  { table, column, key }: SealedColumn,
  { account_id, id, sealed }: SecretRow,
  resealed: string,
): Promise<boolean> {
  const { count } = await tx`
    UPDATE ${tx(table)} SET ${tx({ [column]: resealed })}
    WHERE account_id = ${account_id} AND ${tx(key)} = ${id} AND ${tx(column)} = ${sealed}`;
  return count === 1;
}
