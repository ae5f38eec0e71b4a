import { z } from 'zod';
import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { findAccountOf, lockWaitlist } from '../../list/waitlists/queries.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { boundedText, hasControlCharacters, isStorable, trimmedText } from '../../platform/schema/text.ts';
import type { Context } from '../context.ts';
import type { EmailDesign } from '../design/email-design.ts';
import { placeholdersOf } from '../design/template.ts';
import { kindOfEmail } from '../kinds.ts';
import type { TemplateKind } from '../parts.ts';
import { deleteEmailTemplate, saveEmailTemplate } from './template-queries.ts';
import { describeUnknown, listVariables, unknownPlaceholders } from './template-variables.ts';

/** More than people use. With values of 1,000 characters each, a mail could grow without limit. */
const mostPlaceholders = 200;

/** The HTML of a template that is being written; it may be empty. */
export const TemplateHtml = boundedText(200_000)
  .refine(isStorable, 'must not hold U+0000 or half of a surrogate pair')
  .refine(
    (html) => placeholdersOf(html).length <= mostPlaceholders,
    `must have at most ${mostPlaceholders} placeholders`,
  );

export const EmailTemplateInput = z.object({
  subject: trimmedText(500)
    .min(1)
    .refine((text) => !hasControlCharacters(text), 'must be one line'),
  html: TemplateHtml.min(1),
});
export type EmailTemplateInput = z.infer<typeof EmailTemplateInput>;

/**
 * Gives a waitlist its own template for the mails of a kind (C6.1). `design` is what its HTML was made of,
 * `locale` the language tag that the version is for; empty for all that have no version.
 * @throws AppError not_found; invalid_request that names placeholders which are no variables, or one that the
 * kind needs
 */
export async function setEmailTemplate(
  ctx: Context,
  by: Acting,
  waitlistId: string,
  kind: TemplateKind,
  template: EmailTemplateInput,
  design: EmailDesign | null = null,
  locale = '',
): Promise<{ waitlist_id: string }> {
  const { accountId } = by;
  return transaction(ctx.sql, async (tx) => {
    (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
    const unknown = unknownPlaceholders(template, await listVariables(tx, accountId, waitlistId, kind));
    if (unknown.length > 0) throw new AppError('invalid_request', describeUnknown(unknown));
    const missing = missingPlaceholder(kind, template.html);
    if (missing !== undefined) throw new AppError('invalid_request', `html: must hold {{${missing}}}`);
    await saveEmailTemplate(tx, accountId, waitlistId, kind, template, design, locale);
    await recordAction(tx, by, 'template.updated', { id: waitlistId, details: detailsOf(kind, locale) });
    return { waitlist_id: waitlistId };
  });
}

const detailsOf = (kind: TemplateKind, locale: string) => (locale === '' ? { kind } : { kind, locale });

/** The placeholder that templates of a kind need and this HTML lacks. */
export function missingPlaceholder(kind: TemplateKind, html: string): string | undefined {
  const { needs } = kindOfEmail(kind);
  return needs === undefined || placeholdersOf(html).includes(needs) ? undefined : needs;
}

/** The same for an operator, who may name any account's waitlist. */
export async function setAnyEmailTemplate(
  ctx: Context,
  waitlistId: string,
  kind: TemplateKind,
  template: EmailTemplateInput,
  locale = '',
): Promise<{ waitlist_id: string }> {
  assertId(waitlistId, 'waitlist');
  const accountId = (await findAccountOf(ctx.sql, waitlistId)) ?? notFound('waitlist');
  return setEmailTemplate(ctx, { accountId }, waitlistId, kind, template, null, locale);
}

/**
 * Deletes a waitlist's own template of a kind, or its version for a language, so that the one for all, or the
 * default one, is used again (C6.1).
 */
export async function clearEmailTemplate(
  { sql }: Context,
  by: Acting,
  waitlistId: string,
  kind: TemplateKind,
  locale = '',
): Promise<void> {
  await transaction(sql, async (tx) => {
    await deleteEmailTemplate(tx, by.accountId, waitlistId, kind, locale);
    await recordAction(tx, by, 'template.removed', { id: waitlistId, details: detailsOf(kind, locale) });
  });
}
