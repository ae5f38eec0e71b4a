import type { Sql, Tx } from '../../postgres/connection.ts';
import type { EmailTemplate } from './default-template.ts';

export async function saveEmailTemplate(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  { subject, html }: EmailTemplate,
): Promise<void> {
  await tx`
    INSERT INTO email_templates (account_id, waitlist_id, subject, html) VALUES (${accountId}, ${waitlistId}, ${subject}, ${html})
    ON CONFLICT (account_id, waitlist_id) DO UPDATE SET subject = excluded.subject, html = excluded.html`;
}

/** A waitlist's own template, if it has one. */
export async function findEmailTemplate(
  sql: Sql,
  accountId: string,
  waitlistId: string,
): Promise<EmailTemplate | undefined> {
  const [row] = await sql<EmailTemplate[]>`
    SELECT subject, html FROM email_templates WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return row;
}

export async function deleteEmailTemplate(tx: Tx, accountId: string, waitlistId: string): Promise<void> {
  await tx`DELETE FROM email_templates WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}
