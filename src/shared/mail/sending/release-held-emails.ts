import { monthlyAllowance } from '../../account/accounts/allowance.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { logTogether } from '../../platform/process/log-together.ts';
import { reserveAllowance } from '../allowance/allowance-queries.ts';
import type { Context } from '../context.ts';
import { type HeldAccountRow, listHeldAccounts, lockHeldEmails, releaseEmails } from './held-queries.ts';

/** The most that one run releases of an account. */
export const heldPerRun = 1_000;

/**
 * Releases held mails, oldest first, as far as there is a route for them: the account's own provider, or this
 * month's allowance, which is reserved for them (C6.4). An account whose mails cannot be released for now is
 * logged, and holds up no other one.
 * @returns the ids of the mails that are pending again, by account
 */
export async function releaseHeldEmails(ctx: Context): Promise<Map<string, string[]>> {
  const { managed } = ctx.config.email;
  const released = new Map<string, string[]>();
  for (const account of await listHeldAccounts(ctx.sql)) {
    const allowance = managed ? monthlyAllowance(account) : 0;
    if (!account.has_own && account.reserved >= allowance) continue;
    try {
      const ids = await releaseOf(ctx, account, allowance);
      if (ids.length > 0) released.set(account.account_id, ids);
    } catch (err) {
      logTogether(ctx.log, 'warn', account.account_id, { err }, 'held mails of accounts were not released');
    }
  }
  return released;
}

function releaseOf(ctx: Context, account: HeldAccountRow, allowance: number): Promise<string[]> {
  return transaction(ctx.sql, async (tx) => {
    const held = await lockHeldEmails(tx, account.account_id, heldPerRun);
    if (account.has_own || held.length === 0) {
      await releaseEmails(tx, account.account_id, held, null);
      return held;
    }
    const request = { account_id: account.account_id, wanted: held.length, allowance };
    const granted = (await reserveAllowance(tx, account.month, [request])).get(account.account_id) ?? 0;
    await releaseEmails(tx, account.account_id, held.slice(0, granted), account.month);
    return held.slice(0, granted);
  });
}
