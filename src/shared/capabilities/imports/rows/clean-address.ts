/** Characters that nobody sees: zero-width ones, marks of direction and of the byte order, soft hyphens. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Longer cells hold no address. */
const longest = 1_000;

/**
 * The address in a cell, without what is often around it: spaces of any kind, characters that nobody sees,
 * `mailto:`, quotes, a name as in `Ann Ex <ann@example.com>`. Any other text is returned trimmed.
 */
export function cleanAddress(cell: string): string {
  const text = cell.trim();
  if (text.length > longest || !text.includes('@')) return text;
  const seen = text.replace(unseen, '').trim();
  const [, inside = seen] = /^[^<>]*<\s*([^<>\s]+)\s*>$/.exec(seen) ?? [];
  const [, address = inside] = /^mailto:([^?]+)(?:\?.*)?$/i.exec(inside) ?? [];
  const [, , bare = address] = /^(["'])(.*)\1$/s.exec(address) ?? [];
  return bare.trim();
}
