import type { FastifyRequest } from 'fastify';

const overview = '/dashboard';

/** The page to show after signing in. Only dashboard pages are allowed: anyone can craft the URL. */
export function nextOf({ query }: FastifyRequest): string {
  const { next } = query as { next?: unknown };
  return typeof next === 'string' && /^\/dashboard\/[\w/?=&%.-]*$/.test(next) ? next : overview;
}

/** A URL of the sign-in that leads to a page. */
export function withNext(url: string, next: string): string {
  return next === overview ? url : `${url}?next=${encodeURIComponent(next)}`;
}
