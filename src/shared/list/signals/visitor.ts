import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { isPublic } from '../../platform/outbound/address-guard.ts';
import type { LinkSigner } from '../../platform/secrets/link-signer.ts';

/** Libraries and tools that name themselves. What imitates a browser is not seen. */
const libraries =
  /^(python-|python\/|curl\/|wget\/|go-http-client|java\/|okhttp|axios\/|node-fetch|node$|undici|got \(|libwww-perl|ruby|php\/|guzzlehttp|postmanruntime|insomnia|httpie|apache-httpclient|scrapy|aiohttp|httpx|dart[ /:]|faraday|restsharp|reqwest|perl|lwp)|headlesschrome|phantomjs|puppeteer|playwright|selenium/i;

/**
 * Whether a visitor's `User-Agent` is a program's: that of a library, or given and empty. One that was not
 * given says nothing.
 */
export function isScripted(userAgent: string | null | undefined): boolean {
  if (userAgent === null || userAgent === undefined) return false;
  const text = userAgent.trim();
  return text === '' || libraries.test(text);
}

/**
 * A visitor's public address. A server that listens on IPv6 sees IPv4 visitors as `::ffff:8.8.8.8`, which is
 * returned as `8.8.8.8`. Null for a private or reserved address, and for a text that is no address.
 */
export function publicAddressOf(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text).toString();
  return isPublic(address) ? address : null;
}

/**
 * The network of an address as text: the /24 of an IPv4 address, also of one that is written as IPv6, or the
 * /64 of an IPv6 address. Undefined for a text that is no address.
 */
export function networkOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const { parts } = ipaddr.process(address) as { parts?: number[] };
  if (parts) return `6:${parts.slice(0, 4).join(':')}`;
  return `4:${ipaddr.process(address).toByteArray().slice(0, 3).join('.')}`;
}

/** The key of `networkMac`, derived from the stored link key. */
export const networkKeyOf = (signer: LinkSigner): Buffer => signer.keyFor('network');

/**
 * What is kept of a visitor's network, in hex: it says nothing without the key, and differs between
 * waitlists.
 */
export function networkMac(networkKey: Buffer, waitlistId: string, network: string): string {
  const listKey = createHmac('sha256', networkKey).update(waitlistId.toLowerCase()).digest();
  return createHmac('sha256', listKey).update(network).digest('hex').slice(0, 32);
}
