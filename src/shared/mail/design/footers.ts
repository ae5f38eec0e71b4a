import { inEachLocale } from '../../platform/language/in-each-locale.ts';
import type { Locale } from '../../platform/language/locales.ts';
import type { Say } from '../../platform/language/say.ts';

/** The small text below a mail, in a language, as HTML. */
export type Footer = (locale: Locale) => string;

const unsubscribe = (say: Say) =>
  `<a href="{{links.unsubscribe}}" style="color:#71717a">${say('mail.unsubscribe')}</a>`;
const email = '{{email}}';

/**
 * The small text below a mail that the service or the simple editor made. Nobody can unsubscribe from a
 * confirmation.
 */
export const footers = {
  toNewSignup: inEachLocale((say) => `${say('mail.added', { email })} ${unsubscribe(say)}`),
  onList: inEachLocale((say) => `${say('mail.onList', { email })} ${unsubscribe(say)}`),
  notYou: inEachLocale((say) => say('mail.notYou')),
  notYouOrUnsubscribe: inEachLocale((say) => `${say('mail.notYou')} ${unsubscribe(say)}`),
} satisfies Record<string, Footer>;
