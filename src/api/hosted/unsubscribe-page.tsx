import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LinkTarget } from '../../shared/list/links/link-token.ts';
import {
  readSubscription,
  readUnsubscribeToken,
  unsubscribe,
} from '../../shared/mail/suppressions/unsubscribe.ts';
import { assertLinkLimit, linkWindow } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';
import { HostedDocument, MessagePage, toHtml } from './hosted-document.tsx';

/**
 * Where the link of a mail leads that unsubscribes (N3). Mail scanners open each link and run its scripts, so
 * the GET changes nothing and no page submits itself. Mail programs post to the same address (RFC 8058) and
 * follow no redirect.
 */
export function unsubscribePage(app: FastifyInstance, ctx: WebContext): void {
  app.get('/u/:token', async (request, reply) => {
    const signup = await readSubscription(ctx, await readTarget(ctx, request));
    const page = signup ? <AskPage {...signup} /> : <GonePage />;
    return reply.type('text/html; charset=utf-8').send(toHtml(page));
  });

  app.post('/u/:token', async (request, reply) => {
    const isThere = await unsubscribe(ctx, await readTarget(ctx, request));
    const page = isThere ? (
      <MessagePage title="Unsubscribed" message="You will get no more emails from this waitlist." />
    ) : (
      <GonePage />
    );
    return reply.type('text/html; charset=utf-8').send(toHtml(page));
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

/** The address went with the signup, so a newer signup of it cannot be found. */
const GonePage = () => (
  <MessagePage message="You are not on this waitlist any more. If you signed up again, use the link in a newer email." />
);

function AskPage({ waitlistName, email }: { waitlistName: string; email: string }) {
  return (
    <HostedDocument title={`Unsubscribe from ${waitlistName}`}>
      <h1>{waitlistName}</h1>
      <p>Do you want no more emails from this waitlist to {email}? You keep your place.</p>
      <form method="post">
        <button type="submit">Unsubscribe</button>
      </form>
    </HostedDocument>
  );
}
