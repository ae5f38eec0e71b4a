import type { FastifyReply, FastifyRequest } from 'fastify';

/** What was done, and whether it ended well. */
export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

/** Read by the next page, which clears it. It is text for a page, and proves nothing. */
const name = 'waitlist-notice';
const attributes = { path: '/dashboard', httpOnly: true, sameSite: 'lax' } as const;

/** Tells the next page what was done. */
export function leaveNotice(reply: FastifyReply, { tone, text }: Notice): void {
  reply.setCookie(name, encodeURIComponent(`${tone} ${text}`), { ...attributes, encode: String, maxAge: 60 });
}

/** What was left for this page, once. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply): Notice | undefined {
  const cookie = request.cookies[name];
  if (cookie === undefined) return undefined;
  reply.clearCookie(name, attributes);
  const [tone, ...words] = cookie.split(' ');
  return { tone: tone === 'bad' ? 'bad' : 'good', text: words.join(' ') };
}
