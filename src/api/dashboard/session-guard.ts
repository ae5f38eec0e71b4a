import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { findSession, type Session } from '../../shared/account/sessions/session.ts';
import { isCsrfToken } from '../../shared/account/sessions/session-token.ts';
import { AppError, notFound } from '../../shared/platform/errors.ts';
import { hasValidParams } from '../plugins/has-valid-params.ts';
import { pathOf, searchOf } from '../request-path.ts';
import type { WebContext } from '../web-context.ts';
import { withNext } from './next-page.ts';
import { isPeek } from './parts/live/peek.ts';
import { mayUse, type NeededRight, rightOf } from './rights.ts';
import { sessionTokenOf } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route of the dashboard needs. */
    right?: NeededRight;
  }
  interface FastifyRequest {
    /** Set on all pages behind the sign-in. */
    session: Session;
  }
}

/**
 * Guards every route of a plugin by its right (N8): requires a session whose role has it, and the session's
 * CSRF token in forms (C11.1). The route decides and not the URL, which can be spelled in many ways. Pages
 * take turns by account.
 * @throws Error at the start if a route declares no right
 */
export function guardPages(app: FastifyInstance, ctx: WebContext): void {
  app.decorateRequest('session');

  app.addHook('onRoute', (route) => {
    const right = rightOf(String(route.method), route.url);
    route.config = { ...route.config, right };
    if (route.method === 'GET' && right !== 'public') route.handler = inTurn(ctx, route.handler);
  });

  app.addHook('onSend', async (request) => onAnswer.get(request)?.());

  app.addHook('onRequest', async (request, reply) => {
    const { right } = request.routeOptions.config;
    if (right === 'public') return undefined;
    const session = await sessionOf(ctx, request);
    if (!session) return reply.redirect(toSignIn(request), 303);
    request.session = session;
    if (!hasValidParams(request)) notFound('page');
    if (!mayUse(session.role, right))
      throw new AppError(
        'forbidden',
        `Your role, ${session.role}, does not allow this. Ask an owner of the account.`,
      );
    return undefined;
  });

  app.addHook('preHandler', async ({ method, body, session, routeOptions }) => {
    if (method === 'GET' || routeOptions.config.right === 'public') return;
    const { csrf } = (body ?? {}) as { csrf?: unknown };
    if (!isCsrfToken(csrf, session.token))
      throw new AppError('forbidden', 'This form has expired. Go back, reload the page and try again.');
    await ctx.noteWrite(session.caller.accountId);
  });
}

/** Called when the answer to a request begins. */
const onAnswer = new WeakMap<FastifyRequest, () => void>();

/**
 * Pages of an account take turns, as its other reads do. A turn ends when the answer begins: who reads slowly
 * keeps nobody waiting, and a download, which takes as long as its reader, has limits of its own.
 */
const inTurn = (ctx: WebContext, handler: RouteHandlerMethod): RouteHandlerMethod =>
  async function page(request, reply) {
    const reading = { ...request.session, over: request.over };
    const begun = new Promise<void>((resolve) => onAnswer.set(request, resolve));
    const answers: Promise<unknown>[] = [];
    await ctx.inTurn(reading, async () => {
      answers.push(Promise.resolve(handler.call(this, request, reply)));
      await Promise.race([...answers, begun]);
    });
    return answers[0];
  };

/** The session of a request, if somebody is signed in. */
export async function sessionOf(ctx: WebContext, request: FastifyRequest): Promise<Session | undefined> {
  const token = sessionTokenOf(ctx, request);
  return token === '' ? undefined : findSession(ctx, token, !isPeek(request));
}

/**
 * The sign-in URL that leads back to the requested page.
 * The URL of a form may not be a page, so it is not used.
 */
function toSignIn(request: FastifyRequest): string {
  const page = request.method === 'GET' ? pathOf(request) + searchOf(request) : '/dashboard';
  return withNext('/dashboard/sign-in', page);
}
