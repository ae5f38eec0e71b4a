import type { Locale } from './locales.ts';
import { matchLocale } from './match-locale.ts';

/** By language tags: signups of a list have few, and to match one takes half a millisecond. */
const seen = new Map<string, Locale | undefined>();
const mostSeen = 1_000;

/** The locale that is nearest to a language tag; undefined if none is near. */
function nearestLocale(tag: string): Locale | undefined {
  if (!seen.has(tag)) {
    if (seen.size >= mostSeen) seen.clear();
    seen.set(tag, matchLocale([tag]));
  }
  return seen.get(tag);
}

/** The locale that is nearest to the first of the language tags that one is near to. */
export function firstLocale(...tags: readonly (string | null | undefined)[]): Locale | undefined {
  for (const tag of tags) {
    const locale = tag ? nearestLocale(tag) : undefined;
    if (locale !== undefined) return locale;
  }
  return undefined;
}
