import { AppError, notFound } from '../../platform/errors.ts';
import { assertId, newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { lockAccount } from '../accounts/queries.ts';
import { isTestAccount, lockTestAccount } from '../accounts/test-account.ts';
import { type Actor, operator } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { describeLimit, limitsOf } from '../plans.ts';
import { type Scope, scopes } from '../scopes.ts';
import { hashApiKey, newApiKey } from './api-key.ts';
import { countLiveApiKeys, insertApiKey } from './queries.ts';
import type { ApiKeyInput } from './schema.ts';

/** A new key. Only its hash is stored, so it cannot be shown again (C5.5). */
export interface CreatedApiKey {
  key_id: string;
  key: string;
  scopes: Scope[];
}

/**
 * Creates an API key (§5), of the account's test mode if that is asked for or `accountId` is one (N8).
 * @throws AppError not_found; quota_exceeded at the plan's limit of live keys (C5.6)
 */
export async function createApiKey(
  ctx: Context,
  accountId: string,
  input: ApiKeyInput,
  actor: Actor = operator,
): Promise<CreatedApiKey> {
  assertId(accountId, 'account');
  const isTest = input.test === true || isTestAccount(accountId);
  const key = newApiKey(isTest ? 'test' : 'live', ctx.config.cell);
  const keyId = newId();
  const granted = scopes.filter((scope) => input.scopes === 'all' || input.scopes.includes(scope));
  await transaction(ctx.sql, async (tx) => {
    // The lock serializes the creation of keys, so the count stays valid until commit.
    const lock = isTest ? lockTestAccount : lockAccount;
    const account = (await lock(tx, accountId)) ?? notFound('account');
    const limit = limitsOf(account.plan, isTest).apiKeys;
    if (limit !== null && (await countLiveApiKeys(tx, account.id)) >= limit) {
      throw new AppError('quota_exceeded', describeLimit(account.plan, isTest, limit, ['API key', 'Revoke']));
    }
    await insertApiKey(tx, {
      id: keyId,
      account_id: account.id,
      name: input.name,
      hash: hashApiKey(key),
      last4: key.slice(-4),
      scopes: granted,
    });
    const details = { name: input.name, scopes: granted };
    await recordAction(tx, { accountId: account.id, actor }, 'api_key.created', { id: keyId, details });
  });
  return { key_id: keyId, key, scopes: granted };
}
