import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/platform/errors.ts';
import { isSameText } from '../../shared/platform/secrets/same-text.ts';
import { loginLimitError, loginWindow } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';

const path = '/admin/queues';

/** Allows only the page's own scripts, styles and requests. The page sets inline styles as it renders. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The page's link to web fonts on another host. It is removed, so that host learns nothing about visitors.
 */
const webFontLinks = /<link href="https:\/\/fonts\.[^>]*>/g;

/**
 * Shows the queues to the operator (C11.5) if ADMIN_USER and ADMIN_PASSWORD are set. The pages are read-only.
 * Pending jobs are rows in the outbox, and the sweep starts overdue ones again.
 * So there is nothing to retry here, and deleting a notification would not delete its job.
 */
export async function queuePages(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  const { admin } = ctx.config.operations;
  if (!admin) return;

  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', pagePolicy);
    reply.header('referrer-policy', 'no-referrer');
    const error = await loginError(request, ctx, `${admin.user}:${admin.password}`);
    if (error?.status === 401) reply.header('www-authenticate', 'Basic realm="Queues", charset="UTF-8"');
    if (error) throw error;
  });
  app.addHook<string>('onSend', async (_, reply, page) =>
    String(reply.getHeader('content-type')).startsWith('text/html') && typeof page === 'string'
      ? page.replace(webFontLinks, '')
      : page,
  );

  // Loaded only if the pages are enabled.
  const { createBullBoard } = await import('@bull-board/api');
  const { BullMQAdapter } = await import('@bull-board/api/bullMQAdapter');
  const { FastifyAdapter } = await import('@bull-board/fastify');
  const board = new FastifyAdapter().setBasePath(path);
  createBullBoard({
    queues: ctx.notifier.queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: board,
    // Workers share their connections, so the page would find none of them.
    options: { uiConfig: { boardTitle: 'Waitlist queues', showWorkers: false } },
  });
  board.setErrorHandler((error) => {
    // Rethrown for our own error handler. Bull Board decodes the query a second time, which can fail.
    throw error instanceof URIError ? new AppError('invalid_request', 'The query is malformed.') : error;
  });
  await app.register(board.registerPlugin(), { prefix: path });
}

/**
 * Why a request is rejected; undefined if it is allowed.
 * Over the limit of failed logins the correct login is rejected too, or an attacker could go on guessing.
 */
async function loginError(
  { headers, ip, method }: FastifyRequest,
  { limiter }: WebContext,
  login: string,
): Promise<AppError | undefined> {
  const [, credentials] = /^Basic ([\w+/-]+=*)$/i.exec(headers.authorization ?? '') ?? [];
  if (credentials === undefined)
    return new AppError('unauthorized', 'Sign in with ADMIN_USER and ADMIN_PASSWORD.');
  const isCorrect = isSameText(Buffer.from(credentials, 'base64').toString('utf8'), login);
  const windows = [loginWindow(ip)];
  const { calls, resetSeconds } = await (isCorrect ? limiter.peek(windows) : limiter.count(windows));
  const limitError = loginLimitError(calls[0] ?? 0, resetSeconds);
  if (limitError) return limitError;
  if (!isCorrect) return new AppError('unauthorized', 'The user or the password is wrong.');
  if (method !== 'GET') return new AppError('forbidden', 'The queue pages are read-only.');
  return undefined;
}
