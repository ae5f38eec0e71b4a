import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import type { Doorbell } from '../doorbell.ts';
import { transaction } from '../postgres/transaction.ts';
import { lockSignups } from '../signups/queries.ts';
import { listRefusedIds, reopenRefusedEmails } from './refused-queries.ts';

const perTransaction = 1_000;
/** What one request does; more is left to the next one. */
const mostTransactions = 10;

/**
 * Owes the account's `config_error` mails anew, once its settings are mended (C6.6): each once, whoever asks at the same time. They go
 * the way and by the allowance of any mail. @returns how many are owed
 */
export async function resendRefusedEmails(
  ctx: Context & { doorbell: Doorbell },
  { accountId }: Caller,
): Promise<number> {
  let owed = 0;
  let last: string | null = null; // one that is refused again meanwhile is not taken twice
  for (let transactions = 1; transactions <= mostTransactions; transactions++) {
    const { ids, reopened } = await reopenSome(ctx, accountId, last);
    owed += reopened.length;
    ctx.doorbell.ring(
      'send-signup-email',
      reopened.map((id) => ({ id, accountId })),
    );
    last = ids.at(-1) ?? null;
    if (ids.length < perTransaction) break;
  }
  return owed;
}

/** The signups first, as where an outcome is recorded: the two cannot deadlock. */
async function reopenSome({ sql }: Context, accountId: string, after: string | null) {
  return transaction(sql, async (tx) => {
    const ids = await listRefusedIds(tx, accountId, after, perTransaction);
    await lockSignups(tx, ids);
    return { ids, reopened: await reopenRefusedEmails(tx, accountId, ids) };
  });
}
