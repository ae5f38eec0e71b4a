import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import { type CredentialsRow, credentials } from '../../users/queries.ts';
import type { Identity } from './provider.ts';

type Key = Pick<Identity, 'issuer' | 'subject'>;

/** The users who are tied to an identity, one at most in each account. */
export function listTiedUsers(sql: Sql, { issuer, subject }: Key): Promise<CredentialsRow[]> {
  return sql<CredentialsRow[]>`
    SELECT ${credentials(sql)}
    FROM user_identities i JOIN users u ON u.id = i.user_id JOIN accounts a ON a.id = u.account_id
    WHERE i.issuer = ${issuer} AND i.subject = ${subject} ORDER BY u.created_at, u.id`;
}

/** Of these users, those who are tied to an identity at the issuer. */
export async function listTiedAt(sql: Sql, issuer: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`
    SELECT user_id FROM user_identities WHERE issuer = ${issuer} AND user_id = ANY (${userIds as string[]}::uuid[])`;
  return rows.map(({ user_id }) => user_id);
}

/**
 * Ties a user to an identity. @returns false if the user is tied already, or another of the account is to it
 */
export async function insertIdentity(
  tx: Tx,
  { id, account_id }: { id: string; account_id: string },
  { issuer, subject }: Key,
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO user_identities (user_id, account_id, issuer, subject)
    VALUES (${id}, ${account_id}, ${issuer}, ${subject}) ON CONFLICT DO NOTHING`;
  return count > 0;
}
