import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  knownBrowserOf,
  knownSeconds,
  makeBrowserToken,
} from '../../../shared/account/sign-in/known-browser.ts';
import { rateLimitAddress } from '../../limits/client-address.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';

const isSecure = ({ config }: WebContext) => config.baseUrl.startsWith('https://');
const nameOf = (ctx: WebContext) => (isSecure(ctx) ? '__Host-waitlist-browser' : 'waitlist-browser');

/** Remembers a browser whose user has shown that the address is theirs. */
export async function rememberBrowser(
  ctx: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  emailKey: string,
): Promise<void> {
  if ((await browserOf(ctx, request, emailKey)) !== undefined) return;
  reply.setCookie(nameOf(ctx), await makeBrowserToken(ctx, emailKey), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(ctx),
    maxAge: knownSeconds,
  });
}

/** The id of the browser, if the owner of the address has signed in with it. */
function browserOf(ctx: WebContext, request: FastifyRequest, emailKey: string): Promise<string | undefined> {
  return knownBrowserOf(ctx, request.cookies[nameOf(ctx)] ?? '', emailKey);
}

/**
 * Counts an attempt to get in as somebody: for the IP address, and for `whom` apart. A browser that is known
 * for the address counts for itself alone, so nobody else can lock its user out.
 * @returns whether the browser is known
 * @throws AppError rate_limited
 */
export async function assertEntry(
  ctx: WebContext,
  request: FastifyRequest,
  action: string,
  { emailKey, whom, maxPerMinute }: { emailKey: string; whom?: string; maxPerMinute: number },
): Promise<boolean> {
  const browser = await browserOf(ctx, request, emailKey);
  const subjects = browser === undefined ? [rateLimitAddress(request.ip), whom ?? []].flat() : [browser];
  await assertAttempts(ctx, action, subjects, maxPerMinute);
  return browser !== undefined;
}
