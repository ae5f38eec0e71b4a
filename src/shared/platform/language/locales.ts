/** The languages of what people on a list read, by their names in themselves. */
const localeNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
} as const;

/** A language tag (BCP 47) with texts in `messages/`. */
export type Locale = keyof typeof localeNames;

export const locales = Object.keys(localeNames) as readonly Locale[];
export const defaultLocale = 'en' satisfies Locale;
