import type { StoredSettings } from '../../list/settings/schema.ts';
import { defaultLocale, type Locale } from '../../platform/language/locales.ts';
import { firstLocale } from '../../platform/language/nearest-locale.ts';
import type { OwnTemplate } from '../design/default-template.ts';

/** The language of a mail. */
export interface MailLanguage {
  /** Of what the service says in it. */
  readonly locale: Locale;
  /** Of its dates and its HTML, as a language tag. */
  readonly tag: string;
}

/** The language of the brand (settings `brand.language`), if the settings name one. */
function brandLanguage(settings: StoredSettings | null | undefined): string | undefined {
  const brand = settings?.brand as { readonly language?: unknown } | null | undefined;
  return typeof brand?.language === 'string' ? brand.language : undefined;
}

/**
 * A mail without an own template is in the person's language, else in the brand's, else in English. The
 * version of a template says its own; that for all languages is in the brand's, else in English.
 */
export function mailLanguage(
  signupLocale: string | null | undefined,
  settings: StoredSettings | null,
  own: Pick<OwnTemplate, 'locale'> | null,
): MailLanguage {
  const brand = brandLanguage(settings);
  if (own === null) {
    const locale = firstLocale(signupLocale, brand) ?? defaultLocale;
    return { locale, tag: locale };
  }
  const locale = firstLocale(own.locale, brand) ?? defaultLocale;
  return { locale, tag: own.locale || locale };
}
