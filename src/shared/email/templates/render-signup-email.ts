import { convert } from 'html-to-text';
import { defaultTemplate, type EmailTemplate } from './default-template.ts';
import { renderHtml, renderSubject, renderText, type Variables } from './template.ts';

/** A mail ready to be handed over: a subject on one line, an HTML part and the text part that says the same. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** What the variables of a signup's email stand for (§2.6). */
export interface MailedSignup {
  readonly email: string;
  readonly position: number;
  readonly total: number;
  readonly waitlist_name: string;
  readonly referral_code: string;
  readonly referral_bonus: number | null;
  readonly fields: Variables;
}

/** The email of a signup, as it is sent and as it is previewed. */
export function renderEmailOf(signup: MailedSignup, copy: EmailTemplate): RenderedEmail {
  const { email, position, total, waitlist_name, referral_code, referral_bonus, fields } = signup;
  return renderSignupEmail(copy, fields, {
    email,
    position,
    total,
    waitlist_name,
    referral_code,
    referral_bonus,
  });
}

/**
 * Fills a copy with a signup's values (§2.6, C6.1). Built-in variables cannot be shadowed by a custom field.
 * Spec silent: a subject that comes out empty, which providers refuse, is the default one.
 */
export function renderSignupEmail(copy: EmailTemplate, fields: Variables, builtIn: Variables): RenderedEmail {
  const variables = { ...fields, ...builtIn };
  return {
    subject: renderSubject(copy.subject, variables) || renderSubject(defaultTemplate.subject, variables),
    html: renderHtml(copy.html, variables),
    text: renderText(textOf(copy.html), variables),
  };
}

const remembered = new Map<string, string>();
const maxRemembered = 100;

/** The text template behind an HTML one. Placeholders are text like any other, so a copy is converted once and not once per mail. */
function textOf(html: string): string {
  const known = remembered.get(html);
  if (known !== undefined) return known;
  if (remembered.size >= maxRemembered) remembered.clear();
  const text = toText(html);
  remembered.set(html, text);
  return text;
}

/** The words of an HTML body, with the addresses of its links. What is nested deeper or longer than by hand is left out: the converter calls itself for each level. */
function toText(html: string): string {
  return convert(upToTag(html, mostTags), {
    wordwrap: false,
    limits: { maxDepth: 200 },
    selectors: [
      // Capitals would make other names of the placeholders in a heading.
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'skip' },
    ],
  });
}

/** Converting takes some microseconds for each, while nothing else is answered. */
const mostTags = 5_000;

/** The text up to where its tags become too many. */
function upToTag(html: string, count: number): string {
  let end = html.indexOf('<');
  for (let tags = 0; tags < count && end >= 0; tags++) end = html.indexOf('<', end + 1);
  return end < 0 ? html : html.slice(0, end);
}
