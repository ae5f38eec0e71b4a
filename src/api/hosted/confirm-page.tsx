import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { confirmSignup, readConfirmToken } from '../../shared/capabilities/confirmations/confirm-signup.ts';
import { findConfirmable } from '../../shared/capabilities/confirmations/queries.ts';
import { type LinkAgain, sendLinkAgain } from '../../shared/capabilities/confirmations/send-link-again.ts';
import type { LinkTarget } from '../../shared/list/links/link-token.ts';
import type { WaitlistSettings } from '../../shared/list/parts.ts';
import { toSettings } from '../../shared/list/settings/schema.ts';
import { notFound } from '../../shared/platform/errors.ts';
import { assertLinkLimit, linkWindow } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';
import { HostedDocument, MessagePage, toHtml } from './hosted-document.tsx';

type ConfirmationSettings = WaitlistSettings['confirmation'];

/**
 * Where the link of a mail leads that asks for confirmation (N3). Mail scanners open each link and run its
 * scripts, so the GET changes nothing and no page submits itself.
 */
export function confirmPage(app: FastifyInstance, ctx: WebContext): void {
  app.get('/c/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const { signup, settings } = await open(ctx, await readTarget(ctx, request));
    if (settings.url !== null) return reply.redirect(withToken(settings.url, token), 302);
    if (signup.confirmed_at !== null) return sendDone(reply, settings);
    return send(reply, signup.is_expired ? <ExpiredPage token={token} /> : <AskPage {...signup} />);
  });

  app.post('/c/:token', async (request, reply) => {
    const target = await readTarget(ctx, request);
    const { signup, settings } = await open(ctx, target);
    const { token } = request.params as { token: string };
    if (signup.confirmed_at === null && signup.is_expired)
      return send(reply.code(410), <ExpiredPage token={token} />);
    await confirmSignup(ctx, target);
    return sendDone(reply, settings);
  });

  app.post('/c/:token/again', async (request, reply) => {
    const result = await sendLinkAgain(ctx, await readTarget(ctx, request));
    return send(reply, <MessagePage message={afterAsking[result]} />);
  });
}

const afterAsking: Readonly<Record<LinkAgain, string>> = {
  sent: 'We have sent you a new link.',
  confirmed: 'Thank you, your email address is confirmed.',
  recently:
    'We sent you a link recently. Please look for it, also in your spam folder, or try again in an hour.',
  never: 'We send no more links to this address. You keep your place.',
};

/** Limits calls by the signup. @throws AppError invalid_request, rate_limited */
async function readTarget(ctx: WebContext, { method, params }: FastifyRequest): Promise<LinkTarget> {
  const target = await readConfirmToken(ctx, (params as { token: string }).token);
  const { calls, resetSeconds } = await ctx.limiter.count([
    linkWindow(target.id, method === 'POST' ? 'press' : 'open'),
  ]);
  assertLinkLimit(calls[0] ?? 0, resetSeconds);
  return target;
}

async function open(ctx: WebContext, target: LinkTarget) {
  const signup = (await findConfirmable(ctx.sql, target)) ?? notFound('signup');
  if (signup.confirmable_until === null) notFound('signup');
  return { signup, settings: toSettings(signup.settings).confirmation };
}

function withToken(page: string, token: string): string {
  const url = new URL(page);
  url.searchParams.set('token', token);
  return url.href;
}

const send = (reply: FastifyReply, page: Parameters<typeof toHtml>[0]) =>
  reply.type('text/html; charset=utf-8').send(toHtml(page));

const sendDone = (reply: FastifyReply, { redirect_url }: ConfirmationSettings) =>
  redirect_url === null
    ? send(reply, <MessagePage title="Confirmed" message="Thank you, your email address is confirmed." />)
    : reply.redirect(redirect_url, 303);

function AskPage({ waitlist_name, email }: { waitlist_name: string; email: string }) {
  return (
    <HostedDocument title={`Confirm for ${waitlist_name}`}>
      <h1>{waitlist_name}</h1>
      <p>Please confirm that {email} is your email address.</p>
      <form method="post">
        <button type="submit">Confirm</button>
      </form>
    </HostedDocument>
  );
}

function ExpiredPage({ token }: { token: string }) {
  return (
    <HostedDocument title="The link has expired">
      <h1>This link has expired.</h1>
      <form method="post" action={`/c/${token}/again`}>
        <button type="submit">Send me a new link</button>
      </form>
    </HostedDocument>
  );
}
