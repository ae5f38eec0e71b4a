import type { WaitlistKey } from '../../../list/parts.ts';
import { keysIn, keysOf, type RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { InvitationOfSignup } from '../invitations/schema.ts';

/**
 * The newest invitation and the conversion of a signup `s`, as a lateral item `invited` of the columns of
 * `InvitationOfSignup`; empty if there is neither.
 */
export const invitationOf = (sql: Sql | Tx, accountId: string): Fragment => sql`
  LATERAL (
    SELECT i.id, i.wave_id, CASE WHEN c.converted_at IS NULL THEN i.state ELSE 'converted' END AS state, i.created_at AS invited_at,
           i.expires_at, c.converted_at
    FROM (SELECT true) one
    LEFT JOIN LATERAL (
      SELECT * FROM invitations WHERE account_id = ${accountId} AND signup_id = s.id AND valid_days > 0 ORDER BY id DESC LIMIT 1) i ON true
    LEFT JOIN LATERAL (SELECT converted_at FROM conversions WHERE account_id = ${accountId} AND signup_id = s.id LIMIT 1) c ON true
    WHERE i.id IS NOT NULL OR c.converted_at IS NOT NULL) invited`;

/** Whether a signup `s` has an invitation, whatever came of it. */
export const wasInvited = (sql: Sql | Tx, accountId: string): Fragment => sql`
  EXISTS (SELECT FROM invitations WHERE account_id = ${accountId} AND signup_id = s.id AND valid_days > 0)`;

/** What became of the invitations of signups, in no order; none of those without one. */
export function listInvitationStates(
  sql: Sql,
  accountId: string,
  signupIds: readonly string[],
): Promise<(InvitationOfSignup & { signup_id: string })[]> {
  const keys = keysOf(sql, keysIn(accountId, signupIds));
  return sql<(InvitationOfSignup & { signup_id: string })[]>`
    SELECT s.id AS signup_id, invited.id, invited.wave_id, invited.state, invited.invited_at, invited.expires_at, invited.converted_at
    FROM (SELECT id FROM ${keys}) s CROSS JOIN ${invitationOf(sql, accountId)}`;
}

/** Which token of an invitation is valid; undefined if its time is over, or it has no token. */
export async function findOpenGeneration(sql: Sql, { accountId, id }: RowKey): Promise<number | undefined> {
  const [row] = await sql<{ generation: number }[]>`
    SELECT generation FROM invitations
    WHERE account_id = ${accountId} AND id = ${id} AND state = 'invited' AND generation >= 0 AND expires_at > clock_timestamp()`;
  return row?.generation;
}

/** Whether anybody on a waitlist was invited or became a user: else nothing is looked up for each signup. */
export async function hasInvitations(sql: Sql, { accountId, waitlistId }: WaitlistKey): Promise<boolean> {
  const ofList = () => sql`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  const [row] = await sql<[{ is_there: boolean }]>`
    SELECT EXISTS (SELECT FROM invitations WHERE ${ofList()}) OR EXISTS (SELECT FROM conversions WHERE ${ofList()}) AS is_there`;
  return row.is_there;
}
