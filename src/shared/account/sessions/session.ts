import { statement } from '../../platform/postgres/transaction.ts';
import { testAccountIdOf } from '../accounts/test-account.ts';
import { type Caller, toCaller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { type Role, scopesOf } from '../scopes.ts';
import { findSession as findRow, touchSession } from './queries.ts';
import { csrfTokenOf, hashSessionToken } from './session-token.ts';

/** A signed-in user. */
export interface Session {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly accountName: string;
  /** The account's, by its IANA name. The dashboard counts days and shows times in it. */
  readonly timeZone: string;
  /** What the pages show, with the scopes of the role, for operations: the account, or its test mode (N8). */
  readonly caller: Caller;
  /** The live account, which the users and the settings of the account belong to in both modes. */
  readonly home: Caller;
  /** The session token in the browser's cookie. */
  readonly token: string;
  readonly csrfToken: string;
}

/**
 * Finds the session of a token; undefined if it does not exist or has expired (C11.1). Its end moves on with
 * each use, but not while a page only keeps itself up to date.
 */
export async function findSession(ctx: Context, token: string, isUse = true): Promise<Session | undefined> {
  const hash = hashSessionToken(token);
  const row = await findRow(ctx.sql, hash);
  if (row?.is_stale && isUse) await statement(ctx.sql, (tx) => touchSession(tx, hash));
  if (!row) return undefined;
  const actor = { type: 'user', id: row.user_id, name: row.email } as const;
  const home = toCaller({ ...row, scopes: scopesOf(row.role), actor });
  const test = { ...row, account_id: testAccountIdOf(row.account_id) };
  return {
    userId: row.user_id,
    email: row.email,
    role: row.role,
    accountName: row.account_name,
    timeZone: row.time_zone,
    caller: row.in_test_mode ? toCaller({ ...test, scopes: scopesOf(row.role), actor }) : home,
    home,
    token,
    csrfToken: csrfTokenOf(token),
  };
}
