import type { Locale } from './locales.ts';

const formats = new Map<Locale, Intl.NumberFormat>();

/** What writes numbers in a language, made once: making it takes longer than a page. */
export function numbersIn(locale: Locale): Intl.NumberFormat {
  const known = formats.get(locale) ?? new Intl.NumberFormat(locale);
  formats.set(locale, known);
  return known;
}
