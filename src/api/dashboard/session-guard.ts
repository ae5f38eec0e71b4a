import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../shared/errors.ts';
import { findSession, type Session } from '../../shared/sessions/session.ts';
import { isCsrfToken } from '../../shared/sessions/session-token.ts';
import { hasValidParams } from '../plugins/has-valid-params.ts';
import type { WebContext } from '../web-context.ts';
import { sessionTokenOf } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on all pages behind the sign-in. */
    session: Session;
  }
}

/** Guards every page of a plugin: requires a session, and the session's CSRF token in forms (C11.1). */
export function requireSession(app: FastifyInstance, ctx: WebContext): void {
  app.decorateRequest('session');

  app.addHook('onRequest', async (request, reply) => {
    const session = await sessionOf(ctx, request);
    if (!session) return reply.redirect(toSignIn(request), 303);
    request.session = session;
    if (!hasValidParams(request)) notFound('page');
    return undefined;
  });

  app.addHook('preHandler', async ({ method, body, session }) => {
    if (method === 'GET') return;
    const { csrf } = (body ?? {}) as { csrf?: unknown };
    if (!isCsrfToken(csrf, session.token))
      throw new AppError('forbidden', 'This form has expired. Go back, reload the page and try again.');
    await ctx.noteWrite(session.caller.accountId);
  });
}

/** The session of a request, if somebody is signed in. */
export async function sessionOf(ctx: WebContext, request: FastifyRequest): Promise<Session | undefined> {
  const token = sessionTokenOf(ctx, request);
  return token === '' ? undefined : findSession(ctx, token);
}

/**
 * The sign-in URL that leads back to the requested page.
 * The URL of a form may not be a page, so it is not used.
 */
function toSignIn({ method, url }: FastifyRequest): string {
  const next = method === 'GET' && url !== '/dashboard' ? `?next=${encodeURIComponent(url)}` : '';
  return `/dashboard/sign-in${next}`;
}
