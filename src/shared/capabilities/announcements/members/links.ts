import { toWrittenLink } from '../../../mail/mail-events/clicked-link.ts';

/** The most links of a mail whose clicks are counted, and how many are looked at to find them. */
const mostLinks = 100;
const lookedAt = 1_000;

/** Addresses of links. A tag ends before the next one begins, so a text is read once, whatever it is. */
const hrefs = /<a\s[^<>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;

/** Every announcement has it, in its own text or below (`text/footer.ts`). */
const unsubscribe = '{{links.unsubscribe}}';

/**
 * The links of an announcement, each once, as they are written and in their order: web addresses, and
 * placeholders such as `{{links.status}}`. The one to unsubscribe is always among them.
 */
export function linksOf(html: string): string[] {
  const links = new Set<string>();
  let looked = 0;
  for (const [, double, single, bare] of html.matchAll(hrefs)) {
    if (links.size === mostLinks - 1 || looked === lookedAt) break;
    looked += 1;
    const link = toWrittenLink((double ?? single ?? bare ?? '').replaceAll(/&amp;|&#38;/g, '&'));
    if (link !== undefined) links.add(link);
  }
  return [...links.add(unsubscribe)];
}
