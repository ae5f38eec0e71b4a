import { type Caller, toCaller } from '../../../src/shared/account/api-keys/caller.ts';
import { scopes } from '../../../src/shared/account/scopes.ts';
import type { World } from './world.ts';

/** The account of a race, as its web processes know it. */
export const callerOf = ({ accountId }: Pick<World, 'accountId'>): Caller =>
  toCaller({
    account_id: accountId,
    plan: 'scale',
    requests_per_minute: null,
    managed_emails_per_month: null,
    has_email_provider: false,
    scopes,
  });

/** Accepts refusals, which mean that another call was first. */
export function refusalOnly(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AppError') throw error;
}
