import { signupIdOf } from '../../email/sending/start-queries.ts';
import { type EmailStatus, rankOf } from '../../email/status.ts';
import { keysOf, rowsByKey } from '../../postgres/by-key.ts';
import type { Tx } from '../../postgres/connection.ts';

const ranksToRejudge = new Set((['bounced', 'complained', 'failed'] satisfies EmailStatus[]).map(rankOf));

/** What is known of a mail. */
interface Report {
  readonly account_id: string;
  /** Of the mail. */
  readonly id: string;
  readonly status_rank: number;
}

/**
 * Enqueues the claims of signups whose mail came back, was reported or was refused, to be judged again (N4), in
 * the transaction that records it and holds the signup. Other mails cost nothing.
 */
export async function rejudgeReported(tx: Tx, reports: readonly Report[]): Promise<void> {
  const keys = reports
    .filter(({ status_rank }) => ranksToRejudge.has(status_rank))
    .map(({ account_id: accountId, id }) => ({ accountId, id }));
  if (keys.length === 0) return;
  await tx`
    INSERT INTO outbox (account_id, job, id)
    SELECT DISTINCT c.account_id, 'judge-referral', c.signup_id FROM ${rowsByKey(tx, 'mails', keysOf(tx, keys))} m
    CROSS JOIN LATERAL (
      SELECT account_id, signup_id FROM referral_claims WHERE account_id = m.account_id AND signup_id = ${signupIdOf(tx)} LIMIT 1) c
    ORDER BY 1, 3
    ON CONFLICT (account_id, job, id) DO NOTHING`;
}
