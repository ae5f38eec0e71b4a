import { hashOfLink, toWrittenLink } from '../../../mail/mail-events/clicked-link.ts';

/** The most links of a mail whose clicks are counted. */
const mostLinks = 100;

/** Addresses of links. Quotes may be missing. */
const hrefs = /<a\s[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Every announcement has it, in its own text or below (`text/footer.ts`). */
const unsubscribe = '{{links.unsubscribe}}';

/**
 * The links of an announcement, each once, as they are written and in their order: web addresses, and
 * placeholders such as `{{links.status}}`. Its members' `clicked` are indexes of them.
 */
export function linksOf(html: string): string[] {
  const written = [...html.matchAll(hrefs)].flatMap(
    ([, double, single, bare]) =>
      toWrittenLink((double ?? single ?? bare ?? '').replaceAll(/&amp;|&#38;/g, '&')) ?? [],
  );
  return [...new Set([...written, unsubscribe])].slice(0, mostLinks);
}

/** The index of each link, by the hash of the link. */
export const indexesByHash = (html: string): ReadonlyMap<string, number> =>
  new Map(linksOf(html).map((link, index) => [hashOfLink(link), index]));
