import { convert } from 'html-to-text';
import type { EmailCopy } from './default-copy.ts';
import { renderHtml, renderSubject, type Variables } from './template.ts';

/** A mail ready to be handed over: a subject on one line, an HTML part and the text part that says the same. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Fills a copy with a signup's values (§2.6, C6.1). Built-in variables cannot be shadowed by a custom field. */
export function renderSignupEmail(copy: EmailCopy, fields: Variables, builtIn: Variables): RenderedEmail {
  const variables = { ...fields, ...builtIn };
  const html = renderHtml(copy.html, variables);
  return { subject: renderSubject(copy.subject, variables), html, text: toText(html) };
}

/** The words of an HTML mail, with the addresses of its links. */
function toText(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'skip' },
    ],
  });
}
