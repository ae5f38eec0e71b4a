import type { Locale } from './locales.ts';
import { type Say, sayIn } from './say.ts';

/** What is made of texts, in each language. It is made when a language is first needed, and kept. */
export function inEachLocale<Made>(make: (say: Say, locale: Locale) => Made): (locale: Locale) => Made {
  const made = new Map<Locale, Made>();
  return (locale) => {
    const known = made.get(locale) ?? make(sayIn(locale), locale);
    made.set(locale, known);
    return known;
  };
}
