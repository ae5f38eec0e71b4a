import { inEachLocale } from '../../platform/language/in-each-locale.ts';
import type { Locale } from '../../platform/language/locales.ts';
import type { Say } from '../../platform/language/say.ts';
import { composeHtml, type EmailDesign } from './email-design.ts';
import type { Footer } from './footers.ts';
import { type MailLook, plainLook } from './mail-look.ts';

/** A default template, with the design that the simple editor begins with. */
export interface DesignedTemplate {
  readonly subject: string;
  readonly html: string;
  readonly design: EmailDesign;
}

/** What a default template says. What it leaves out is not shown. */
type Content = Partial<EmailDesign> & Pick<EmailDesign, 'headline' | 'text'> & { readonly subject: string };

/** What texts of default templates hold, by the names of their variables. */
export const list = '{{waitlist_name}}';
export const email = '{{email}}';

/** The default template that a design makes in a language, in the look of a list. */
export type TemplateMaker = (locale: Locale, look?: MailLook) => DesignedTemplate;

/** Lists with a look of their own whose template is kept, so that each of their mails only looks it up. */
const mostKept = 500;

/** The default template that a design makes, in each language and each look. */
export function designTemplate(footer: Footer, toContent: (say: Say) => Content): TemplateMaker {
  const contentIn = inEachLocale(toContent);
  const make = (locale: Locale, { color, logoUrl }: MailLook): DesignedTemplate => {
    const { subject, ...shown } = contentIn(locale);
    const design: EmailDesign = {
      ...(logoUrl !== null && { logo_url: logoUrl }),
      color: color ?? '#18181b',
      show_position: false,
      show_code: false,
      button_target: 'url',
      ...shown,
    };
    return { subject, html: composeHtml(design, footer, locale), design };
  };
  const plainIn = inEachLocale((_, locale) => make(locale, plainLook));
  const kept = new Map<string, DesignedTemplate>();
  return (locale, look = plainLook) => {
    if (look.color === null && look.logoUrl === null) return plainIn(locale);
    const key = [locale, look.color, look.logoUrl].join();
    const template = kept.get(key) ?? make(locale, look);
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, template);
    return template;
  };
}
