import type { FastifyRequest } from 'fastify';

/*
 * Nothing else reads `request.url`: the router accepts many spellings of a path, such as percent-encoded
 * letters, a whole URL, or `#` behind it. Who compares the raw text with a path sees only one of them.
 */

/** The path of the matched route with its parameters, the same for every spelling. Empty without a route. */
export function pathOf({ routeOptions: { url = '' }, params }: FastifyRequest): string {
  const values = params as Readonly<Record<string, string>>;
  return url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The query of a request as it was sent, with its `?`; empty if there is none. */
export function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
