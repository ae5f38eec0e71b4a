import { findSettings } from '../../../list/settings/queries.ts';
import { composeHtml, EmailDesign } from '../../../mail/design/email-design.ts';
import { mailLanguage } from '../../../mail/templates/mail-language.ts';
import { EmailTemplateInput } from '../../../mail/templates/set-email-template.ts';
import {
  describeUnknown,
  listVariables,
  unknownPlaceholders,
} from '../../../mail/templates/template-variables.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { describeFirstIssue } from '../../../platform/schema/issue.ts';
import type { AnnouncementText } from '../queries.ts';
import { announcementFooter } from './footer.ts';

/** What is given of a text: a design or HTML. */
export interface GivenText {
  readonly subject: string;
  readonly design?: unknown;
  readonly html?: string | null | undefined;
}

/**
 * The text of an announcement, with the HTML that its design makes, checked as templates are. @throws
 * AppError invalid_request that names placeholders which are no variables
 */
export async function toText(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { subject, design: given, html }: GivenText,
): Promise<AnnouncementText> {
  const design = given == null ? null : EmailDesign.parse(given);
  const settings = (await findSettings(sql, accountId, waitlistId)) ?? null;
  const { locale, tag } = mailLanguage(null, settings, { locale: '' });
  const template = {
    subject,
    html: design ? composeHtml(design, announcementFooter, locale, tag) : (html ?? ''),
  };
  const { error } = EmailTemplateInput.safeParse(template);
  if (error) throw new AppError('invalid_request', describeFirstIssue(error));
  const unknown = unknownPlaceholders(
    template,
    await listVariables(sql, accountId, waitlistId, 'announcement'),
  );
  if (unknown.length > 0) throw new AppError('invalid_request', describeUnknown(unknown));
  return { ...template, design };
}
