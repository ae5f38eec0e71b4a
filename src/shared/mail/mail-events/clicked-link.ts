import { createHash } from 'node:crypto';
import { kindOfToken } from '../../list/links/link-token.ts';
import { toReferralCode } from '../../list/signups/referral-code.ts';

/** Longer addresses are no link that somebody wrote. */
const longest = 2_048;
const hashBytes = 8;

const placeholder = /^\{\{\s*(links\.[a-z]+)\s*\}\}$/;

/**
 * A link of a mail as its author wrote it, for the address that is in the mail to one person: a link of the
 * service's own is its placeholder, such as `{{links.status}}`, and so is one with a referral code. Undefined
 * for what is no web address, or holds another placeholder, which is another address for each person.
 */
export function toWrittenLink(link: string): string | undefined {
  const text = link.trim();
  const [, name] = placeholder.exec(text) ?? [];
  if (name !== undefined) return `{{${name}}}`;
  if (text.length > longest || text.includes('{{') || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const kind = kindOfToken(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
  if (kind !== undefined) return `{{links.${kind}}}`;
  const code = url.searchParams.get('ref');
  if (code !== null && toReferralCode(code) === code) return '{{links.referral}}';
  return url.href;
}

/** The hash of a written link, in hex: all that is kept of what a person clicked until its mail is known. */
export const hashOfLink = (writtenLink: string): string =>
  createHash('sha256').update(writtenLink).digest().subarray(0, hashBytes).toString('hex');
