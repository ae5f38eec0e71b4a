import { pauseIfDue } from '../../platform/process/slices.ts';
import { toEmailKey } from '../../platform/schema/email-address.ts';
import type { IsPerson } from '../person-part.ts';

/** The most characters before the @ of an address. Each may be encoded, and is three then. */
const longestLocalPart = 64;
/** What is no character of a local part. */
const outside = /[^\w!#$%&'*+/=?^`{|}~.-]/;
const domain = /[\p{L}\p{M}\p{N}.-]{1,255}/uy;
/** What may stand in front of an address and yet in one word with it: quotes, the name of a parameter. */
const delimiter = /(?<=[!#$%&'*+/=?^`{|}~._-])/;
/** The words that may be the address are those behind so many delimiters, so that a text costs no more. */
const mostDelimiters = 16;

/**
 * Whether a text that others wrote has an address of the person, plain or encoded as in a URL. Takes time
 * with the length of the text, and pauses where it is due.
 */
export async function mentions(text: string, isPerson: IsPerson): Promise<boolean> {
  if (isPerson(text.trim())) return true;
  let from = 0;
  for (const { 0: at, index } of text.matchAll(/@|%40/gi)) {
    await pauseIfDue();
    const folded = domainAt(text, index + at.length);
    const before = text.slice(Math.max(from, index - 3 * longestLocalPart), index);
    from = index + at.length;
    if (folded !== undefined && localPartsIn(before).some((part) => isPerson(`${part}@${folded}`)))
      return true;
  }
  return false;
}

/** The same for a cell of a table: an address that is longer than the person's is somebody else's. */
export async function mentionsInCell(cell: string, isPerson: IsPerson): Promise<boolean> {
  const text = cell.trim();
  const isAddress = /^[\w.+-]{1,64}@/.test(text) && toEmailKey(text) !== undefined;
  return isAddress ? isPerson(text) : mentions(text, isPerson);
}

/** The domain that begins here, in its ASCII form. */
function domainAt(text: string, start: number): string | undefined {
  domain.lastIndex = start;
  const found = domain.exec(text)?.[0].replace(/[.-]+$/, '') ?? '';
  return found.includes('.') ? toEmailKey(`a@${found}`)?.slice('a@'.length) : undefined;
}

/** What may be the local part at the end of a text: its last word, also without what delimits it. */
function localPartsIn(before: string): string[] {
  const decoded = before.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const word = decoded.split(outside).at(-1) ?? '';
  const behind = word.slice(-longestLocalPart).split(delimiter).slice(-mostDelimiters);
  const all = [word, ...behind.map((_, index) => behind.slice(index).join(''))];
  return [...new Set(all)].filter((part) => part.length > 0 && part.length <= longestLocalPart);
}
