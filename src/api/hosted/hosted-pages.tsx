import type { FastifyError, FastifyInstance } from 'fastify';
import { AppError, notFound } from '../../shared/platform/errors.ts';
import { visitorLocale } from '../../shared/platform/language/match-locale.ts';
import { type Say, sayIn } from '../../shared/platform/language/say.ts';
import { isUnusable } from '../../shared/platform/postgres/server/database-problem.ts';
import { answerError, type PageError } from '../plugins/page-error.ts';
import { ignoreContentTypes } from '../plugins/request-head.ts';
import type { WebContext } from '../web-context.ts';
import { confirmPage } from './confirm-page.tsx';
import { errorPage } from './document/error-page.tsx';
import { sendPage } from './document/hosted-page.tsx';
import { logoFile } from './logo-file.ts';
import { statusPages } from './status/status-routes.ts';
import { unsubscribePage } from './unsubscribe-page.tsx';

/** The pages behind the links that people on a list get. They need no cookie, and work without scripts. */
export async function hostedPages(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  app.removeAllContentTypeParsers();
  ignoreContentTypes(app);
  // What a mail program posts does not matter: the link says it all. Node drops what still arrives.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers({
      'referrer-policy': 'no-referrer', // the token is in the URL
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    });
    reply.removeHeader('access-control-allow-origin');
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const locale = visitorLocale(request.headers['accept-language']);
    const pageError = toPageError(error, sayIn(locale));
    return sendPage(answerError(request, reply, error, pageError), errorPage(pageError, locale));
  });

  statusPages(app, ctx);
  unsubscribePage(app, ctx);
  confirmPage(app, ctx);
  logoFile(app, ctx);
  // What is left of a link that was cut or changed on its way.
  for (const path of ['/s/*', '/c/*', '/u/*']) app.get(path, () => notFound('page'));
}

/** One answer for every token that shows nothing: it does not tell which tokens were valid once. */
function toPageError(error: FastifyError, say: Say): PageError {
  if (error instanceof AppError && error.retryAfterSeconds !== undefined)
    return {
      status: error.status,
      message: say('message.minute'),
      retryAfterSeconds: error.retryAfterSeconds,
    };
  if (error.statusCode === 413) return { status: 413, message: say('message.tooLarge') };
  if (error instanceof AppError && error.status < 500)
    return { status: 404, message: say('message.badLink') };
  if (isUnusable(error)) return { status: 503, message: say('message.moment') };
  return { status: 500, message: say('message.ourFault') };
}
