import { match } from '@formatjs/intl-localematcher';
import Negotiator from 'negotiator';
import { defaultLocale, type Locale, locales } from './locales.ts';

/** Longer headers are cut: browsers send a few languages. */
const mostHeaderCharacters = 200;
const mostLanguages = 8;

/** The locale that is nearest to the languages, most wanted first; undefined if none is near. */
export function matchLocale(languages: readonly string[]): Locale | undefined {
  const known = languages.filter(isTag).slice(0, mostLanguages);
  // A language of nobody stands for "none of them".
  const found = match(known, locales, nobody);
  return found === nobody ? undefined : (found as Locale);
}

const nobody = 'zxx'; // "no linguistic content" in BCP 47

/** Locales by the headers that ask for them: browsers send few, and to match one takes half a millisecond. */
const seen = new Map<string, Locale>();
const mostSeen = 1_000;

/** The locale that a visitor's `Accept-Language` asks for. */
export function visitorLocale(acceptLanguage = ''): Locale {
  const header = acceptLanguage.slice(0, mostHeaderCharacters);
  const known = seen.get(header);
  if (known !== undefined) return known;
  const locale =
    matchLocale(new Negotiator({ headers: { 'accept-language': header } }).languages()) ?? defaultLocale;
  if (seen.size >= mostSeen) seen.clear();
  seen.set(header, locale);
  return locale;
}

function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}
