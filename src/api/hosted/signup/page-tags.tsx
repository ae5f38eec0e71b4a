import type { OpenPage } from '../../../shared/capabilities/pages/open-page.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { sayIn } from '../../../shared/platform/language/say.ts';

interface PageTagsProps {
  readonly page: OpenPage;
  readonly locale: Locale;
  readonly code: string;
  readonly isInvited: boolean;
  readonly cardVersion: string;
}

/** What search engines and previews of links read of the page. */
export function PageTags({ page, locale, code, isInvited, cardVersion }: PageTagsProps) {
  const say = sayIn(locale);
  const { brand } = page.settings;
  const title = brand.headline ?? say('signup.title', { name: page.waitlist_name });
  const description = summaryOf(brand.text) ?? say('signup.description', { name: page.waitlist_name });
  const inviter = isInvited ? { ref: code } : undefined;
  const pictureQuery = new URLSearchParams({ ...inviter, v: cardVersion });
  return (
    <>
      <link rel="canonical" href={page.url} />
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={page.waitlist_name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={inviter ? `${page.url}?${new URLSearchParams(inviter)}` : page.url} />
      <meta property="og:locale" content={locale.replace('-', '_')} />
      <meta property="og:image" content={`${page.url}/card.png?${pictureQuery}`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

const longestSummary = 200;

/** The first words of a text. */
function summaryOf(text: string | null): string | null {
  const line = text?.replace(/\s+/g, ' ').trim() ?? '';
  if (line === '') return null;
  if (line.length <= longestSummary) return line;
  return `${line.slice(0, longestSummary).replace(/\s+\S*$/, '')}…`.toWellFormed();
}
