import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import {
  type EmailPreview,
  previewSignupEmail,
} from '../../../../shared/email/templates/preview-signup-email.ts';
import { readEmailTemplate } from '../../../../shared/email/templates/read-email-template.ts';
import { TemplateHtml } from '../../../../shared/email/templates/set-email-template.ts';
import { describeUnknown } from '../../../../shared/email/templates/template-variables.ts';
import { boundedText } from '../../../../shared/schema/text.ts';
import type { WebContext } from '../../../web-context.ts';
import { assetUrl } from '../../assets.ts';
import { addForm, addPage, type Refusal, readForm, type Show, sendPage } from '../../pages.ts';
import { copyFormBytes, toLineFeeds } from './email-template.tsx';

/** While a mail is written, anything may be missing. */
const Draft = z.object({
  subject: boundedText(10_000).default(''),
  html: TemplateHtml.default('').transform(toLineFeeds),
});

/**
 * A mail is somebody's HTML with strangers' words in it. It is shown by a document that can do nothing: no script, no form, no link
 * out, nothing from elsewhere but images over https. Its styles are in it, as mail programs want them. The frame in it has the same policy.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  'img-src https: data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');

/** This route alone may be framed, by the dashboard. */
const showInFrame: onRequestHookHandler = (_, reply, done) => {
  reply.header('content-security-policy', contentSecurityPolicy);
  reply.header('x-frame-options', 'SAMEORIGIN');
  reply.removeHeader('cross-origin-opener-policy');
  done();
};

/** The preview of a signup email, for a frame: of the copy that is stored, or of one that is posted and not stored (C11.3). */
export function emailPreviewPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/email/preview';
  const options = { onRequest: showInFrame };
  const show: Show = async ({ session: { caller }, waitlist }, refusal) => {
    if (refusal) return <PreviewDocument refusal={refusal} />;
    const { template: copy } = await readEmailTemplate(ctx, caller, waitlist.id);
    return <PreviewDocument preview={await previewSignupEmail(ctx, caller, waitlist, copy)} />;
  };
  addPage(app, url, options, show);

  addForm(
    app,
    url,
    { ...options, bodyLimit: copyFormBytes },
    show,
    async ({ session: { caller }, waitlist, body }, reply) => {
      const preview = await previewSignupEmail(ctx, caller, waitlist, readForm(Draft, body));
      return sendPage(reply, <PreviewDocument preview={preview} />);
    },
  );
}

function PreviewDocument({ preview, refusal }: { preview?: EmailPreview; refusal?: Refusal }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Preview of the signup email</title>
        <link rel="stylesheet" href={assetUrl('dashboard.css')} />
      </head>
      <body class="preview">
        {refusal && (
          <p class="message bad" role="alert">
            {refusal.message}
          </p>
        )}
        {preview && <Mail preview={preview} />}
      </body>
    </html>
  );
}

function Mail({ preview: { subject, html, text, email, unknown } }: { preview: EmailPreview }) {
  return (
    <>
      {unknown.length > 0 && <p class="message warn">{describeUnknown(unknown)}</p>}
      <dl>
        <dt>To</dt>
        <dd>
          {email === null ? (
            <>Nobody has signed up yet: these are sample values.</>
          ) : (
            <>
              {email} <span class="soft">(the newest signup)</span>
            </>
          )}
        </dd>
        <dt>Subject</dt>
        <dd>
          <strong>{subject}</strong>
        </dd>
      </dl>
      <iframe title="The HTML part" sandbox="" srcdoc={html} />
      <h2>Text part</h2>
      <pre tabindex={0}>{text}</pre>
    </>
  );
}
