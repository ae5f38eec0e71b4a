import type { FastifyRequest } from 'fastify';
import type { BrandSettings } from '../../../shared/capabilities/branding/settings.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { visitorLocale } from '../../../shared/platform/language/match-locale.ts';
import { firstLocale } from '../../../shared/platform/language/nearest-locale.ts';

/**
 * The language of a page: that of the signup it is about, if it is known; else the brand's; else the one that
 * the visitor's browser asks for; else English.
 */
export function localeOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { language }: Pick<BrandSettings, 'language'>,
  signupLocale?: string | null,
): Locale {
  return firstLocale(signupLocale, language) ?? visitorLocale(headers['accept-language']);
}
