import type { FastifyRequest } from 'fastify';
import type { BrandSettings } from '../../../shared/capabilities/branding/settings.ts';
import { type Locale, locales } from '../../../shared/platform/language/locales.ts';
import { visitorLocale } from '../../../shared/platform/language/match-locale.ts';

/**
 * The language of a page: that of the signup it is about, if it is known; else the brand's; else the one that
 * the visitor's browser asks for; else English.
 */
export function localeOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { language }: Pick<BrandSettings, 'language'>,
  signupLocale?: string | null,
): Locale {
  const known = locales.find((locale) => locale === signupLocale);
  return known ?? language ?? visitorLocale(headers['accept-language']);
}
