import type { StoredSettings } from '../../../list/settings/schema.ts';
import type { OwnTemplate } from '../../../mail/design/default-template.ts';
import { type Footer, footers } from '../../../mail/design/footers.ts';
import { placeholdersOf } from '../../../mail/design/template.ts';
import { mailLanguage } from '../../../mail/templates/mail-language.ts';
import type { Locale } from '../../../platform/language/locales.ts';

export const addressPlaceholder = 'sender.postal_address';
const address = `{{${addressPlaceholder}}}`;

/** Below a mail that the simple editor made. */
export const announcementFooter: Footer = (locale) => `${footers.onList(locale)}<br><br>${address}`;

const style =
  "margin:24px auto;max-width:480px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif;font-size:12px;line-height:18px;word-break:break-word;color:#71717a;text-align:center";

/**
 * HTML with what every announcement must show: the link to unsubscribe and the sender's postal address. What
 * it does not hold itself is added at its end.
 */
function withLegalFooter(html: string, locale: Locale): string {
  const held = new Set(placeholdersOf(html));
  const missing = [
    ...(held.has('links.unsubscribe') ? [] : [footers.onList(locale)]),
    ...(held.has(addressPlaceholder) ? [] : [address]),
  ];
  if (missing.length === 0) return html;
  const footer = `<p style="${style}">${missing.join('<br><br>')}</p>\n`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? `${html}\n${footer}` : html.slice(0, end) + footer + html.slice(end);
}

/** The template of the mails of an announcement. */
export function toMailTemplate(
  { subject, html }: { readonly subject: string; readonly html: string },
  settings: StoredSettings | null,
): OwnTemplate {
  const { locale } = mailLanguage(null, settings, { locale: '' });
  return { subject, html: withLegalFooter(html, locale), locale: '' };
}
