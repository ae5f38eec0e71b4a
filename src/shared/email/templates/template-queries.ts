import type { Sql, Tx } from '../../postgres/connection.ts';
import type { EmailCopy } from './default-template.ts';

export async function saveEmailCopy(tx: Tx, waitlistId: string, copy: EmailCopy): Promise<void> {
  await tx`
    INSERT INTO email_copies (waitlist_id, subject, html) VALUES (${waitlistId}, ${copy.subject}, ${copy.html})
    ON CONFLICT (waitlist_id) DO UPDATE SET subject = excluded.subject, html = excluded.html`;
}

/** A waitlist's own copy, if it has one. */
export async function findEmailCopy(sql: Sql, waitlistId: string): Promise<EmailCopy | undefined> {
  const [row] = await sql<
    EmailCopy[]
  >`SELECT subject, html FROM email_copies WHERE waitlist_id = ${waitlistId}`;
  return row;
}

export async function deleteEmailCopy(tx: Tx, waitlistId: string): Promise<void> {
  await tx`DELETE FROM email_copies WHERE waitlist_id = ${waitlistId}`;
}
