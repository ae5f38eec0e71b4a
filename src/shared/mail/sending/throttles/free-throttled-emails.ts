import { statement, transaction } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import { returnProbe } from './outage-queries.ts';
import {
  type FreedEmail,
  freeWaitingEmails,
  listWaitingAccounts,
  listWaitingSources,
  takePermits,
} from './throttle-queries.ts';

const mostAtOnce = 1_000;

/**
 * Makes waiting mails due, as many as their throttles permit by now, in all workers together (C6.6). Accounts
 * that share a throttle share its permits evenly; of each the oldest mails go first. @returns the mails that
 * are due; undefined where none waits
 */
export async function freeThrottledEmails({ sql }: Pick<Context, 'sql'>): Promise<FreedEmail[] | undefined> {
  const sources = await listWaitingSources(sql);
  if (sources.length === 0) return undefined;
  const throttled = sources.filter((each) => each.throttled).map(({ source }) => source);
  const unthrottled = sources.filter((each) => !each.throttled);
  const free = [
    ...(throttled.length > 0 ? await statement(sql, (tx) => takePermits(tx, throttled)) : []),
    ...unthrottled.map(({ source }) => ({ source, permits: mostAtOnce, isDown: false })),
  ];
  const freed: FreedEmail[] = [];
  for (const { source, permits, isDown } of free) {
    const shares = shareEvenly(await listWaitingAccounts(sql, source), permits);
    const mails = await transaction(sql, (tx) => freeWaitingEmails(tx, source, shares));
    freed.push(...mails);
    // All mails of that account have just failed: perhaps another account has one.
    if (isDown && mails.length === 0) await statement(sql, (tx) => returnProbe(tx, source));
  }
  return freed;
}

/** Chance decides which accounts get the permits that are left over. */
function shareEvenly(accounts: readonly string[], permits: number): { account_id: string; mails: number }[] {
  const inTurn = accounts
    .map((account_id) => ({ account_id, turn: Math.random() }))
    .sort((a, b) => a.turn - b.turn);
  return inTurn
    .map(({ account_id }, index) => ({
      account_id,
      mails: Math.floor(permits / accounts.length) + (index < permits % accounts.length ? 1 : 0),
    }))
    .filter(({ mails }) => mails > 0);
}
