import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebContext } from '../web-context.ts';

/** As long as a session that is in use lasts at most. */
const maxAgeSeconds = 90 * 24 * 3600;

const isSecure = ({ config }: WebContext) => config.baseUrl.startsWith('https://');

/** Behind TLS the name itself forbids that another host or path sets the cookie. */
const nameOf = (ctx: WebContext) => (isSecure(ctx) ? '__Host-waitlist-session' : 'waitlist-session');

const attributes = (ctx: WebContext) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(ctx) }) as const;

/** What a browser proves its session with (C11.1); empty where it has none. */
export function sessionTokenOf(ctx: WebContext, request: FastifyRequest): string {
  return request.cookies[nameOf(ctx)] ?? '';
}

export function setSessionToken(ctx: WebContext, reply: FastifyReply, token: string): void {
  reply.setCookie(nameOf(ctx), token, { ...attributes(ctx), maxAge: maxAgeSeconds });
}

export function clearSessionToken(ctx: WebContext, reply: FastifyReply): void {
  reply.clearCookie(nameOf(ctx), attributes(ctx));
}
