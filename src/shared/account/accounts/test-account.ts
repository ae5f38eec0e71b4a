import { notFound } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { type AccountRow, insertTestAccount, lockAccount } from './queries.ts';

/** Where the version of a UUID is. Ids of accounts are of version 7. */
const versionAt = 14;
const testVersion = '8';

/**
 * The id of an account's test mode (N8), which is an account of its own: so all that keeps accounts apart
 * keeps it apart too. It is the id of the account with another version, so it needs no look-up, and comes
 * behind it in the order of locks.
 */
export function testAccountIdOf(accountId: string): string {
  return withVersion(accountId, testVersion);
}

export function isTestAccount(accountId: string): boolean {
  return accountId[versionAt] === testVersion;
}

/** The live account of a test mode, or the live account that is given. */
export function liveAccountIdOf(accountId: string): string {
  return isTestAccount(accountId) ? withVersion(accountId, '7') : accountId;
}

function withVersion(id: string, version: string): string {
  return id.slice(0, versionAt) + version + id.slice(versionAt + 1);
}

/**
 * The test mode of an account, made when it is first asked for (N8), with the plan and the limits of the
 * account. Holds both until commit. @throws AppError not_found
 */
export async function lockTestAccount(tx: Tx, accountId: string): Promise<AccountRow> {
  const live = (await lockAccount(tx, liveAccountIdOf(accountId))) ?? notFound('account');
  const id = testAccountIdOf(live.id);
  await insertTestAccount(tx, id, live.id);
  return (await lockAccount(tx, id)) ?? notFound('account');
}
