import type { Sql } from '../../src/shared/db.ts';
import type { StormCall } from './storm.ts';

/**
 * What is wrong with a list after a storm on it, in words; nothing if all is well. The list must have had no deletions.
 * Looks at it from two sides: what the callers were told, and what is stored.
 */
export async function checkStorm(sql: Sql, waitlist: string, calls: readonly StormCall[]): Promise<string[]> {
  const wrong: string[] = [];
  const expectEqual = (what: string, found: unknown, expected: unknown) => {
    if (found !== expected) wrong.push(`${what}: ${found}, expected ${expected}`);
  };
  const rows = await sql<
    {
      id: string;
      email_key: string;
      position: number;
      referral_code: string;
      referral_count: number;
      referred_by: string | null;
    }[]
  >`
    SELECT id, email_key, position, referral_code, referral_count, referred_by FROM signups WHERE waitlist_id = ${waitlist} ORDER BY position`;
  const byEmail = new Map(rows.map((row) => [row.email_key, row]));
  const byCode = new Map(rows.map((row) => [row.referral_code, row]));

  for (const call of calls) {
    if (call.status >= 500) wrong.push(`${call.email}: answered ${call.status}`);
    if (!call.body) continue;
    const row = byEmail.get(call.email);
    if (
      row?.id !== call.body.id ||
      row.position !== call.body.position ||
      row.referral_code !== call.body.referral_code
    ) {
      wrong.push(`${call.email}: told ${JSON.stringify(call.body)}, stored ${JSON.stringify(row)}`);
    }
  }
  rows.forEach((row, index) => {
    expectEqual(`position of ${row.email_key}`, row.position, index + 1);
  });

  // Only a signup's first request can credit; which of two that race is first is not the callers' to know.
  const mayCredit = new Map<string, Set<string | undefined>>();
  for (const { email, referralCode } of calls)
    mayCredit.set(email, (mayCredit.get(email) ?? new Set()).add(referralCode));
  for (const row of rows) {
    const referrer = row.referred_by === null ? undefined : rows.find(({ id }) => id === row.referred_by);
    const possible = [...(mayCredit.get(row.email_key) ?? [])].map((code) => byCode.get(code ?? '')?.id);
    if (!possible.includes(referrer?.id))
      wrong.push(`${row.email_key} credits ${referrer?.id}, sent codes of ${possible}`);
  }
  const credits = new Map<string, number>();
  for (const { referred_by } of rows)
    if (referred_by) credits.set(referred_by, (credits.get(referred_by) ?? 0) + 1);
  for (const row of rows)
    expectEqual(`credits of ${row.email_key}`, row.referral_count, credits.get(row.id) ?? 0);

  const [counter] =
    await sql`SELECT last_position, live_count, referred_count FROM waitlist_counters WHERE waitlist_id = ${waitlist}`;
  expectEqual('last_position', counter?.last_position, rows.length);
  expectEqual('live_count', counter?.live_count, rows.length);
  expectEqual(
    'referred_count',
    counter?.referred_count,
    rows.filter(({ referred_by }) => referred_by).length,
  );
  return wrong;
}

/** What is wrong with the mails of a list: each signup is owed exactly one. */
export async function checkMails(
  sql: Sql,
  waitlist: string,
  received: ReadonlyMap<string, number>,
): Promise<string[]> {
  const rows = await sql<{ email: string; email_status: number; state: string | null }[]>`
    SELECT s.email_key AS email, s.email_status, m.state FROM signups s LEFT JOIN signup_emails m ON m.signup_id = s.id WHERE s.waitlist_id = ${waitlist}`;
  const wrong = rows.flatMap(({ email, email_status, state }) => {
    const count = received.get(email) ?? 0;
    return count === 1 && state === 'sent' && email_status === 2
      ? []
      : [`${email}: ${count} mails, state ${state}, status ${email_status}`];
  });
  if (received.size !== rows.length)
    wrong.push(`${received.size} addresses got mail, ${rows.length} signed up`);
  return wrong;
}
