/** Tells whether a text is the address of the person, however it is spelt. */
export type IsPerson = (address: string) => boolean;

/**
 * What may be an address in a text: plain, or with the @ of a URL. It may begin with more than the address.
 */
const token = /[\w!#$%&'*+/=?^`{|}~.-]{1,200}(?:@|%40)[\p{L}\p{M}\p{N}.-]{1,255}/giu;
/** The most characters before the @ of an address. */
const longestLocalPart = 64;

/** Whether a text that others wrote has an address of the person. */
export function mentions(text: string, isPerson: IsPerson): boolean {
  return [...text.matchAll(token)].some(([found]) => endsInAddress(found, isPerson));
}

/** Whether a token is the address: quotes and the key of a parameter may be in front of it. */
function endsInAddress(found: string, isPerson: IsPerson): boolean {
  const at = found.search(/@|%40/i);
  for (let start = Math.max(0, at - 3 * longestLocalPart); start < at; start++) {
    const address = decoded(found.slice(start).replace(/[.-]+$/, ''));
    if (isPerson(address)) return true;
  }
  return false;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    const plain = decodeURIComponent(text);
    return plain.includes('@') ? plain : text;
  } catch {
    return text;
  }
}
