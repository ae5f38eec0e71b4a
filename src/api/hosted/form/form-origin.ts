import type { FastifyRequest } from 'fastify';
import { parseUrl } from '../../../shared/platform/outbound/parse-url.ts';

/**
 * The origin of the page that a request comes from: its `Origin`, which every browser sends with a POST, or
 * else that of its `Referer`. Undefined where neither says one: no browser posts so, unless the page tells it
 * to (`no-referrer`).
 */
export function originOf({ headers }: FastifyRequest): string | undefined {
  const text = headers.origin ?? headers.referer;
  if (text === undefined || text === 'null') return undefined;
  const { origin } = parseUrl(text) ?? {};
  return origin === 'null' ? undefined : origin;
}

/** Whether the page is one of the service's own, such as that with the button. */
export function isOwnOrigin(request: FastifyRequest, origin: string, baseUrl: string): boolean {
  const url = parseUrl(origin);
  return url !== undefined && (url.origin === parseUrl(baseUrl)?.origin || url.host === request.host);
}
