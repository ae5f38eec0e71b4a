import { lockAccount } from '../accounts/queries.ts';
import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { assertId, newId } from '../ids.ts';
import { plans } from '../plans.ts';
import { transaction } from '../postgres/transaction.ts';
import { type Scope, scopes } from '../scopes.ts';
import { hashApiKey, newApiKey } from './api-key.ts';
import { countLiveApiKeys, insertApiKey } from './queries.ts';
import type { ApiKeyInput } from './schema.ts';

/** A new key, in clear for the only time (C5.5). */
export interface CreatedApiKey {
  key_id: string;
  key: string;
  scopes: Scope[];
}

/** Makes an API key (§5). @throws AppError not_found; quota_exceeded over the plan's number of live keys (C5.6) */
export async function createApiKey(
  ctx: Context,
  accountId: string,
  input: ApiKeyInput,
): Promise<CreatedApiKey> {
  assertId(accountId, 'account');
  const key = newApiKey();
  const keyId = newId();
  const granted = scopes.filter((scope) => input.scopes === 'all' || input.scopes.includes(scope));
  await transaction(ctx.sql, async (tx) => {
    // The limit holds because only one key is made for an account at a time.
    const account = (await lockAccount(tx, accountId)) ?? notFound('account');
    const limit = plans[account.plan].apiKeys;
    if (limit !== null && (await countLiveApiKeys(tx, account.id)) >= limit) {
      throw new AppError(
        'quota_exceeded',
        `The ${account.plan} plan has room for ${limit} API key${limit === 1 ? '' : 's'}. Revoke one or choose a larger plan.`,
      );
    }
    await insertApiKey(tx, {
      id: keyId,
      account_id: account.id,
      name: input.name,
      hash: hashApiKey(key),
      last4: key.slice(-4),
      scopes: granted,
    });
  });
  return { key_id: keyId, key, scopes: granted };
}
