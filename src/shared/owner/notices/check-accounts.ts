import { isTestAccount } from '../../account/accounts/test-account.ts';
import { firstIdAt, nilId } from '../../platform/ids.ts';
import { statement, transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { Context } from '../context.ts';
import { enqueueNotices, noNoticeJobs } from './enqueue-notices.ts';
import { type AccountFacts, listAccountFacts } from './fact-queries.ts';
import { type Cause, findCauses } from './find-causes.ts';
import { forgetRaised, markRaised, type NoticeKey } from './queries.ts';

const accountsPerPage = 50;
const hourMs = 3_600_000;

type CheckingContext = Pick<Context, 'config' | 'sql'> & { readonly notifier: JobNotifier };

/**
 * Looks at every account, page by page, and tells users what they have to know (N8). Signups wait for none of
 * it: it only reads their rows, so many of each account. @throws the first failure, after all other accounts
 */
export async function checkAccounts(ctx: CheckingContext, stopping: AbortSignal): Promise<void> {
  const now = Date.now();
  const since = { dayId: firstIdAt(now - 24 * hourMs), hourId: firstIdAt(now - hourMs) };
  const failures: unknown[] = [];
  for (let last = nilId; !stopping.aborted; ) {
    const accounts = await listAccountFacts(ctx.sql, last, accountsPerPage, since);
    for (const account of accounts.filter(({ id }) => !isTestAccount(id))) {
      try {
        await checkAccount(ctx, account);
      } catch (error) {
        failures.push(error); // the other accounts are checked
      }
    }
    const end = accounts.at(-1);
    if (!end || accounts.length < accountsPerPage) break;
    last = end.id;
  }
  if (failures.length > 0) throw failures[0];
}

/** Writes only where something has changed. */
async function checkAccount(ctx: CheckingContext, account: AccountFacts): Promise<void> {
  const { id, raised } = account;
  const causes = findCauses(ctx, account);
  const isOf = (a: NoticeKey) => (b: NoticeKey) => a.kind === b.kind && a.subject === b.subject;
  const due = causes.filter((cause) => {
    const known = raised.find(isOf(cause));
    return !known || known.level < cause.level || (known.isOfEarlierMonth && known.isRested);
  });
  const gone = raised.filter((known) => known.isRested && !causes.some(isOf(known)));
  for (const cause of due) await raise(ctx, id, cause);
  if (gone.length > 0) await statement(ctx.sql, (tx) => forgetRaised(tx, id, gone));
}

/** Tells users once, however many workers have found the cause: a slow round may meet the next one. */
async function raise(ctx: CheckingContext, accountId: string, cause: Cause): Promise<void> {
  const { mails, messages } = await transaction(ctx.sql, async (tx) =>
    (await markRaised(tx, accountId, cause)) ? enqueueNotices(ctx, tx, accountId, cause.facts) : noNoticeJobs,
  );
  ctx.notifier.notify('send-notice', mails);
  ctx.notifier.notify('post-notice', messages);
}
