/** Where a link can be shared by following another one, by the name that people know. */
export const networks = ['X', 'WhatsApp', 'LinkedIn', 'Telegram', 'email'] as const;
export type Network = (typeof networks)[number];

/** The pages of these services that take a link, and the text that goes with it. */
export function shareLink(network: Network, url: string, text: string): string {
  switch (network) {
    case 'X':
      return withQuery('https://x.com/intent/post', { text, url });
    case 'WhatsApp':
      return withQuery('https://wa.me/', { text: `${text} ${url}` });
    case 'LinkedIn':
      return withQuery('https://www.linkedin.com/sharing/share-offsite/', { url });
    case 'Telegram':
      return withQuery('https://t.me/share/url', { url, text });
    case 'email':
      return withQuery('mailto:', { subject: text, body: `${text}\n\n${url}` });
  }
}

/** Mail programs know no `+` for a space. */
function withQuery(page: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${page}?${pairs.join('&')}`;
}
