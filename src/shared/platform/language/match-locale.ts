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

/** What a visitor's `Accept-Language` asks for. */
interface Wanted {
  /** The nearest one; undefined if none is near. */
  readonly locale: Locale | undefined;
  /** The language tag that it is near to, or else the one that is wanted most. */
  readonly tag: string | undefined;
}

/** By the headers: browsers send few, and to match a language takes half a millisecond. */
const seen = new Map<string, Wanted>();
const mostSeen = 1_000;

function wantedBy(acceptLanguage: string): Wanted {
  const header = acceptLanguage.slice(0, mostHeaderCharacters);
  const known = seen.get(header);
  if (known !== undefined) return known;
  const languages = new Negotiator({ headers: { 'accept-language': header } })
    .languages()
    .filter(isTag)
    .slice(0, mostLanguages);
  const locale = matchLocale(languages);
  const tag =
    languages.length > 1 && locale !== undefined
      ? languages.find((language) => matchLocale([language]) === locale)
      : languages[0];
  if (seen.size >= mostSeen) seen.clear();
  seen.set(header, { locale, tag });
  return { locale, tag };
}

/** The locale that a visitor's `Accept-Language` asks for. */
export const visitorLocale = (acceptLanguage = ''): Locale =>
  wantedBy(acceptLanguage).locale ?? defaultLocale;

/** The language tag that a visitor's `Accept-Language` asks for: that of the texts that the visitor reads. */
export const visitorTag = (acceptLanguage = ''): string | undefined => wantedBy(acceptLanguage).tag;

function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}
