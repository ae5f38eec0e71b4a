import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { isSameText } from '../../shared/secrets/same-text.ts';
import { loginRefusal, windowOfLogins } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';

const path = '/admin/queues';

/** The page's own scripts, styles and requests only; it sets styles of elements as it draws. */
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

/** A stylesheet of fonts from another host, which the page does without: nobody else shall hear of those who look. */
const foreignFonts = /<link href="https:\/\/fonts\.[^>]*>/g;

/**
 * Shows the queues to the operator (C11.5), where ADMIN_USER and ADMIN_PASSWORD are set. To look at only: a job is owed by its row in the
 * outbox, and the sweep starts it again, so there is nothing to retry here, and nothing that removing a notification would undo.
 */
export async function queuePages(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  const { admin } = ctx.config.operations;
  if (!admin) return;

  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', pagePolicy);
    reply.header('referrer-policy', 'no-referrer');
    const refusal = await refusalOf(request, ctx, `${admin.user}:${admin.password}`);
    if (refusal?.status === 401) reply.header('www-authenticate', 'Basic realm="Queues", charset="UTF-8"');
    if (refusal) throw refusal;
  });
  app.addHook<string>('onSend', async (_, reply, page) =>
    String(reply.getHeader('content-type')).startsWith('text/html') && typeof page === 'string'
      ? page.replace(foreignFonts, '')
      : page,
  );

  // Loaded only where it is shown.
  const { createBullBoard } = await import('@bull-board/api');
  const { BullMQAdapter } = await import('@bull-board/api/bullMQAdapter');
  const { FastifyAdapter } = await import('@bull-board/fastify');
  const board = new FastifyAdapter().setBasePath(path);
  createBullBoard({
    queues: ctx.notifier.queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: board,
    options: { uiConfig: { boardTitle: 'Waitlist queues' } },
  });
  board.setErrorHandler((error) => {
    // To be answered as everywhere. Bull Board decodes a query once more than Fastify does.
    throw error instanceof URIError ? new AppError('invalid_request', 'The query cannot be read.') : error;
  });
  await app.register(board.registerPlugin(), { prefix: path });
}

/** Why a request is not let in; undefined where it is. Past the limit of wrong logins the right one is refused as well, or guessing would go on. */
async function refusalOf(
  { headers, ip, method }: FastifyRequest,
  { limiter }: WebContext,
  login: string,
): Promise<AppError | undefined> {
  const [, given] = /^Basic ([\w+/-]+=*)$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined) return new AppError('unauthorized', 'Sign in with ADMIN_USER and ADMIN_PASSWORD.');
  const isRight = isSameText(Buffer.from(given, 'base64').toString('utf8'), login);
  const windows = [windowOfLogins(ip)];
  const { calls, resetSeconds } = await (isRight ? limiter.peek(windows) : limiter.count(windows));
  const limited = loginRefusal(calls[0] ?? 0, resetSeconds);
  if (limited) return limited;
  if (!isRight) return new AppError('unauthorized', 'The user or the password is wrong.');
  if (method !== 'GET') return new AppError('forbidden', 'The queues are to look at only.');
  return undefined;
}
