import { findAccount } from '../../account/accounts/queries.ts';
import type { Caller } from '../../account/api-keys/caller.ts';
import { lockSignups } from '../../list/signups/queries.ts';
import { notFound } from '../../platform/errors.ts';
import { assertId, firstIdAt } from '../../platform/ids.ts';
import { keysIn } from '../../platform/postgres/by-key.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { Context } from '../context.ts';
import { askForEmails } from './ask-for-emails.ts';
import {
  listRefusedAccounts,
  listRefusedEmails,
  listRefusedIds,
  type RefusedEmail,
  type ResendableState,
  reopenRefusedEmails,
} from './refused-queries.ts';

const perTransaction = 1_000;
/** Of one request; more is left to the next one. */
const mostTransactions = 10;

/**
 * Enqueues the account's mails of a state again (C6.6): `config_error` ones once its settings are mended,
 * `failed` ones whose attempts ran out, `ambiguous` ones that may have left. Each once, however many ask at
 * the same time; route and allowance are those of any mail. Without a notifier workers find them in their
 * sweeps. @returns how many are pending
 */
export async function resendRefusedEmails(
  ctx: Context & { notifier?: JobNotifier },
  { accountId }: Pick<Caller, 'accountId'>,
  state: ResendableState,
  { most = mostTransactions, after = null }: { most?: number; after?: string | null } = {},
): Promise<number> {
  let pending = 0;
  let last = after; // one that is refused again meanwhile is not resent twice
  for (let transactions = 1; transactions <= most; transactions++) {
    const { ids, reopened } = await reopenSome(ctx, accountId, state, last);
    pending += reopened.length;
    ctx.notifier?.notify(
      'send-signup-email',
      reopened.map((id) => ({ id, accountId })),
    );
    last = ids.at(-1) ?? null;
    if (ids.length < perTransaction) break;
  }
  return pending;
}

/**
 * The same for all of an account's mails of some states that were made since a time, as an operator asks for
 * it. Providers are asked first for mails that may have left. @throws AppError not_found
 */
export async function resendEmails(
  ctx: Context,
  accountId: string,
  states: readonly ResendableState[],
  since: Date | null,
): Promise<Resent> {
  assertId(accountId, 'account');
  const { id } = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  const after = since && firstIdAt(since.getTime());
  let resent = 0;
  if (states.includes('ambiguous')) await askForEmails(ctx, id, after);
  for (const state of states)
    resent += await resendRefusedEmails(ctx, { accountId: id }, state, {
      most: Number.POSITIVE_INFINITY,
      after,
    });
  return { account_id: id, resent };
}

/** The same for all accounts that have such mails, as after an outage of the service's own provider. */
export async function resendAllEmails(
  ctx: Context,
  states: readonly ResendableState[],
  since: Date,
): Promise<Resent[]> {
  const after = firstIdAt(since.getTime());
  const accounts = await Promise.all(states.map((state) => listRefusedAccounts(ctx.sql, state, after)));
  const resent: Resent[] = [];
  for (const accountId of new Set(accounts.flat().sort()))
    resent.push(await resendEmails(ctx, accountId, states, since));
  return resent;
}

/** The newest of an account's mails that can be sent again, with what is known. @throws AppError not_found */
export async function listResendable(
  ctx: Context,
  accountId: string,
  state: ResendableState,
  limit: number,
): Promise<RefusedEmail[]> {
  assertId(accountId, 'account');
  const { id } = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  return listRefusedEmails(ctx.sql, id, state, limit);
}

/** The newest of each account that has such mails, account by account: `limit` in all. */
export async function listAllResendable(
  ctx: Context,
  state: ResendableState,
  limit: number,
): Promise<(RefusedEmail & { account_id: string })[]> {
  const found: (RefusedEmail & { account_id: string })[] = [];
  for (const account_id of await listRefusedAccounts(ctx.sql, state, firstIdAt(0))) {
    if (found.length >= limit) break;
    const emails = await listRefusedEmails(ctx.sql, account_id, state, limit - found.length);
    found.push(...emails.map((email) => ({ account_id, ...email })));
  }
  return found;
}

interface Resent {
  readonly account_id: string;
  readonly resent: number;
}

/** The signups first, as where an outcome is recorded: the two cannot deadlock. */
async function reopenSome({ sql }: Context, accountId: string, state: ResendableState, after: string | null) {
  return transaction(sql, async (tx) => {
    const ids = await listRefusedIds(tx, accountId, state, after, perTransaction);
    await lockSignups(tx, keysIn(accountId, ids));
    return {
      ids,
      reopened: await reopenRefusedEmails(tx, accountId, ids, { isUncertainToo: state === 'ambiguous' }),
    };
  });
}
