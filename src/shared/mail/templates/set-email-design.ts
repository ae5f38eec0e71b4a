import { z } from 'zod';
import type { Acting } from '../../account/audit/actor.ts';
import { findSettings } from '../../list/settings/queries.ts';
import { AppError } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import type { EmailTemplate } from '../design/default-template.ts';
import { composeHtml, EmailDesign, EmailDesignDraft } from '../design/email-design.ts';
import { kindOfEmail } from '../kinds.ts';
import type { TemplateKind } from '../parts.ts';
import { type MailLanguage, mailLanguage } from './mail-language.ts';
import { EmailTemplateInput, missingPlaceholder, setEmailTemplate } from './set-email-template.ts';

/** What the simple editor saves. */
export const EmailDesignInput = z.object({ subject: EmailTemplateInput.shape.subject, design: EmailDesign });
export type EmailDesignInput = z.infer<typeof EmailDesignInput>;

/** What it previews. */
export const EmailDesignPreview = z.object({
  subject: z.string().max(10_000).default(''),
  design: EmailDesignDraft,
});

/**
 * The template that a design makes in a language, within the limits of every template. @throws AppError
 * invalid_request
 */
export function toTemplate(
  { subject, design }: z.infer<typeof EmailDesignPreview>,
  kind: TemplateKind,
  { locale, tag }: MailLanguage,
): EmailTemplate {
  return { subject, html: composeHtml(design, kindOfEmail(kind).footer, locale, tag) };
}

/**
 * Gives a waitlist the template that a design makes, and keeps the design, so that it can be edited again
 * (N8).
 * @throws AppError as `setEmailTemplate`, with the button's target named if the mail lacks the link that its
 * kind needs
 */
export async function setEmailDesign(
  ctx: Context,
  caller: Acting,
  waitlistId: string,
  kind: TemplateKind,
  input: EmailDesignInput,
  locale = '',
): Promise<void> {
  const settings = (await findSettings(ctx.sql, caller.accountId, waitlistId)) ?? null;
  const template = toTemplate(input, kind, mailLanguage(null, settings, { locale }));
  const missing = missingPlaceholder(kind, template.html);
  if (missing !== undefined)
    throw new AppError(
      'invalid_request',
      `design.button_target: the button or the text must hold {{${missing}}}`,
    );
  await setEmailTemplate(ctx, caller, waitlistId, kind, template, input.design, locale);
}
