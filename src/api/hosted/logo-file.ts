import type { FastifyInstance } from 'fastify';
import { findLogo } from '../../shared/capabilities/branding/logo/queries.ts';
import { notFound } from '../../shared/platform/errors.ts';
import { assertWithin, logoLimit } from '../limits/page-limits.ts';
import type { WebContext } from '../web-context.ts';

/** The logos of brands. A URL is one picture for ever, so browsers ask once. */
export function logoFile(app: FastifyInstance, ctx: WebContext): void {
  app.get('/brand/:file', async (request, reply) => {
    const [, hash] =
      /^([\w-]{24})(?:-dark|-light)?\.(?:png|jpg|webp)$/.exec((request.params as { file: string }).file) ??
      [];
    if (hash === undefined) notFound('logo');
    await assertWithin(ctx.limiter, logoLimit(request.ip));
    const { type, bytes } = (await findLogo(ctx.sql, hash)) ?? notFound('logo');
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin', // mails show it, too
      })
      .type(type)
      .send(bytes);
  });
}
