import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';

/** Checks that each signup of a list got exactly one mail. @returns the problems */
export async function checkMails(
  sql: Sql,
  waitlist: string,
  received: ReadonlyMap<string, number>,
): Promise<string[]> {
  const rows = await sql<{ email: string; email_status: number; state: string | null }[]>`
    SELECT s.email_key AS email, s.email_status, m.state FROM signups s LEFT JOIN mails m ON m.id = s.id WHERE s.waitlist_id = ${waitlist}`;
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
