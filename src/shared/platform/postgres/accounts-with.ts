import type { Fragment, Sql, Tx } from './connection.ts';

/**
 * A part of WITH RECURSIVE: `accounts (id)` with the accounts that have rows of which a condition holds, and
 * a null at its end. It steps through an index that begins with the account and has exactly these rows.
 */
export const accountsWith = (sql: Sql | Tx, table: string, condition: Fragment): Fragment => sql`
  accounts (id) AS (
    (SELECT account_id FROM ${sql(table)} WHERE ${condition} ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT account_id FROM ${sql(table)} WHERE ${condition} AND account_id > accounts.id ORDER BY account_id LIMIT 1)
    FROM accounts WHERE accounts.id IS NOT NULL)`;
