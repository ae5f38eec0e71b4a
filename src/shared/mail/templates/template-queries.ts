import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';
import type { EmailTemplate, OwnTemplate } from '../design/default-template.ts';
import type { EmailDesign } from '../design/email-design.ts';
import type { TemplateKind } from '../parts.ts';

export async function saveEmailTemplate(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  kind: TemplateKind,
  { subject, html }: EmailTemplate,
  design: EmailDesign | null,
  locale: string,
): Promise<void> {
  await tx`
    INSERT INTO mail_templates (account_id, waitlist_id, kind, locale, subject, html, design)
    VALUES (${accountId}, ${waitlistId}, ${kind}, ${locale}, ${subject}, ${html}, ${design && JSON.stringify(design)}::text::jsonb)
    ON CONFLICT (account_id, waitlist_id, kind, locale) DO UPDATE SET subject = excluded.subject, html = excluded.html, design = excluded.design`;
}

/** A version of a waitlist's own template, as it is edited. */
export interface StoredTemplate extends OwnTemplate {
  /** What the simple editor made the HTML of; null for any other HTML. */
  readonly design: EmailDesign | null;
}

/** A waitlist's own templates of a kind: that for all languages first, if it has one. */
export function listEmailTemplates(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  kind: TemplateKind,
): Promise<StoredTemplate[]> {
  return sql<StoredTemplate[]>`
    SELECT locale, subject, html, design FROM mail_templates
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND kind = ${kind} ORDER BY locale LIMIT ${mostVersions}`;
}

/** Far more than there are languages that a list writes in. */
const mostVersions = 200;

/**
 * Whether a version of a template may be taken for a language: the one for it, for what it is part of, such
 * as `de` for `de-AT`, or for all. The longest is the nearest.
 */
export const isVersionFor = (sql: Sql | Tx, language: Fragment): Fragment => sql`
  (locale = '' OR locale = ${language} OR starts_with(${language}, locale || '-'))`;

export async function deleteEmailTemplate(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  kind: TemplateKind,
  locale: string,
): Promise<void> {
  await tx`
    DELETE FROM mail_templates
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND kind = ${kind} AND locale = ${locale}`;
}

/** Deletes the templates of a waitlist. */
export async function deleteTemplatesOf(tx: Tx, { accountId, id: waitlistId }: RowKey): Promise<void> {
  await tx`DELETE FROM mail_templates WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}
