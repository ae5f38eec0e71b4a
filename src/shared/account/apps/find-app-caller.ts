import { AppError } from '../../platform/errors.ts';
import type { OwnPool } from '../../platform/postgres/own-pool.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import { testAccountIdOf } from '../accounts/test-account.ts';
import { isApiKey } from '../api-keys/api-key.ts';
import { cacheCallers } from '../api-keys/cache-callers.ts';
import { type Caller, toCaller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { scopesOf } from '../scopes.ts';
import { findToken, touchApp } from './queries.ts';
import { hashOf } from './record-queries.ts';

const touchIntervalMs = 60_000;

/** Whether a text has the form of an access token, and not that of a key. */
export const isAccessToken = (text: string): boolean => /^[\w-]{43}$/.test(text) && !isApiKey(text);

/**
 * Creates a function that authenticates the access token of a connected app, for one URL. It acts with what
 * was granted, what the token is for and what the role of its user has now: whatever is least.
 * @throws AppError unauthorized, from the returned function
 */
export function appCallerFinder(
  ctx: Context,
  lookups: OwnPool,
): (token: string, resource: string) => Promise<Caller> {
  const resourceOf = new WeakMap<Caller, string | null>();

  async function load(_: string, hash: Buffer): Promise<Caller> {
    const row = await lookups.run((sql) => findToken(sql, hash));
    if (!row) throw unauthorized();
    if (row.last_used_at === null || Date.now() - Date.parse(row.last_used_at) > touchIntervalMs) {
      statement(ctx.sql, (tx) => touchApp(tx, row.app_id)).catch((err: unknown) =>
        ctx.log.warn({ err }, 'last_used_at was not written'),
      );
    }
    const [granted, ofToken] = [new Set(row.scopes), new Set((row.token_scopes ?? '').split(' '))];
    const caller = toCaller({
      ...row,
      account_id: row.is_test ? testAccountIdOf(row.account_id) : row.account_id,
      scopes: scopesOf(row.role).filter((scope) => granted.has(scope) && ofToken.has(scope)),
      actor: { type: 'app', id: row.app_id, name: `${row.app_name}, for ${row.user_email}` },
    });
    resourceOf.set(caller, row.resource);
    return caller;
  }

  const find = cacheCallers(load);
  return async (token, resource) => {
    const caller = await find(token, hashOf(token));
    if (resourceOf.get(caller) !== resource) throw unauthorized();
    return caller;
  };
}

const unauthorized = () =>
  new AppError('unauthorized', 'The access token is unknown, expired, or for another URL.');
