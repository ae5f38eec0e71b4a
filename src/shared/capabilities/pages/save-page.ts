import type { WaitlistKey, WaitlistSettings } from '../../list/parts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { urlOfPage } from './page-url.ts';
import { freeNames, takeName } from './queries.ts';
import { pageName } from './slug.ts';

/** Takes the name of the page, or frees it. The caller holds the waitlist. @throws AppError conflict */
export async function savePage(
  tx: Tx,
  { accountId, waitlistId }: WaitlistKey,
  { slug }: WaitlistSettings['page'],
): Promise<void> {
  const list = { accountId, id: waitlistId };
  if (slug === null) await freeNames(tx, list);
  else if (!(await takeName(tx, list, pageName(accountId, slug))))
    throw new AppError('conflict', 'page.slug: is taken. Choose another.', { field: 'page.slug' });
}

/** Completes settings with the URLs of the page. */
export function withUrls(settings: WaitlistSettings, accountId: string, baseUrl: string): WaitlistSettings {
  const { page } = settings;
  if (page.slug === null) return settings;
  const url = urlOfPage(baseUrl, pageName(accountId, page.slug));
  return { ...settings, page: { ...page, url, embed_url: `${url}/embed.js` } };
}
