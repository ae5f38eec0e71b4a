import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { lockAccount } from '../accounts/queries.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import type { Scope } from '../scopes.ts';
import { holdsSession } from '../sessions/queries.ts';
import type { Session } from '../sessions/session.ts';
import { hashSessionToken } from '../sessions/session-token.ts';
import { countApps, deleteIdleApps, insertApp } from './queries.ts';
import { hashOf, keepRecord } from './record-queries.ts';

/** Far more than people connect. */
const mostApps = 100;

/** What a user grants to an app. */
export interface AppGrant {
  readonly grantId: string;
  readonly clientId: string;
  /** What the app calls itself. */
  readonly name: string;
  /** Where its codes go: a host, or the scheme of an app. */
  readonly redirectHost: string;
  readonly scopes: readonly Scope[];
  readonly isTest: boolean;
}

/**
 * Connects an app to the account of a signed-in user.
 * @throws AppError conflict for too many; forbidden if the user was signed out meanwhile
 */
export async function connectApp(ctx: Context, session: Session, grant: AppGrant): Promise<void> {
  const { userId, home, token } = session;
  await transaction(ctx.sql, async (tx) => {
    await lockAccount(tx, home.accountId);
    if (!(await holdsSession(tx, userId, hashSessionToken(token))))
      throw new AppError('forbidden', 'You were signed out. Sign in, and connect again from the app.');
    await deleteIdleApps(tx, home.accountId);
    if ((await countApps(tx, home.accountId)) >= mostApps)
      throw new AppError('conflict', `An account has at most ${mostApps} connected apps. End one first.`);
    const id = newId();
    await insertApp(tx, {
      ...{ id, user_id: userId, account_id: home.accountId, grant_id: grant.grantId },
      ...{ client_id: grant.clientId, name: grant.name, redirect_host: grant.redirectHost },
      ...{ scopes: [...grant.scopes], is_test: grant.isTest },
    });
    await keepRecord(tx, { kind: 'Client', hash: hashOf(grant.clientId) });
    await keepRecord(tx, { kind: 'Grant', hash: hashOf(grant.grantId) });
    const { name, redirectHost: host, scopes, isTest: test } = grant;
    await recordAction(tx, home, 'app.connected', { id, details: { name, host, scopes, test } });
  });
}
