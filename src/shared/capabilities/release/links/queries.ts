import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';

/** After so long a download that nobody ended has died with its process. */
const longestDownload = '10 minutes';

/**
 * Begins the one download of the links of a wave that the caller holds. @returns when; undefined if it is not
 * free
 */
export async function takeLinks(tx: Tx, { accountId, id }: RowKey): Promise<string | undefined> {
  const [row] = await tx<{ links_since: string }[]>`
    UPDATE waves SET links_since = clock_timestamp()
    WHERE account_id = ${accountId} AND id = ${id} AND links_taken_at IS NULL
      AND coalesce(links_since < clock_timestamp() - ${longestDownload}::interval, true)
    RETURNING links_since`;
  return row?.links_since;
}

/** Ends that download, or lets another one begin if it broke off. */
export async function endDownload(
  tx: Tx,
  { accountId, id }: RowKey,
  since: string,
  isRead: boolean,
): Promise<void> {
  await tx`
    UPDATE waves SET links_since = CASE WHEN ${isRead} THEN links_since END, links_taken_at = CASE WHEN ${isRead} THEN clock_timestamp() END
    WHERE account_id = ${accountId} AND id = ${id} AND links_since = ${since}`;
}

/** An invitation whose link is made. */
interface LinkRow {
  readonly id: string;
  readonly generation: number;
  readonly email: string;
}

/** The open invitations of a wave behind `after`, in the order of their ids. */
export function listLinks(
  sql: Sql,
  { accountId, id }: RowKey,
  after: string,
  limit: number,
): Promise<LinkRow[]> {
  return sql<LinkRow[]>`
    SELECT i.id, i.generation, s.email FROM (
      SELECT id, generation, signup_id FROM invitations
      WHERE account_id = ${accountId} AND wave_id = ${id} AND wave_id IS NOT NULL AND id > ${after} AND state = 'invited'
        AND expires_at > statement_timestamp()
      ORDER BY id LIMIT ${limit}) i
    CROSS JOIN LATERAL (SELECT email FROM signups WHERE account_id = ${accountId} AND id = i.signup_id LIMIT 1) s
    ORDER BY i.id`;
}
