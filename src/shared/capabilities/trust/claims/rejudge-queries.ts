import { isProofAwaited } from '../../../list/credits.ts';
import { type EmailStatus, rankOf } from '../../../list/mail-state/status.ts';
import { signupIdOf } from '../../../mail/mails/mails.ts';
import type { MailReport } from '../../../mail/parts.ts';
import { keysOf, rowsByKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';

const ranksOf = (statuses: readonly EmailStatus[]) => new Set(statuses.map(rankOf));
/** What may take a credit. */
const bad = ranksOf(['bounced', 'complained', 'failed']);
/** What makes a referral count for rewards (N5). */
const good = ranksOf(['delivered', 'opened', 'clicked']);

/**
 * Enqueues the claims of signups whose mail came back, was reported or was refused, to be judged again (N4),
 * in the transaction that records it and holds the signup; also those whose mail arrived, if a reward
 * waits for that (N5). Other mails cost nothing.
 */
export async function rejudgeReported(tx: Tx, reports: readonly MailReport[]): Promise<void> {
  const due = reports.filter(({ status_rank }) => bad.has(status_rank) || good.has(status_rank));
  if (due.length === 0) return;
  const keys = due.map(({ account_id: accountId, id }) => ({ accountId, id }));
  const back = due.filter(({ status_rank }) => bad.has(status_rank)).map(({ id }) => id);
  await tx`
    INSERT INTO outbox (account_id, job, id)
    SELECT DISTINCT c.account_id, 'judge-referral', c.signup_id FROM ${rowsByKey(tx, 'mails', keysOf(tx, keys))} m
    CROSS JOIN LATERAL (
      SELECT account_id, signup_id, referrer_id FROM referral_claims WHERE account_id = m.account_id AND signup_id = ${signupIdOf(tx)} LIMIT 1) c
    WHERE m.id = ANY (${back}::uuid[]) OR ${isProofAwaited(tx)}
    ORDER BY 1, 3
    ON CONFLICT (account_id, job, id) DO NOTHING`;
}
