import { domainToASCII } from 'node:url';
import { boundedText, trimmedText } from './text.ts';

const dotAtom = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/**
 * Letters, marks, digits, hyphens and dots. An address has nothing else that a URL parser would fold into a
 * host.
 */
const domainCharacters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const hostName = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** In UTF-16 units, for 320 characters. Folding a domain takes time with the square of its length. */
const longestAddress = 640;

/**
 * The form of an address that is compared (C3.1): in lower case, an internationalised domain in its ASCII
 * form. Undefined for a text that is no address (C3.6b): one `@`, a dot-atom of at most 64 characters before
 * it, and behind it a domain with a dot whose last label is no number.
 */
export function toEmailKey(address: string): string | undefined {
  if (address.length > longestAddress) return undefined;
  const at = address.indexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (at < 1 || local.length > 64 || !dotAtom.test(local) || !domainCharacters.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  if (!hostName.test(ascii) || /\.\d+$/.test(ascii) || ascii.length + local.length > 319) return undefined;
  return `${local.toLowerCase()}@${ascii}`;
}

/**
 * The form of an address that is mailed: an internationalised domain in its ASCII form. Any other text is
 * returned as it is.
 */
export function toAsciiAddress(address: string): string {
  if (address.length > longestAddress) return address;
  const at = address.indexOf('@');
  const ascii = domainToASCII(address.slice(at + 1));
  return at < 0 || ascii === '' ? address : `${address.slice(0, at)}@${ascii}`;
}

/** A domain in the form that addresses are compared in: in lower case and ASCII. */
export const EmailDomain = boundedText(253)
  .transform((text) => domainToASCII(text.trim()))
  .refine((domain) => hostName.test(domain), 'must be a domain such as example.com');

/** A valid email address, trimmed (C3.6b). Lengths are in code points (C1.8b). */
export const Email = trimmedText(320)
  .refine((address) => toEmailKey(address) !== undefined, 'must be an email address')
  .meta({ format: 'email' });
