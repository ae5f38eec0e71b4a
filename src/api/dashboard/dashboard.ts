import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Session } from '../../shared/account/sessions/session.ts';
import { AppError, notFound } from '../../shared/platform/errors.ts';
import { parseUrl } from '../../shared/platform/outbound/parse-url.ts';
import { isUnusable } from '../../shared/platform/postgres/server/database-problem.ts';
import { isAborted } from '../plugins/errors.ts';
import { answerError, type PageError } from '../plugins/page-error.ts';
import { pathOf } from '../request-path.ts';
import type { WebContext } from '../web-context.ts';
import { contentSecurityPolicy, serveAssets } from './assets.ts';
import { type Flash, takeFlash } from './flash.ts';
import { accountPage } from './pages/account.tsx';
import { apiKeyPages } from './pages/api-keys.tsx';
import { appPages } from './pages/apps/apps.tsx';
import { connectPage } from './pages/apps/connect.tsx';
import { auditLogPage } from './pages/audit-log.tsx';
import { designPage } from './pages/design/design.tsx';
import { emailPages } from './pages/email.tsx';
import { emailProviderPages } from './pages/email-provider.tsx';
import { ErrorPage } from './pages/error.tsx';
import { firstStartPage } from './pages/first-start.tsx';
import { integrationPages } from './pages/integrations.tsx';
import { modeForm } from './pages/mode.ts';
import { overviewPage } from './pages/overview.tsx';
import { peoplePage } from './pages/people.tsx';
import { profilePages } from './pages/profile.tsx';
import { searchPage } from './pages/search/search.tsx';
import { signInPages } from './pages/sign-in.tsx';
import { twoFactorPage } from './pages/two-factor.tsx';
import { userLinkPages } from './pages/user-links.tsx';
import { userPages } from './pages/users.tsx';
import { waitlistArea } from './pages/waitlist/waitlist-area.ts';
import { waitlistPages } from './pages/waitlists.tsx';
import { sendPage } from './pages.ts';
import { readSideLists } from './parts/frame/side-lists.ts';
import { isPeek } from './parts/live/peek.ts';
import { guardPages, sessionOf } from './session-guard.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The result of the form that redirected here. */
    flash: Flash | undefined;
  }
}

/**
 * The dashboard for the users of an account (C11).
 * It calls the same operations as the API, without an API key.
 */
export async function dashboard(
  app: FastifyInstance,
  { ctx, provider }: { ctx: WebContext; provider: () => Promise<Provider> },
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody);
  await app.register(cookie);
  app.decorateRequest('flash');

  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy);
    reply.header('referrer-policy', 'same-origin');
    reply.header('x-frame-options', 'DENY');
    reply.header('cross-origin-opener-policy', 'same-origin');
    reply.removeHeader('access-control-allow-origin');
    if (request.is404) notFound('page');
    if (request.method !== 'GET' && isCrossSite(request))
      throw new AppError('forbidden', 'This form was sent from another site.');
  });
  app.addHook('preValidation', async (request, reply) => {
    if (request.method === 'GET' && !request.routeOptions.config.isAsset && !isPeek(request))
      request.flash = takeFlash(request, reply);
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const pageError = toPageError(error);
    const { message, status } = pageError;
    const session: Session | undefined = request.is404
      ? await sessionOf(ctx, request).catch(() => undefined)
      : request.session;
    const page = session && { session, path: pathOf(request), flash: request.flash };
    return sendPage(answerError(request, reply, error, pageError), ErrorPage({ message, status, page }));
  });
  app.setNotFoundHandler(() => notFound('page'));
  guardPages(app, ctx);
  readSideLists(app, ctx);

  serveAssets(app);
  signInPages(app, ctx);
  userLinkPages(app, ctx);
  firstStartPage(app, ctx);
  modeForm(app, ctx);
  overviewPage(app, ctx);
  searchPage(app, ctx);
  designPage(app, ctx);
  waitlistPages(app, ctx);
  peoplePage(app, ctx);
  integrationPages(app, ctx);
  apiKeyPages(app, ctx);
  appPages(app, ctx);
  connectPage(app, ctx, provider);
  userPages(app, ctx);
  accountPage(app, ctx);
  auditLogPage(app, ctx);
  profilePages(app, ctx);
  twoFactorPage(app, ctx);
  emailPages(app, ctx);
  emailProviderPages(app, ctx);
  await app.register(waitlistArea, { ctx });
}

function toPageError(error: FastifyError): PageError {
  if (error instanceof AppError) return error;
  if (isAborted(error)) return { status: 400, message: 'The request was aborted.' };
  if (isUnusable(error))
    return { status: 503, message: 'The service is temporarily unavailable. Please try again.' };
  if (error.code?.startsWith('FST_') && error.statusCode !== undefined && error.statusCode < 500)
    return { status: error.statusCode, message: error.message };
  return { status: 500, message: 'Something went wrong on our side. Please try again.' };
}

/**
 * Whether a form was sent from another site.
 * Browsers without these headers are checked by the CSRF token only.
 */
function isCrossSite({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const { origin } = headers;
  return origin !== undefined && parseUrl(origin)?.host !== host;
}
