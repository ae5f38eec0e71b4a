import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';
import { type CallerAccount, callerColumns } from '../accounts/queries.ts';
import type { Role, Scope } from '../scopes.ts';
import { deleteGrants, releaseClients } from './record-queries.ts';

/** An app that a user has connected. */
export interface AppRow {
  id: string;
  user_id: string;
  account_id: string;
  grant_id: string;
  client_id: string;
  name: string;
  redirect_host: string;
  scopes: Scope[];
  is_test: boolean;
}

export async function insertApp(tx: Tx, app: AppRow): Promise<void> {
  await tx`INSERT INTO connected_apps ${tx({ ...app, scopes: [...app.scopes] })}`;
}

/** An app as its account sees it. */
export interface ListedApp {
  app_id: string;
  name: string;
  redirect_host: string;
  scopes: Scope[];
  is_test: boolean;
  user_email: string;
  created_at: string;
  last_used_at: string | null;
}

/** The apps of an account, oldest first, at most so many. */
export function listApps(sql: Sql, accountId: string, most: number): Promise<ListedApp[]> {
  return sql<ListedApp[]>`
    SELECT c.id AS app_id, c.name, c.redirect_host, c.scopes, c.is_test, u.email AS user_email, c.created_at, c.last_used_at
    FROM connected_apps c JOIN users u ON u.id = c.user_id
    WHERE c.account_id = ${accountId} ORDER BY c.created_at, c.id LIMIT ${most}`;
}

export async function countApps(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    SELECT count(*)::integer FROM connected_apps WHERE account_id = ${accountId}`;
  return row.count;
}

/** Whether anybody has connected the app with this id. */
export async function isConnected(sql: Sql, clientId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM connected_apps WHERE client_id = ${clientId} LIMIT 1`;
  return found.length > 0;
}

/** The scopes of the newest connection of an app by a user. */
export async function findScopesOf(sql: Sql, userId: string, clientId: string): Promise<Scope[] | undefined> {
  const [app] = await sql<[Pick<AppRow, 'scopes'>?]>`
    SELECT scopes FROM connected_apps WHERE user_id = ${userId} AND client_id = ${clientId}
    ORDER BY created_at DESC, id DESC LIMIT 1`;
  return app?.scopes;
}

/** The role of the user of an app now, and the scopes that it has asked for and not got, by its URLs. */
export async function findDecision(
  sql: Sql,
  appId: string,
): Promise<{ role: Role; declined: Readonly<Record<string, string>> } | undefined> {
  const [found] = await sql<[{ role: Role; declined: Record<string, string> }?]>`
    SELECT u.role, coalesce(g.payload -> 'rejected' -> 'resources', '{}') AS declined
    FROM connected_apps c JOIN users u ON u.id = c.user_id
    LEFT JOIN oauth_records g ON g.grant_id = c.grant_id AND g.kind = 'Grant' WHERE c.id = ${appId}`;
  return found;
}

/** What is told of an app that has ended. */
type EndedApp = Pick<AppRow, 'id' | 'account_id' | 'name'>;

/** Ends an app. If an account is given, only one of its apps; if a user is given, only one of theirs. */
export function deleteApp(
  tx: Tx,
  appId: string,
  accountId: string | null,
  userId: string | null,
): Promise<EndedApp | undefined> {
  return deleteOne(
    tx,
    tx`id = ${appId} AND (${accountId}::uuid IS NULL OR account_id = ${accountId})
       AND (${userId}::uuid IS NULL OR user_id = ${userId})`,
  );
}

/** Ends the app of a grant. */
export const deleteGrant = (tx: Tx, grantId: string): Promise<EndedApp | undefined> =>
  deleteOne(tx, tx`grant_id = ${grantId}`);

/** Ends all apps of a user, whom the caller holds. */
export async function deleteAppsOf(tx: Tx, userId: string): Promise<void> {
  await tx`SELECT 1 FROM connected_apps WHERE user_id = ${userId} ORDER BY id FOR UPDATE`;
  await deleteAll(tx, tx`user_id = ${userId}`);
}

/**
 * Ends the apps of an account that can do nothing any more: they never got a token, or let it expire. Those
 * of the last hour may be on their way.
 */
export async function deleteIdleApps(tx: Tx, accountId: string): Promise<void> {
  const idle = tx`
    account_id = ${accountId} AND created_at < clock_timestamp() - interval '1 hour' AND NOT EXISTS (
      SELECT 1 FROM oauth_records t WHERE t.grant_id = connected_apps.grant_id AND t.kind = 'RefreshToken'
        AND t.consumed_at IS NULL AND t.expires_at > clock_timestamp())`;
  await tx`SELECT 1 FROM connected_apps WHERE ${idle} ORDER BY id FOR UPDATE`;
  await deleteAll(tx, idle);
}

async function deleteOne(tx: Tx, which: Fragment): Promise<EndedApp | undefined> {
  const [app] = await deleteAll(tx, which);
  return app;
}

async function deleteAll(tx: Tx, which: Fragment): Promise<EndedApp[]> {
  const apps = await tx<(EndedApp & Pick<AppRow, 'client_id' | 'grant_id'>)[]>`
    DELETE FROM connected_apps WHERE ${which} RETURNING id, account_id, name, client_id, grant_id`;
  if (apps.length === 0) return apps;
  await deleteGrants(
    tx,
    apps.map(({ grant_id }) => grant_id),
  );
  await releaseClients(
    tx,
    apps.map(({ client_id }) => client_id),
  );
  return apps;
}

/** What a token opens. */
export interface TokenRow extends CallerAccount {
  app_id: string;
  app_name: string;
  user_email: string;
  role: Role;
  scopes: Scope[];
  is_test: boolean;
  last_used_at: string | null;
  /** The URL that the token is for. */
  resource: string | null;
  token_scopes: string | null;
}

/** The live access token with this hash, with its app, the user and the account. */
export async function findToken(sql: Sql, hash: Buffer): Promise<TokenRow | undefined> {
  const [row] = await sql<TokenRow[]>`
    SELECT c.id AS app_id, c.name AS app_name, u.email AS user_email, u.role, c.scopes, c.is_test, c.last_used_at,
           t.payload ->> 'aud' AS resource, t.payload ->> 'scope' AS token_scopes, ${callerColumns(sql)}
    FROM oauth_records t
    JOIN connected_apps c ON c.grant_id = t.grant_id
    JOIN users u ON u.id = c.user_id
    JOIN accounts a ON a.id = c.account_id
    WHERE t.kind = 'AccessToken' AND t.id_hash = ${hash} AND t.expires_at > clock_timestamp()`;
  return row;
}

/** Updates `last_used_at` of an app, at most once a minute over all processes. */
export async function touchApp(tx: Tx, appId: string): Promise<void> {
  await tx`
    UPDATE connected_apps SET last_used_at = clock_timestamp()
    WHERE id = ${appId} AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`;
}
