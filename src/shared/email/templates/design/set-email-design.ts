import { z } from 'zod';
import type { Acting } from '../../../audit/actor.ts';
import type { Context } from '../../../context.ts';
import type { TemplateKind } from '../../kinds.ts';
import type { EmailTemplate } from '../default-template.ts';
import { EmailTemplateInput, setEmailTemplate } from '../set-email-template.ts';
import { composeHtml, EmailDesign, EmailDesignDraft } from './email-design.ts';

/** What the simple editor saves. */
export const EmailDesignInput = z.object({ subject: EmailTemplateInput.shape.subject, design: EmailDesign });
export type EmailDesignInput = z.infer<typeof EmailDesignInput>;

/** What it previews. */
export const EmailDesignPreview = z.object({
  subject: z.string().max(10_000).default(''),
  design: EmailDesignDraft,
});

/** The template that a design makes, within the limits of every template. @throws AppError invalid_request */
export function toTemplate({ subject, design }: z.infer<typeof EmailDesignPreview>): EmailTemplate {
  return { subject, html: composeHtml(design) };
}

/**
 * Gives a waitlist the template that a design makes, and keeps the design, so that it can be edited again (N8).
 * @throws AppError as `setEmailTemplate`
 */
export async function setEmailDesign(
  ctx: Context,
  caller: Acting,
  waitlistId: string,
  kind: TemplateKind,
  input: EmailDesignInput,
): Promise<void> {
  await setEmailTemplate(ctx, caller, waitlistId, kind, toTemplate(input), input.design);
}
