import { parseUrl } from '../outbound/parse-url.ts';

/** The host a visitor came from, for statistics (§2.7, C4.9): lower case, without `www.`; null for what is no http(s) address. */
export function referrerDomain(referrer: string | null): string | null {
  const url = referrer !== null && /^\s*https?:\/\//i.test(referrer) ? parseUrl(referrer) : undefined;
  if (!url) return null;
  const domain = url.hostname.replace(/\.$/, '').replace(/^www\.(?=.)/, '');
  return domain !== '' && domain.length <= 253 ? domain : null;
}
