import type { FastifyReply, FastifyRequest } from 'fastify';

/** A flash message: the result of a form, shown on the next page. */
export interface Flash {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  /** The id of the heading that it belongs below; the top of the page by default. */
  readonly at?: string | undefined;
}

/** The next page reads and clears the cookie. It is only text: nothing may rely on it. */
const name = 'waitlist-notice';
const attributes = { path: '/dashboard', httpOnly: true, sameSite: 'lax' } as const;

/** Stores a flash message for the next page. */
export function setFlash(reply: FastifyReply, { tone, text, at }: Flash): void {
  reply.setCookie(name, encodeURIComponent(`${at === undefined ? tone : `${tone}#${at}`} ${text}`), {
    ...attributes,
    encode: String,
    maxAge: 60,
  });
}

/** The flash message for this page; clears it. */
export function takeFlash(request: FastifyRequest, reply: FastifyReply): Flash | undefined {
  const cookie = request.cookies[name];
  if (cookie === undefined) return undefined;
  reply.clearCookie(name, attributes);
  const [kind = '', ...words] = cookie.split(' ');
  const [tone, at] = kind.split('#');
  return { tone: tone === 'bad' ? 'bad' : 'good', text: words.join(' '), at };
}
