import { inEachLocale } from '../../platform/language/in-each-locale.ts';
import type { Locale } from '../../platform/language/locales.ts';
import type { Say } from '../../platform/language/say.ts';
import { composeHtml, type EmailDesign } from './email-design.ts';
import type { Footer } from './footers.ts';

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

/** The default template that a design makes, in each language. */
export function designTemplate(
  footer: Footer,
  toContent: (say: Say) => Content,
): (locale: Locale) => DesignedTemplate {
  return inEachLocale((say, locale) => {
    const { subject, ...shown } = toContent(say);
    const design: EmailDesign = {
      color: '#18181b',
      show_position: false,
      show_code: false,
      button_target: 'url',
      ...shown,
    };
    return { subject, html: composeHtml(design, footer, locale), design };
  });
}
