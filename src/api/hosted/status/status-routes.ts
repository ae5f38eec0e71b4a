import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type LinkAgain, sendLinkAgain } from '../../../shared/capabilities/confirmations/send-link-again.ts';
import { openStandings } from '../../../shared/capabilities/leaderboard/standings.ts';
import { readTokenTarget } from '../../../shared/list/status/read-status.ts';
import { notFound } from '../../../shared/platform/errors.ts';
import { assertWithin, linkLimit, statusLimit } from '../../limits/page-limits.ts';
import type { WebContext } from '../../web-context.ts';
import { sendPage } from '../document/hosted-page.tsx';
import { readView } from './read-view.ts';
import { qrCode } from './share/qr-code.ts';
import { liveUpdateOf, statusPageOf, versionOf } from './status-page.tsx';

const results = ['sent', 'confirmed', 'recently', 'never'] as const satisfies readonly LinkAgain[];
const qrSeconds = 86_400;
const leaders = 5;

/** The hosted status page of a signup, for lists that have switched it on (N1). */
export function statusPages(app: FastifyInstance, ctx: WebContext): void {
  const standings = openStandings(leaders);
  const limitReads = ({ ip }: FastifyRequest) => assertWithin(ctx.limiter, statusLimit(ip));
  /** People who share an address use up nothing of what each other's open pages ask for. */
  const limitLink = async (request: FastifyRequest, what: Parameters<typeof linkLimit>[1]) => {
    const target = await readTokenTarget(ctx, (request.params as { token: string }).token);
    await assertWithin(ctx.limiter, linkLimit(target.id, what));
  };

  app.get('/s/:token', async (request, reply) => {
    await limitReads(request);
    const { view } = await readView(ctx, standings, request);
    const { link } = request.query as { link?: unknown };
    const linkAgain = results.find((result) => result === link) ?? null;
    reply.header('cache-control', 'private, no-cache');
    return sendPage(reply, statusPageOf({ ...view, linkAgain }));
  });

  app.get('/s/:token/live', async (request, reply) => {
    await limitLink(request, 'live');
    const { view } = await readView(ctx, standings, request);
    reply.header('cache-control', 'no-store');
    if ((request.query as { seen?: unknown }).seen === versionOf(view)) return reply.code(204).send();
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(liveUpdateOf(view)));
  });

  app.get('/s/:token/qr.svg', async (request, reply) => {
    await limitLink(request, 'open');
    const { view } = await readView(ctx, standings, request);
    const link = view.status.referral_link ?? notFound('link');
    return reply
      .headers({
        'cache-control': `private, max-age=${qrSeconds}`,
        'content-security-policy': "default-src 'none'",
      })
      .type('image/svg+xml')
      .send(qrCode(link));
  });

  app.post('/s/:token/again', async (request, reply) => {
    await limitLink(request, 'press');
    const { view, signup } = await readView(ctx, standings, request);
    const result = await sendLinkAgain(ctx, signup);
    return reply.redirect(`${view.path}?link=${result}`, 303);
  });
}
