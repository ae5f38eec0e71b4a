import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noBrand } from '../../shared/capabilities/branding/settings.ts';
import type { LinkTarget } from '../../shared/list/links/link-token.ts';
import {
  readSubscription,
  readUnsubscribeToken,
  type Subscription,
  unsubscribe,
} from '../../shared/mail/suppressions/unsubscribe.ts';
import { assertLinkLimit, linkWindow } from '../limits/limits.ts';
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
  const { calls, resetSeconds } = await ctx.limiter.count([
    linkWindow(target.id, method === 'POST' ? 'press' : 'open'),
  ]);
  assertLinkLimit(calls[0] ?? 0, resetSeconds);
  return target;
}

type Look = Pick<HostedPage, 'brand' | 'locale' | 'name'>;

const lookOf = (request: FastifyRequest, { waitlistName, settings: { brand } }: Subscription): Look => ({
  brand,
  locale: localeOf(request, brand),
  name: waitlistName,
});

/** The address went with the signup, so a newer signup of it cannot be found. */
const gonePage = (request: FastifyRequest) =>
  messagePage('You are not on this waitlist any more.', {
    locale: localeOf(request, noBrand),
    children: <p>If you signed up again, use the link in a newer email.</p>,
  });

const donePage = (look: Look) =>
  messagePage('You will get no more emails from this waitlist.', { ...look, title: 'Unsubscribed' });

const askPage = ({ waitlistName, email }: Subscription, look: Look): HostedPage => ({
  ...look,
  title: `Unsubscribe from ${waitlistName}`,
  heading: 'Do you want no more emails?',
  children: (
    <>
      <p class="muted">
        {waitlistName} will send no more emails to {email}. You keep your place.
      </p>
      <form method="post">
        <button class="wide" type="submit">
          Unsubscribe
        </button>
      </form>
    </>
  ),
});
