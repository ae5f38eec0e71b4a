import { z } from 'zod';
import { hasControlCharacters } from '../text.ts';
import { toAsciiAddress, toEmailKey } from './address.ts';

/** Who a mail is from: `a@b` or `Name <a@b>`, on one line. */
export const Sender = z
  .string()
  .trim()
  .max(320)
  .refine(
    (text) => !hasControlCharacters(text) && toEmailKey(addressOf(text)) !== undefined,
    'expected an address such as "Acme <hello@acme.com>"',
  );

/** A Message-ID with its angle brackets, under the sender's domain. */
export function messageIdOf(id: string, sender: string): string {
  const [, domain = 'localhost'] = toAsciiAddress(addressOf(sender)).split('@');
  return `<${id}@${domain}>`;
}

/** The bare address of a sender. */
function addressOf(sender: string): string {
  return /^[^<>]*<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
}
