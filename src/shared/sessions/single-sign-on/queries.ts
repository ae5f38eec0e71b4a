import type { Sql, Tx } from '../../postgres/connection.ts';
import { type CredentialsRow, credentials } from '../../users/queries.ts';
import type { Identity } from './provider.ts';

type Key = Pick<Identity, 'issuer' | 'subject'>;

/** The user who is tied to an identity. */
export async function findUserOf(sql: Sql, { issuer, subject }: Key): Promise<CredentialsRow | undefined> {
  const [row] = await sql<CredentialsRow[]>`
    SELECT ${credentials(sql)} FROM users u
    WHERE id = (SELECT user_id FROM user_identities WHERE issuer = ${issuer} AND subject = ${subject})`;
  return row;
}

/** Ties a user to an identity. @returns false if either is tied already */
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
