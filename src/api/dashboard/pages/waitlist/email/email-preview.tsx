import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { EmailTemplate } from '../../../../../shared/mail/design/default-template.ts';
import type { TemplateKind } from '../../../../../shared/mail/parts.ts';
import type { MailLanguage } from '../../../../../shared/mail/templates/mail-language.ts';
import {
  type EmailPreview,
  previewSignupEmail,
} from '../../../../../shared/mail/templates/preview-signup-email.ts';
import { readEmailTemplate } from '../../../../../shared/mail/templates/read-email-template.ts';
import { EmailDesignPreview, toTemplate } from '../../../../../shared/mail/templates/set-email-design.ts';
import { TemplateHtml } from '../../../../../shared/mail/templates/set-email-template.ts';
import { describeUnknown } from '../../../../../shared/mail/templates/template-variables.ts';
import { boundedText } from '../../../../../shared/platform/schema/text.ts';
import type { WebContext } from '../../../../web-context.ts';
import { assetUrl } from '../../../assets.ts';
import { addForm, addPage, type FormError, readForm, type Show, sendPage } from '../../../pages.ts';
import { inFrame } from '../in-frame.ts';
import { isSimple, maxFormBytes, toLineFeeds } from './email-template.tsx';
import { toDesign } from './simple-editor.tsx';
import { languageOfVersion, versionOf } from './versions.tsx';

/** A template that is still being written, so anything may be missing. */
const Draft = z.object({
  subject: boundedText(10_000).default(''),
  html: TemplateHtml.default('').transform(toLineFeeds),
});

/**
 * The email is untrusted HTML with data of signups. The document that shows it may not run scripts, submit
 * forms, open links or load anything from other hosts except images over https. Inline styles are allowed,
 * because emails need them. The policy also applies to the frame inside.
 */
export const previewPolicy = [
  "default-src 'none'",
  "font-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src https: data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');

/** Whose mail is shown: that of the newest signup, unless the address of the preview names another. */
const Of = z.object({ signup: z.guid().nullable().catch(null) });

/** The preview of an email in a frame: of what an editor begins with (GET) or of a draft (POST) (C11.3). */
export function emailPreviewPage(app: FastifyInstance, ctx: WebContext, kind: TemplateKind): void {
  const url = `/waitlists/:id/email${kind === 'signup' ? '' : `/${kind}`}/preview`;
  const options = { onRequest: inFrame(previewPolicy) };
  const show: Show = async ({ session: { caller }, waitlist, query }, formError) => {
    if (formError) return <PreviewDocument formError={formError} />;
    const locale = versionOf(query);
    const stored = await readEmailTemplate(ctx, caller, waitlist.id, kind, locale);
    const { template, design, defaultDesign, language } = stored;
    const { subject } = template;
    const shown = isSimple(query)
      ? toTemplate({ subject, design: design ?? defaultDesign }, kind, language)
      : template;
    const of = { locale, signupId: Of.parse(query).signup };
    return <PreviewDocument preview={await previewSignupEmail(ctx, caller, waitlist, shown, kind, of)} />;
  };
  addPage(app, url, options, show);

  addForm(
    app,
    url,
    { ...options, bodyLimit: maxFormBytes },
    show,
    async ({ session: { caller }, waitlist, body }, reply) => {
      const locale = versionOf(body);
      const draft = draftIn(body, kind, await languageOfVersion(ctx, caller, waitlist.id, locale));
      const preview = await previewSignupEmail(ctx, caller, waitlist, draft, kind, { locale });
      return sendPage(reply, <PreviewDocument preview={preview} />);
    },
  );
}

/** The template in the form of an editor, as far as it is written. @throws AppError invalid_request */
export function draftIn(body: unknown, kind: TemplateKind, language: MailLanguage): EmailTemplate {
  if (!isSimple(body)) return readForm(Draft, body);
  const design = { ...(body as object), design: toDesign(body) };
  return toTemplate(readForm(EmailDesignPreview, design), kind, language);
}

/** The document of a preview, for a frame with `previewPolicy`. */
export function PreviewDocument({ preview, formError }: { preview?: EmailPreview; formError?: FormError }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Preview of the email</title>
        <link rel="stylesheet" href={assetUrl('dashboard.css')} />
      </head>
      <body class="preview">
        {formError && (
          <p class="message bad" role="alert">
            {formError.message}
          </p>
        )}
        {preview && <Mail preview={preview} />}
      </body>
    </html>
  );
}

function Mail({ preview: { subject, html, text, email, isNewest, unknown } }: { preview: EmailPreview }) {
  return (
    <>
      {unknown.length > 0 && <p class="message warn">{describeUnknown(unknown)}</p>}
      <dl>
        <dt>To</dt>
        <dd>
          {email === null ? (
            <>No signups yet. Sample values are shown.</>
          ) : (
            <>
              {email} <span class="soft">({isNewest ? 'the newest signup' : 'the first who gets it'})</span>
            </>
          )}
        </dd>
        <dt>Subject</dt>
        <dd>
          <strong>{subject}</strong>
        </dd>
      </dl>
      <iframe title="HTML part" sandbox="" srcdoc={html} />
      <details>
        <summary>As plain text</summary>
        <pre tabindex={0}>{text}</pre>
      </details>
    </>
  );
}
