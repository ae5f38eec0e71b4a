import type { Sql, Tx } from '../../postgres/connection.ts';
import type { EmailTemplate } from './default-template.ts';

export async function saveEmailTemplate(tx: Tx, waitlistId: string, copy: EmailTemplate): Promise<void> {
  await tx`
    INSERT INTO email_templates (waitlist_id, subject, html) VALUES (${waitlistId}, ${copy.subject}, ${copy.html})
    ON CONFLICT (waitlist_id) DO UPDATE SET subject = excluded.subject, html = excluded.html`;
}

/** A waitlist's own copy, if it has one. */
export async function findEmailTemplate(sql: Sql, waitlistId: string): Promise<EmailTemplate | undefined> {
  const [row] = await sql<
    EmailTemplate[]
  >`SELECT subject, html FROM email_templates WHERE waitlist_id = ${waitlistId}`;
  return row;
}

export async function deleteEmailTemplate(tx: Tx, waitlistId: string): Promise<void> {
  await tx`DELETE FROM email_templates WHERE waitlist_id = ${waitlistId}`;
}
