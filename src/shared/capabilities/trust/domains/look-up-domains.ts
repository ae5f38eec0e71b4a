import { isTestAccount } from '../../../account/accounts/test-account.ts';
import { statement, transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import type { Context } from '../../context.ts';
import { findUnknownDomains, finishAsking, listAsking, saveMailDomains } from './queries.ts';
import { type MailResolver, takesMail } from './takes-mail.ts';

const claimsPerAccount = 100;
const lookupsAtOnce = 8;

/**
 * Looks up whether the domains of new claims take mail (N4), each once for all who ask. Claims at a domain
 * that takes none are judged again. @returns the jobs to notify workers of
 */
export async function lookUpDomains(
  { sql }: Pick<Context, 'sql'>,
  resolver: MailResolver,
  stopping: AbortSignal,
): Promise<JobNotification[]> {
  const claims = await listAsking(sql, claimsPerAccount);
  if (claims.length === 0) return [];
  // A test mode asks nobody (N8).
  const asking = claims.filter(({ account_id }) => !isTestAccount(account_id));
  const domains = [...new Set(asking.map(({ email_domain }) => email_domain))];
  const unknown = await findUnknownDomains(sql, domains);
  for (let from = 0; from < unknown.length && !stopping.aborted; from += lookupsAtOnce) {
    const found = await Promise.all(
      unknown
        .slice(from, from + lookupsAtOnce)
        .map(async (domain) => ({ domain, takes_mail: await takesMail(resolver, domain) })),
    );
    await statement(sql, (tx) => saveMailDomains(tx, found));
  }
  return transaction(sql, (tx) => finishAsking(tx, claims));
}
