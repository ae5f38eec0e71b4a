/** Adds `ref=CODE` to the query of a page, and leaves the rest of its URL as it is. */
export const referralLink = (siteUrl: string, code: string): string => withQuery(siteUrl, 'ref', code);

/** The page of the account that accepts an invitation, with its token in the query (N5). */
export const inviteUrl = (pageUrl: string, token: string): string => withQuery(pageUrl, 'token', token);

/** `value` needs no escaping. */
function withQuery(pageUrl: string, name: string, value: string): string {
  const url = new URL(pageUrl);
  if (url.searchParams.has(name)) url.searchParams.delete(name);
  url.search = `${url.search === '' ? '?' : `${url.search}&`}${name}=${value}`;
  return url.href;
}
