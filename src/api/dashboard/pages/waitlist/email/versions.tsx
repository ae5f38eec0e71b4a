import { toLanguageTag } from '../../../../../shared/list/language/language-tag.ts';
import { findSettings } from '../../../../../shared/list/settings/queries.ts';
import { type MailLanguage, mailLanguage } from '../../../../../shared/mail/templates/mail-language.ts';
import type { WaitlistTemplate } from '../../../../../shared/mail/templates/read-email-template.ts';
import { locales } from '../../../../../shared/platform/language/locales.ts';
import type { WebContext } from '../../../../web-context.ts';

/** The language tag of the version that a form or a query is about; empty: for all languages. */
export function versionOf(values: unknown): string {
  const { locale } = values as { readonly locale?: unknown };
  return (typeof locale === 'string' && toLanguageTag(locale)) || '';
}

/** The language of what the service says in a version. */
export async function languageOfVersion(
  { sql }: Pick<WebContext, 'sql'>,
  { accountId }: { readonly accountId: string },
  waitlistId: string,
  locale: string,
): Promise<MailLanguage> {
  const settings = (await findSettings(sql, accountId, waitlistId)) ?? null;
  return mailLanguage(null, settings, { locale });
}

const names = new Intl.DisplayNames('en', { type: 'language' });

/** A language in English, such as `German`. */
export const languageName = (locale: string): string => names.of(locale) ?? locale;

/** Leads to the versions of an email: those that are there, and one for each language of the service. */
export function Versions({
  root,
  locale,
  stored: { versions },
}: {
  root: string;
  locale: string;
  stored: WaitlistTemplate;
}) {
  const others = [...new Set([...versions, ...locales, ...(locale === '' ? [] : [locale])])];
  return (
    <details open={locale !== '' || versions.length > 0}>
      <summary>Languages</summary>
      <ul class="choices">
        <li>
          <a href={root} aria-current={locale === '' ? 'true' : undefined}>
            All languages
          </a>
        </li>
        {others.map((each) => (
          <li key={each}>
            <a href={`${root}?locale=${each}`} aria-current={each === locale ? 'true' : undefined}>
              {languageName(each)}
              {versions.includes(each) && ' ✓'}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
