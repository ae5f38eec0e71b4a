import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../shared/errors.ts';
import { findSession, type Session } from '../../shared/sessions/session.ts';
import { isCsrfToken } from '../../shared/sessions/session-token.ts';
import { hasValidParams } from '../plugins/has-valid-params.ts';
import type { WebContext } from '../web-context.ts';
import { sessionTokenOf } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in, on pages that need that. */
    session: Session;
  }
}

/** Guards every page of a plugin: others than signed-in users are sent to the sign-in, and a form must carry its session's token (C11.1). */
export function requireSession(app: FastifyInstance, ctx: WebContext): void {
  app.decorateRequest('session');

  app.addHook('onRequest', async (request, reply) => {
    const token = sessionTokenOf(ctx, request);
    const session = token === '' ? undefined : await findSession(ctx, token);
    if (!session) return reply.redirect(toSignIn(request), 303);
    request.session = session;
    if (!hasValidParams(request)) notFound('page');
    return undefined;
  });

  app.addHook('preHandler', async ({ method, body, session }) => {
    if (method === 'GET') return;
    const { csrf } = (body ?? {}) as { csrf?: unknown };
    if (!isCsrfToken(csrf, session.token))
      throw new AppError('forbidden', 'This form is out of date. Go back, reload the page and try again.');
  });
}

/** Back to the page that was asked for; a form that was sent is lost, and its address may be no page. */
function toSignIn({ method, url }: FastifyRequest): string {
  const next = method === 'GET' && url !== '/dashboard' ? `?next=${encodeURIComponent(url)}` : '';
  return `/dashboard/sign-in${next}`;
}
