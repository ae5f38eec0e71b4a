import { convert } from 'html-to-text';
import { defaultLocale, type Locale } from '../../platform/language/locales.ts';
import { sayIn } from '../../platform/language/say.ts';
import type { EmailTemplate } from '../design/default-template.ts';
import { type MailLook, plainLook } from '../design/mail-look.ts';
import type { RenderedEmail } from '../design/rendered-email.ts';
import {
  convertTemplate,
  renderHtml,
  renderSubject,
  renderText,
  type Variables,
} from '../design/template.ts';
import { kindOfEmail } from '../kinds.ts';
import type { TemplateKind } from '../parts.ts';
import type { EmailLinks } from './placeholders.ts';

/** The values of the variables in a signup's email (§2.6). */
export interface MailedSignup {
  readonly email: string;
  readonly position: number;
  /** The place in line; left out where no template shows it. */
  readonly rank?: number;
  readonly total: number;
  readonly waitlist_name: string;
  readonly referral_code: string;
  readonly referral_bonus: number | null;
  readonly fields: Variables;
  readonly links: EmailLinks;
  /** What only mails of its kind hold, by placeholder. */
  readonly values?: Variables;
}

/**
 * A mail to a signup, for sending and for previews: of the waitlist's own template, or else of the default
 * one of its kind (C6.1) in a language, with its numbers as that language writes them, and in a look.
 */
export function renderEmailOf(
  kind: TemplateKind,
  signup: MailedSignup,
  own: EmailTemplate | null,
  locale: Locale = defaultLocale,
  look: MailLook = plainLook,
): RenderedEmail {
  const byDefault = kindOfEmail(kind).defaultTemplate(
    {
      hasReferralLink: signup.links.referral !== null,
      hasStatusPage: signup.links.status !== null,
    },
    locale,
    look,
  );
  const builtIn = toBuiltIn(signup);
  const fields = signup.rank === undefined ? signup.fields : { rank: signup.rank, ...signup.fields };
  if (own === null && locale !== defaultLocale)
    return renderEmail(byDefault, fields, withNumbers(builtIn, locale), byDefault.subject);
  return renderEmail(own ?? byDefault, fields, builtIn, byDefault.subject);
}

/** The numbers of a person are plain in templates of a waitlist's own, and in English (§2.6). */
const withNumbers = (builtIn: Variables, locale: Locale): Variables => ({
  ...builtIn,
  position: sayIn(locale)('mail.number', { number: Number(builtIn.position) }),
});

const toBuiltIn = ({
  email,
  position,
  total,
  waitlist_name,
  referral_code,
  referral_bonus,
  links,
  values,
}: MailedSignup): Variables => ({
  ...{ email, position, total, waitlist_name, referral_code, referral_bonus },
  'links.referral': links.referral,
  'links.status': links.status,
  'links.unsubscribe': links.unsubscribe,
  ...values,
});

/**
 * Fills a template with values (§2.6, C6.1). Custom fields cannot shadow built-in variables. Spec silent: if
 * the subject comes out empty, which providers refuse, it is the spare one.
 */
export function renderEmail(
  template: EmailTemplate,
  fields: Variables,
  builtIn: Variables,
  spareSubject: string,
): RenderedEmail {
  const variables = { ...fields, ...builtIn };
  return {
    subject: renderSubject(template.subject, variables) || renderSubject(spareSubject, variables),
    html: renderHtml(template.html, variables),
    text: renderText(textOf(template.html), variables),
  };
}

const remembered = new Map<string, string>();
const maxRemembered = 100;

/**
 * The text template of an HTML one. Placeholders are ordinary text, so a template is converted once and not
 * once per mail.
 */
function textOf(html: string): string {
  const known = remembered.get(html);
  if (known !== undefined) return known;
  if (remembered.size >= maxRemembered) remembered.clear();
  const text = convertTemplate(html, toText);
  remembered.set(html, text);
  return text;
}

/**
 * The text of an HTML body, with the addresses of its links. Deeper or longer nesting than people write is
 * left out: the converter recurses for each level.
 */
function toText(html: string): string {
  return convert(upToTag(html, mostTags), {
    wordwrap: false,
    limits: { maxDepth: 200 },
    selectors: [
      // Capitals would change the names of placeholders in a heading.
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'skip' },
    ],
  });
}

/** Each takes some microseconds to convert, which blocks the process. */
const mostTags = 5_000;

/** The HTML up to its last allowed tag. */
function upToTag(html: string, count: number): string {
  let end = html.indexOf('<');
  for (let tags = 0; tags < count && end >= 0; tags++) end = html.indexOf('<', end + 1);
  return end < 0 ? html : html.slice(0, end);
}
