import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebContext } from '../web-context.ts';

/** The longest lifetime of a session. */
const maxAgeSeconds = 90 * 24 * 3600;

const isSecure = ({ config }: WebContext) => config.baseUrl.startsWith('https://');

/** Over HTTPS the prefix `__Host-` prevents other hosts and paths from setting the cookie. */
const nameOf = (ctx: WebContext) => (isSecure(ctx) ? '__Host-waitlist-session' : 'waitlist-session');

const attributes = (ctx: WebContext) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(ctx) }) as const;

/** The session token of the browser (C11.1); empty if there is none. */
export function sessionTokenOf(ctx: WebContext, request: FastifyRequest): string {
  return request.cookies[nameOf(ctx)] ?? '';
}

export function setSessionToken(ctx: WebContext, reply: FastifyReply, token: string): void {
  reply.setCookie(nameOf(ctx), token, { ...attributes(ctx), maxAge: maxAgeSeconds });
}

export function clearSessionToken(ctx: WebContext, reply: FastifyReply): void {
  reply.clearCookie(nameOf(ctx), attributes(ctx));
}
