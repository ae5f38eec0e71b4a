import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noBrand } from '../../shared/capabilities/branding/settings.ts';
import type { LinkTarget } from '../../shared/list/links/link-token.ts';
import {
  readSubscription,
  readUnsubscribeToken,
  type Subscription,
  unsubscribe,
} from '../../shared/mail/suppressions/unsubscribe.ts';
import { sayIn } from '../../shared/platform/language/say.ts';
import { assertWithin, linkLimit } from '../limits/page-limits.ts';
import type { WebContext } from '../web-context.ts';
import { type HostedPage, sendPage } from './document/hosted-page.tsx';
import { localeOf } from './document/locale-of.ts';
import { messagePage } from './document/message-page.ts';

/**
 * Where the link of a mail leads that unsubscribes (N3). Mail scanners open each link and run its scripts, so
 * the GET changes nothing and no page submits itself. Mail programs post to the same address (RFC 8058) and
 * follow no redirect.
 */
export function unsubscribePage(app: FastifyInstance, ctx: WebContext): void {
  app.get('/u/:token', async (request, reply) => {
    const found = await readSubscription(ctx, await readTarget(ctx, request));
    return sendPage(reply, found ? askPage(found, lookOf(request, found)) : gonePage(request));
  });

  app.post('/u/:token', async (request, reply) => {
    const found = await unsubscribe(ctx, await readTarget(ctx, request));
    return sendPage(reply, found ? donePage(lookOf(request, found)) : gonePage(request));
  });
}

/**
 * Limits calls by the signup: one mail program's servers post for many people.
 * @throws AppError unauthorized, rate_limited
 */
async function readTarget(ctx: WebContext, { method, params }: FastifyRequest): Promise<LinkTarget> {
  const target = await readUnsubscribeToken(ctx, (params as { token: string }).token);
  await assertWithin(ctx.limiter, linkLimit(target.id, method === 'POST' ? 'press' : 'open'));
  return target;
}

type Look = Pick<HostedPage, 'brand' | 'locale' | 'name'>;

const lookOf = (
  request: FastifyRequest,
  { waitlistName, settings: { brand }, locale }: Subscription,
): Look => ({
  brand,
  locale: localeOf(request, brand, locale),
  name: waitlistName,
});

/** The address went with the signup, so a newer signup of it cannot be found. */
function gonePage(request: FastifyRequest): HostedPage {
  const locale = localeOf(request, noBrand);
  const say = sayIn(locale);
  return messagePage(say('unsubscribe.gone'), { locale, children: <p>{say('unsubscribe.newer')}</p> });
}

function donePage(look: Look): HostedPage {
  const say = sayIn(look.locale);
  return messagePage(say('unsubscribe.done'), { ...look, title: say('unsubscribe.doneTitle') });
}

function askPage({ waitlistName: list, email }: Subscription, look: Look): HostedPage {
  const say = sayIn(look.locale);
  return {
    ...look,
    title: say('unsubscribe.title', { list }),
    heading: say('unsubscribe.heading'),
    children: (
      <>
        <p class="muted">{say('unsubscribe.ask', { list, email })}</p>
        <form method="post">
          <button class="wide" type="submit">
            {say('unsubscribe.button')}
          </button>
        </form>
      </>
    ),
  };
}
