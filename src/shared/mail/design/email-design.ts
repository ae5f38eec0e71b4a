import { z } from 'zod';
import { controlContrast, legibleOn, textContrast, textOn } from '../../platform/color/legible.ts';
import { logoTone, plates } from '../../platform/color/logo-plate.ts';
import type { Locale } from '../../platform/language/locales.ts';
import { sayIn } from '../../platform/language/say.ts';
import { Color } from '../../platform/schema/color.ts';
import { HttpsUrl, isHttps } from '../../platform/schema/site-url.ts';
import { isStorable, oneLine, trimmedText } from '../../platform/schema/text.ts';
import { emailFrame } from './email-frame.ts';
import type { Footer } from './footers.ts';
import { escapeHtml, splitAtPlaceholders } from './template.ts';

/** Where the button of a mail leads to. `confirm` and `invite` are for mails of that kind. */
export const buttonTargets = ['referral', 'status', 'confirm', 'invite', 'url'] as const;
export type ButtonTarget = (typeof buttonTargets)[number];

/** The placeholder behind a target. */
const placeholderOfTarget: Readonly<Record<Exclude<ButtonTarget, 'url'>, string>> = {
  referral: 'links.referral',
  status: 'links.status',
  confirm: 'confirm.url',
  invite: 'invite.url',
};

/** Whether a button has the address that it leads to. */
export function isWholeButton(design: {
  button_text?: string | undefined;
  button_target: string;
  button_url?: string | undefined;
}): boolean {
  return (
    design.button_text === undefined || design.button_target !== 'url' || design.button_url !== undefined
  );
}

/** A mail as the simple editor makes it. Texts may hold placeholders. */
export const EmailDesign = z
  .object({
    logo_url: HttpsUrl.optional(),
    color: Color,
    headline: oneLine(200),
    text: trimmedText(10_000).min(1).refine(isStorable, 'must not hold U+0000 or half of a surrogate pair'),
    show_position: z.boolean(),
    show_code: z.boolean(),
    button_text: oneLine(100).optional(),
    button_target: z.enum(buttonTargets),
    button_url: HttpsUrl.optional(),
  })
  .refine(isWholeButton, { path: ['button_url'], message: 'must be an https URL' });
export type EmailDesign = z.infer<typeof EmailDesign>;

/** A design that is still being written: what is not valid yet is left out. */
export const EmailDesignDraft = z.object({
  logo_url: HttpsUrl.optional().catch(undefined),
  color: Color.catch('#18181b'),
  headline: z.string().max(1_000).catch(''),
  text: z.string().max(20_000).catch(''),
  show_position: z.boolean(),
  show_code: z.boolean(),
  button_text: z.string().max(1_000).optional(),
  button_target: z.enum(buttonTargets).catch('url'),
  button_url: z.string().max(2_000).optional(),
});

/** The grounds of texts in a mail: its card, and the place in it. */
const grounds = ['#ffffff', '#f4f4f5'];

const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"';

/**
 * The HTML of a design in a language, above a footer. Styles are inline: mail programs drop any others.
 * `language` is the tag that the HTML names.
 */
export function composeHtml(
  design: z.infer<typeof EmailDesignDraft>,
  footer: Footer,
  locale: Locale,
  language: string = locale,
): string {
  const say = sayIn(locale);
  const { logo_url, color, headline, text, show_position, show_code, button_text } = design;
  const target = toTarget(design);
  const ink = legibleOn(color, grounds, textContrast);
  const edge = legibleOn(color, grounds, controlContrast);
  const border = edge === color ? '' : `border:1px solid ${edge};`;
  const parts = [
    `<h1 style="margin:0;font-size:22px;line-height:30px">${toHtml(headline)}</h1>`,
    ...text
      .replaceAll('\r\n', '\n')
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph.trim() !== '')
      .map(
        (paragraph) =>
          `<p style="margin:12px 0 0;font-size:16px;line-height:24px">${toHtml(paragraph.trim(), ink).replaceAll('\n', '<br>\n')}</p>`,
      ),
    ...(show_position
      ? [
          `<table ${table} style="margin:24px 0 0;background:#f4f4f5;border-radius:8px"><tr><td align="center" style="padding:20px">
<p style="margin:0;font-size:13px;line-height:20px;color:#52525b">${say('mail.position')}</p>
<p style="margin:4px 0 0;font-size:36px;line-height:44px;font-weight:700;color:${ink}">${say('mail.rank', { place: '{{position}}' })}</p>
</td></tr></table>`,
        ]
      : []),
    ...(button_text && target
      ? [
          `<p style="margin:24px 0 0"><a href="${target}" style="display:inline-block;padding:12px 24px;background:${color};${border}border-radius:8px;font-size:16px;line-height:24px;font-weight:600;color:${textOn(color)};text-decoration:none">${toHtml(button_text)}</a></p>`,
        ]
      : []),
    ...(show_code
      ? [
          `<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#52525b">${say('mail.code')}</p>
<p style="margin:4px 0 0;font-size:20px;line-height:28px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"><strong>{{referral_code}}</strong></p>`,
        ]
      : []),
  ];
  const logo = logo_url
    ? `<p style="margin:0 0 16px"><img src="${escapeHtml(logo_url)}" alt="{{waitlist_name}}" style="max-height:48px;max-width:200px${plateOf(logo_url)}"></p>\n`
    : '';
  return emailFrame({
    title: `${toHtml(headline)}`,
    rows: `<tr><td style="padding:32px">
${logo}${parts.join('\n')}
</td></tr>`,
    footer: footer(locale),
    language,
  });
}

/**
 * What is behind a logo. The card is white, but mail programs may make it dark: they change colors, and leave
 * pictures and gradients. The shadow stands out only there, so that the logo is in line with the text.
 */
function plateOf(logoUrl: string): string {
  const tone = logoTone(logoUrl);
  if (tone === null) return '';
  return tone === 'light'
    ? `;padding:8px 12px;background:${plates.light};border-radius:8px`
    : ';background:linear-gradient(#ffffff,#ffffff);border-radius:2px;box-shadow:0 0 0 6px #ffffff';
}

function toTarget({ button_target, button_url }: z.infer<typeof EmailDesignDraft>): string | undefined {
  if (button_target !== 'url') return `{{${placeholderOfTarget[button_target]}}}`;
  return button_url !== undefined && isHttps(button_url) ? escapeHtml(button_url) : undefined;
}

const linkPlaceholders = new Set([...Object.values(placeholderOfTarget), 'links.unsubscribe']);

/**
 * Text as HTML. Placeholders stay as they are: their values and fallbacks are escaped when the mail is
 * rendered.
 */
function toHtml(text: string, linkColor?: string): string {
  return splitAtPlaceholders(text)
    .map(({ part, name }) => {
      if (name === undefined) return linkColor === undefined ? escapeHtml(part) : withLinks(part, linkColor);
      return linkColor !== undefined && linkPlaceholders.has(name) ? linkTo(part, part, linkColor) : part;
    })
    .join('');
}

const linkTo = (href: string, text: string, color: string) =>
  `<a href="${href}" style="color:${color}">${text}</a>`;

/** Text as HTML in which web addresses are links. The punctuation after one is not part of it. */
function withLinks(text: string, color: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]])/)
    .map((part, index) => {
      const escaped = escapeHtml(part);
      return index % 2 === 0 ? escaped : linkTo(escaped, escaped, color);
    })
    .join('');
}
