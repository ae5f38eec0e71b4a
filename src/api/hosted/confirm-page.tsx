import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { confirmSignup, readConfirmToken } from '../../shared/capabilities/confirmations/confirm-signup.ts';
import { findConfirmable } from '../../shared/capabilities/confirmations/queries.ts';
import { type LinkAgain, sendLinkAgain } from '../../shared/capabilities/confirmations/send-link-again.ts';
import type { LinkTarget } from '../../shared/list/links/link-token.ts';
import type { WaitlistSettings } from '../../shared/list/parts.ts';
import { toSettings } from '../../shared/list/settings/schema.ts';
import { notFound } from '../../shared/platform/errors.ts';
import { type MessageKey, sayIn } from '../../shared/platform/language/say.ts';
import { assertLinkLimit, linkWindow } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';
import { type HostedPage, sendPage } from './document/hosted-page.tsx';
import { localeOf } from './document/locale-of.ts';
import { messagePage } from './document/message-page.ts';

type Look = Pick<HostedPage, 'brand' | 'locale' | 'name'>;

/**
 * Where the link of a mail leads that asks for confirmation (N3). Mail scanners open each link and run its
 * scripts, so the GET changes nothing and no page submits itself.
 */
export function confirmPage(app: FastifyInstance, ctx: WebContext): void {
  app.get('/c/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const { signup, settings, look } = await open(ctx, request, await readTarget(ctx, request));
    const { url } = settings.confirmation;
    if (url !== null) return reply.redirect(withToken(url, token), 302);
    if (signup.confirmed_at !== null) return sendDone(reply, settings, look);
    return sendPage(reply, signup.is_expired ? expiredPage(token, look) : askPage(signup, look));
  });

  app.post('/c/:token', async (request, reply) => {
    const target = await readTarget(ctx, request);
    const { signup, settings, look } = await open(ctx, request, target);
    const { token } = request.params as { token: string };
    if (signup.confirmed_at === null && signup.is_expired)
      return sendPage(reply.code(410), expiredPage(token, look));
    await confirmSignup(ctx, target);
    return sendDone(reply, settings, look);
  });

  app.post('/c/:token/again', async (request, reply) => {
    const target = await readTarget(ctx, request);
    const { look } = await open(ctx, request, target); // first: one of an earlier address sends nothing
    const result = await sendLinkAgain(ctx, target);
    return sendPage(reply, messagePage(sayIn(look.locale)(afterAsking[result]), look));
  });
}

const afterAsking = {
  sent: 'confirm.sent',
  confirmed: 'confirm.done',
  recently: 'confirm.recently',
  never: 'confirm.never',
} as const satisfies Record<LinkAgain, MessageKey>;

/** Limits calls by the signup. @throws AppError invalid_request, rate_limited */
async function readTarget(ctx: WebContext, { method, params }: FastifyRequest): Promise<LinkTarget> {
  const target = await readConfirmToken(ctx, (params as { token: string }).token);
  const { calls, resetSeconds } = await ctx.limiter.count([
    linkWindow(target.id, method === 'POST' ? 'press' : 'open'),
  ]);
  assertLinkLimit(calls[0] ?? 0, resetSeconds);
  return target;
}

async function open(ctx: WebContext, request: FastifyRequest, target: LinkTarget) {
  const signup = (await findConfirmable(ctx.sql, target)) ?? notFound('signup');
  if (signup.confirmable_until === null) notFound('signup');
  const settings = toSettings(signup.settings);
  const { brand } = settings;
  const look: Look = { brand, locale: localeOf(request, brand, signup.locale), name: signup.waitlist_name };
  return { signup, settings, look };
}

function withToken(page: string, token: string): string {
  const url = new URL(page);
  url.searchParams.set('token', token);
  return url.href;
}

function sendDone(reply: FastifyReply, { confirmation }: WaitlistSettings, look: Look) {
  if (confirmation.redirect_url !== null) return reply.redirect(confirmation.redirect_url, 303);
  const say = sayIn(look.locale);
  return sendPage(reply, messagePage(say('confirm.done'), { ...look, title: say('confirm.doneTitle') }));
}

function askPage(
  { waitlist_name: list, email }: { waitlist_name: string; email: string },
  look: Look,
): HostedPage {
  const say = sayIn(look.locale);
  return {
    ...look,
    title: say('confirm.title', { list }),
    heading: say('confirm.heading'),
    children: (
      <>
        <p class="muted">{say('confirm.ask', { email })}</p>
        <form method="post">
          <button class="wide" type="submit">
            {say('confirm.button')}
          </button>
        </form>
      </>
    ),
  };
}

function expiredPage(token: string, look: Look): HostedPage {
  const say = sayIn(look.locale);
  return {
    ...look,
    title: say('confirm.expiredTitle'),
    heading: say('confirm.expired'),
    children: (
      <form method="post" action={`/c/${token}/again`}>
        <button class="wide" type="submit">
          {say('confirm.again')}
        </button>
      </form>
    ),
  };
}
