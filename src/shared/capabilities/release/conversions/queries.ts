import { byEmail, signupOf } from '../../../list/signups/queries.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';

export interface ConversionRow {
  readonly signup_id: string;
  readonly invitation_id: string | null;
  readonly external_id: string | null;
  readonly converted_at: string;
}

export async function findConversion(
  sql: Sql | Tx,
  { accountId, id }: RowKey,
): Promise<ConversionRow | undefined> {
  const [row] = await sql<ConversionRow[]>`
    SELECT signup_id, invitation_id, external_id, converted_at FROM conversions WHERE account_id = ${accountId} AND signup_id = ${id}`;
  return row;
}

/** The conversions of signups, in no order. */
export function listConversionsOf(
  sql: Sql,
  accountId: string,
  signupIds: readonly string[],
): Promise<ConversionRow[]> {
  return sql<ConversionRow[]>`
    SELECT c.signup_id, c.invitation_id, c.external_id, c.converted_at FROM unnest(${signupIds as string[]}::uuid[]) AS signup(id) CROSS JOIN LATERAL (
      SELECT signup_id, invitation_id, external_id, converted_at FROM conversions WHERE account_id = ${accountId} AND signup_id = signup.id LIMIT 1) c`;
}

/** Stores a conversion of a signup that the caller holds and that has none. @returns when */
export async function insertConversion(
  tx: Tx,
  { accountId, id }: RowKey,
  waitlistId: string,
  { invitationId, externalId }: { invitationId: string | null; externalId: string | null },
): Promise<string> {
  const [row] = await tx<[{ converted_at: string }]>`
    INSERT INTO conversions (account_id, signup_id, waitlist_id, invitation_id, external_id)
    VALUES (${accountId}, ${id}, ${waitlistId}, ${invitationId}, ${externalId}) RETURNING converted_at`;
  return row.converted_at;
}

/** Stores conversions of new signups of a waitlist, by people who became users elsewhere. */
export async function insertConversions(
  tx: Tx,
  { accountId, id: waitlistId }: RowKey,
  conversions: readonly { readonly id: string; readonly converted_at: string }[],
): Promise<void> {
  if (conversions.length === 0) return;
  await tx`
    INSERT INTO conversions (account_id, signup_id, waitlist_id, converted_at)
    SELECT ${accountId}, c.id, ${waitlistId}, c.converted_at
    FROM json_to_recordset(${JSON.stringify(conversions)}::text::json) AS c(id uuid, converted_at timestamptz)`;
}

/** Notes the id of a person whose conversion was recorded without it. The caller holds the signup. */
export async function saveExternalId(tx: Tx, { accountId, id }: RowKey, externalId: string): Promise<void> {
  await tx`
    UPDATE conversions SET external_id = ${externalId} WHERE account_id = ${accountId} AND signup_id = ${id} AND external_id IS NULL`;
}

/** A signup of a waitlist that is there, by its id or by its address. */
export async function findPerson(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  person: { signupId: string } | { emailKey: string },
): Promise<{ id: string; waitlist_id: string } | undefined> {
  const signup =
    'signupId' in person
      ? signupOf(sql, accountId, waitlistId, person.signupId)
      : sql`(SELECT * FROM signups WHERE ${byEmail(sql, accountId, waitlistId)} AND email_key = ${person.emailKey} LIMIT 1)`;
  const [row] = await sql<{ id: string; waitlist_id: string }[]>`
    SELECT s.id, s.waitlist_id FROM ${signup} s
    WHERE EXISTS (SELECT FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = s.waitlist_id)`;
  return row;
}
