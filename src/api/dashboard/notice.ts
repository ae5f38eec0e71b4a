import type { FastifyReply, FastifyRequest } from 'fastify';

/** Read by the next page, which clears it. It is text for a page, and proves nothing. */
const name = 'waitlist-notice';
const attributes = { path: '/dashboard', httpOnly: true, sameSite: 'lax' } as const;

/** Tells the next page what was done. */
export function leaveNotice(reply: FastifyReply, notice: string): void {
  reply.setCookie(name, encodeURIComponent(notice), { ...attributes, encode: String, maxAge: 60 });
}

/** What was left for this page, once. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const notice = request.cookies[name];
  if (notice === undefined) return undefined;
  reply.clearCookie(name, attributes);
  return notice;
}
