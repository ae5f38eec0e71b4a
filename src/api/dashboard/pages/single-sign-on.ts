import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describeDevice } from '../../../shared/account/sessions/device.ts';
import type { SignIn } from '../../../shared/account/sign-in/sign-in.ts';
import {
  type ProviderSettings,
  SingleSignOn,
} from '../../../shared/account/sign-in/single-sign-on/provider.ts';
import { signInAs } from '../../../shared/account/sign-in/single-sign-on/sign-in-as.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { rateLimitAddress } from '../../limits/client-address.ts';
import { searchOf } from '../../request-path.ts';
import type { WebContext } from '../../web-context.ts';
import { assertAttempts } from '../attempt-limit.ts';
import { nextOf, withNext } from '../next-page.ts';
import { redirectWithFlash } from '../pages.ts';

const begin = '/sign-in/oidc';
const callback = `${begin}/callback`;

/** Per IP address, for each of the two steps. */
const attemptsPerMinute = 30;

/** What a browser keeps while its user is at the provider. */
const Kept = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  /** The invitation whose link the user has come from. */
  invite: z.guid().optional(),
});

/**
 * Sign-in at the operator's OpenID provider (N8).
 * @param goOn leads to `next`, or to the step of the sign-in that comes next
 */
export function singleSignOnPages(
  app: FastifyInstance,
  ctx: WebContext,
  settings: ProviderSettings,
  goOn: (request: FastifyRequest, reply: FastifyReply, next: string, opened: SignIn) => Promise<FastifyReply>,
): void {
  const { baseUrl } = ctx.config;
  const provider = new SingleSignOn(settings, baseUrl);
  const secure = baseUrl.startsWith('https://');
  const cookie = secure ? '__Host-waitlist-oidc' : 'waitlist-oidc';
  // Lax, as the provider sends the browser back from another site.
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;

  app.get(begin, async (request, reply) => {
    await assertAttempts(ctx, 'oidc', [rateLimitAddress(request.ip)], attemptsPerMinute);
    const { url, checks } = await provider.begin();
    const { data: invite } = Kept.shape.invite.safeParse((request.query as { invite?: unknown }).invite);
    const kept = { ...checks, next: nextOf(request), ...(invite !== undefined && { invite }) };
    reply.setCookie(cookie, new URLSearchParams(kept).toString(), { ...attributes, maxAge: 600 });
    return reply.redirect(url, 303);
  });

  app.get(callback, async (request, reply) => {
    await assertAttempts(ctx, 'oidc-callback', [rateLimitAddress(request.ip)], attemptsPerMinute);
    const { data: kept } = Kept.safeParse(Object.fromEntries(new URLSearchParams(request.cookies[cookie])));
    reply.clearCookie(cookie, attributes);
    if (!kept) return toSignIn('This took too long. Begin again.');
    try {
      const identity = await provider.finish(searchOf(request), kept);
      const device = describeDevice(request.headers['user-agent']);
      const opened = await signInAs(ctx, identity, device, kept.invite);
      return await goOn(request, reply, kept.next, opened);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      if (error.cause instanceof Error)
        request.log.warn({ reason: error.cause.message }, 'single sign-on failed');
      return toSignIn(error.message, kept.next);
    }

    function toSignIn(message: string, next = '/dashboard') {
      return redirectWithFlash(reply, withNext('/dashboard/sign-in', next), message, 'bad');
    }
  });
}
