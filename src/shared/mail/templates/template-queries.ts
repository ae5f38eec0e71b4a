import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { EmailTemplate } from '../design/default-template.ts';
import type { EmailDesign } from '../design/email-design.ts';
import type { TemplateKind } from '../parts.ts';

export async function saveEmailTemplate(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  kind: TemplateKind,
  { subject, html }: EmailTemplate,
  design: EmailDesign | null,
): Promise<void> {
  await tx`
    INSERT INTO mail_templates (account_id, waitlist_id, kind, subject, html, design)
    VALUES (${accountId}, ${waitlistId}, ${kind}, ${subject}, ${html}, ${design && JSON.stringify(design)}::text::jsonb)
    ON CONFLICT (account_id, waitlist_id, kind, locale) DO UPDATE SET subject = excluded.subject, html = excluded.html, design = excluded.design`;
}

/** A waitlist's own template of a kind, if it has one. */
export async function findEmailTemplate(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  kind: TemplateKind,
): Promise<EmailTemplate | undefined> {
  const [row] = await sql<EmailTemplate[]>`
    SELECT subject, html FROM mail_templates
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND kind = ${kind}`;
  return row;
}

/** The design that the simple editor made the HTML of a template of; null for any other HTML. */
export async function findEmailDesign(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  kind: TemplateKind,
): Promise<EmailDesign | null> {
  const [row] = await sql<{ design: EmailDesign | null }[]>`
    SELECT design FROM mail_templates
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND kind = ${kind}`;
  return row?.design ?? null;
}

export async function deleteEmailTemplate(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  kind: TemplateKind,
): Promise<void> {
  await tx`
    DELETE FROM mail_templates WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND kind = ${kind}`;
}

/** Deletes the templates of a waitlist. */
export async function deleteTemplatesOf(tx: Tx, { accountId, id: waitlistId }: RowKey): Promise<void> {
  await tx`DELETE FROM mail_templates WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}
