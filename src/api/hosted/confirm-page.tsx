import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { confirmSignup, readConfirmToken } from '../../shared/capabilities/confirmations/confirm-signup.ts';
import { findConfirmable } from '../../shared/capabilities/confirmations/queries.ts';
import { type LinkAgain, sendLinkAgain } from '../../shared/capabilities/confirmations/send-link-again.ts';
import type { LinkTarget } from '../../shared/list/links/link-token.ts';
import { linksOf } from '../../shared/list/links/signup-links.ts';
import type { WaitlistSettings } from '../../shared/list/parts.ts';
import { toSettings } from '../../shared/list/settings/schema.ts';
import { findLinkedSignup } from '../../shared/list/status/queries.ts';
import { notFound } from '../../shared/platform/errors.ts';
import { type MessageKey, sayIn } from '../../shared/platform/language/say.ts';
import { assertWithin, linkLimit } from '../limits/page-limits.ts';
import type { WebContext } from '../web-context.ts';
import { type HostedPage, sendPage } from './document/hosted-page.tsx';
import { inline } from './document/inline.ts';
import { localeOf } from './document/locale-of.ts';
import { messagePage } from './document/message-page.ts';
import { qrDataOf } from './status/share/qr-code.ts';
import { Share, shareParts } from './status/share/share.tsx';
import { statusStyle } from './status/status-style.ts';

type Look = Pick<HostedPage, 'brand' | 'locale' | 'name'>;

/**
 * Where the link of a mail leads that asks for confirmation (N3). Mail scanners open each link and run its
 * scripts, so the GET changes nothing and no page submits itself.
 */
export function confirmPage(app: FastifyInstance, ctx: WebContext): void {
  app.get('/c/:token', async (request, reply) => {
    const { token } = request.params as { token: string };
    const target = await readTarget(ctx, request);
    const { signup, settings, look } = await open(ctx, request, target);
    const { url } = settings.confirmation;
    if (url !== null) return reply.redirect(withToken(url, token), 302);
    if (signup.confirmed_at !== null) return sendDone(target, reply, { settings, look, isFirst: false });
    if (signup.is_expired) return sendPage(reply, expiredPage(token, look));
    return sendPage(reply, askPage(signup, look, settings.confirmation.redirect_url));
  });

  app.post('/c/:token', async (request, reply) => {
    const target = await readTarget(ctx, request);
    const { signup, settings, look } = await open(ctx, request, target);
    const { token } = request.params as { token: string };
    if (signup.confirmed_at === null && signup.is_expired)
      return sendPage(reply.code(410), expiredPage(token, look));
    const { first: isFirst } = await confirmSignup(ctx, target);
    return sendDone(target, reply, { settings, look, isFirst });
  });

  app.post('/c/:token/again', async (request, reply) => {
    const target = await readTarget(ctx, request);
    const { look } = await open(ctx, request, target); // first: one of an earlier address sends nothing
    const result = await sendLinkAgain(ctx, target);
    return sendPage(reply, messagePage(sayIn(look.locale)(afterAsking[result]), look));
  });

  /**
   * The page of the account, or the person's own: the status page, else the link to share. The link of a mail
   * stays valid when status links are revoked, so it leads to the status page only once.
   */
  async function sendDone(target: LinkTarget, reply: FastifyReply, { settings, look, isFirst }: Done) {
    const { redirect_url } = settings.confirmation;
    if (redirect_url !== null) return reply.redirect(redirect_url, 303);
    const linked = await findLinkedSignup(ctx.sql, target.accountId, target.id);
    const links = linked && linksOf(await ctx.linkSigner(), target, linked);
    if (links?.status_url && isFirst) return reply.redirect(`/s/${links.status_token}?link=confirmed`, 303);
    return sendPage(reply, donePage(look, links?.referral_link ?? null));
  }
}

interface Done {
  readonly settings: WaitlistSettings;
  readonly look: Look;
  /** Whether it was confirmed just now. */
  readonly isFirst: boolean;
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
  await assertWithin(ctx.limiter, linkLimit(target.id, method === 'POST' ? 'press' : 'open'));
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

const style = inline(statusStyle);

function donePage(look: Look, link: string | null): HostedPage {
  const say = sayIn(look.locale);
  const page = { ...look, title: say('confirm.doneTitle') };
  if (link === null) return messagePage(say('confirm.done'), page);
  return messagePage(say('confirm.done'), {
    ...page,
    styles: [shareParts.style, style],
    scripts: [shareParts.script],
    sources: { 'img-src': ['data:'] },
    children: (
      <section class="part">
        <h2>{say('status.share')}</h2>
        <Share link={link} name={look.name ?? ''} qrPath={qrDataOf(link)} say={say} />
      </section>
    ),
  });
}

function askPage(
  { waitlist_name: list, email }: { waitlist_name: string; email: string },
  look: Look,
  next: string | null,
): HostedPage {
  const say = sayIn(look.locale);
  return {
    ...look,
    // Browsers hold the address that a form is led to against the policy, too.
    sources: { 'form-action': next === null ? [] : [new URL(next).origin] },
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
