import { parseUrl } from '../outbound/parse-url.ts';
import { hasControlCharacters, trimmedText } from './text.ts';

const longestUrl = 1_000;
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a page of the account may have this address: https, or http on the developer's own machine. */
function isSiteUrl(text: string): boolean {
  const url = parseUrl(text);
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && localHosts.has(url.hostname));
}

/** The address of a page of the account. */
export const SiteUrl = trimmedText(longestUrl)
  .refine(isSiteUrl, 'must be an https URL, or an http URL on localhost')
  .meta({ format: 'uri' });

/**
 * The origin of a page of the account as browsers send it: scheme, host and port. A slash at the end is
 * dropped.
 */
export const SiteOrigin = trimmedText(300)
  .refine((text) => isSiteUrl(text) && isOrigin(text), {
    error: 'must be an origin such as https://www.example.com, without a path',
    abort: true,
  })
  .transform((text) => parseUrl(text)?.origin ?? text)
  .meta({ format: 'uri' });

function isOrigin(text: string): boolean {
  const { pathname, search, hash } = parseUrl(text) ?? {};
  return pathname === '/' && search === '' && hash === '' && !/[?#]$/.test(text);
}

/** The address of any page or picture on the web. */
export const HttpsUrl = trimmedText(longestUrl).refine(
  (text) => isHttps(text) && !hasControlCharacters(text),
  'must be an https URL',
);

export const isHttps = (text: string) => parseUrl(text)?.protocol === 'https:';
