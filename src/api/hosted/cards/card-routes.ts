import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertWithin, cardLimit } from '../../limits/page-limits.ts';
import type { WebContext } from '../../web-context.ts';
import { openCardStore, tagOf } from './card-store.ts';
import { drawCard } from './drawing/draw-card.ts';
import type { CardFinder } from './find-card.ts';

/** Networks keep a card far longer than that. A CDN may show an old one while it asks for the new one. */
const caching = 'public, max-age=300, stale-while-revalidate=86400, stale-if-error=86400';
/** Of a card that stands in for another one. */
const shortCaching = 'public, max-age=5';

/** The picture that networks show beside links to a signup page. It needs no key and no cookie. */
export async function cardRoutes(
  app: FastifyInstance,
  { ctx, cards }: { ctx: WebContext; cards: CardFinder },
): Promise<void> {
  const store = openCardStore(drawCard);

  app.get('/w/:name/card.png', { config: { cors: false } }, async (request, reply) => {
    await assertWithin(ctx.limiter, cardLimit(request.ip));
    const { name } = request.params as { name: string };
    const { ref } = request.query as { ref?: unknown };
    const wanted = await cards.byName(ctx, name, typeof ref === 'string' ? ref : '');
    reply.headers({
      'cache-control': caching,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin', // pages of the owner's show it, too
    });
    const wantedTag = `"${tagOf(wanted.content)}"`;
    if (hasTag(request, wantedTag)) return reply.code(304).header('etag', wantedTag).send();
    const { png, tag, isStandIn } = await store.card(wanted);
    if (isStandIn) reply.header('cache-control', shortCaching);
    return reply.header('etag', `"${tag}"`).type('image/png').send(png);
  });
}

/** Whether the client has the picture. Proxies that compress mark tags as weak. */
function hasTag({ headers }: FastifyRequest, tag: string): boolean {
  const tags = (headers['if-none-match'] ?? '').split(',');
  return tags.some((each) => each.trim().replace(/^W\//, '') === tag);
}
