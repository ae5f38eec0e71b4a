import { isTestAccount } from '../../account/accounts/test-account.ts';

/**
 * A slug is plain ASCII in lower case: no letter of another alphabet looks like one of these, and there is
 * one spelling. Names with two hyphens are the service's own.
 */
export const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const slugLength = { least: 3, most: 60 } as const;

/** Words that visitors would take for pages of the service itself. */
const reserved: ReadonlySet<string> = new Set(
  `about abuse account accounts admin administrator api app assets auth billing blog card confirm contact
  dashboard docs embed example faq form forms healthz help home imprint index invite legal list lists login
  logout mail mcp metrics news official page pages pricing privacy public readyz register robots root search
  security service settings signin signup static status support system team terms test testing undefined
  unsubscribe user users verify waitlist waitlists webhook webhooks www null true false`.split(/\s+/),
);

export const isReservedSlug = (slug: string): boolean => reserved.has(slug);

/** In front of slugs of test mode: a slug has no two hyphens, so these take none of live lists. */
const testPrefix = 'test--';

/** What the URL of a page calls it. */
export const pageName = (accountId: string, slug: string): string =>
  isTestAccount(accountId) ? `${testPrefix}${slug}` : slug;

/** Whether a text can be the name of a page. */
export function isPageName(text: string): boolean {
  const slug = text.startsWith(testPrefix) ? text.slice(testPrefix.length) : text;
  return slug.length >= slugLength.least && slug.length <= slugLength.most && slugForm.test(slug);
}
