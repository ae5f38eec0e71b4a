import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FormInput, timeInput } from '../../../shared/capabilities/forms/form-input.ts';
import { formKeyOf, signFormTime } from '../../../shared/capabilities/forms/form-time.ts';
import { submitForm } from '../../../shared/capabilities/forms/submit-form.ts';
import { captchaMs } from '../../../shared/capabilities/forms/turnstile.ts';
import { isInvited, type OpenPage, openPage } from '../../../shared/capabilities/pages/open-page.ts';
import { isPageName } from '../../../shared/capabilities/pages/slug.ts';
import { AppError, notFound } from '../../../shared/platform/errors.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { visitorLocale } from '../../../shared/platform/language/match-locale.ts';
import { sayIn } from '../../../shared/platform/language/say.ts';
import { assertPageLimit, formLimitError, formWindow, pageWindow } from '../../limits/limits.ts';
import { answerError } from '../../plugins/page-error.ts';
import { searchOf } from '../../request-path.ts';
import type { WebContext } from '../../web-context.ts';
import { type HostedPage, sendPage } from '../document/hosted-page.tsx';
import { localeOf } from '../document/locale-of.ts';
import { messagePage } from '../document/message-page.ts';
import { maxFormBytes, readFormBodies } from '../form/form-body.ts';
import { isOwnOrigin, originOf } from '../form/form-origin.ts';
import { askPage } from '../form/form-pages.tsx';
import { answerEveryMs, tagOf, toPageError, userAgentOf } from '../form/form-routes.tsx';
import { embedForm, embedResult } from './embed.tsx';
import { embedScript } from './embed-script.ts';
import type { Entered } from './page-form.tsx';
import { toRefusal } from './refusal.ts';
import { readResult, resultPage } from './result.tsx';
import { frameOf, isIndexed, signupPageOf } from './signup-page.tsx';

declare module 'fastify' {
  interface FastifyRequest {
    page: OpenPage;
  }
}

const scriptSeconds = 3_600;
/** What a page asks for in its own requests, from pages of the owner's. */
const isForScript = ({ headers: { accept = '' } }: FastifyRequest) => accept.includes('application/json');

/** The hosted signup pages, and the form that a script draws into other pages. */
export async function signupPages(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  app.decorateRequest('page');
  readFormBodies(app);
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers({
      'referrer-policy': 'same-origin', // with none the browser would not say the page's own origin
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    });
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isForScript(request)) throw error; // the envelope
    const locale = visitorLocale(request.headers['accept-language']);
    const pageError = toPageError(error, locale);
    const message = pageError.status === 404 ? sayIn(locale)('message.badLink') : pageError.message;
    return sendPage(answerError(request, reply, error, pageError), messagePage(message, { locale }));
  });

  const nameOf = ({ params }: FastifyRequest) => (params as { name: string }).name;
  const signTime = async ({ id }: OpenPage) =>
    signFormTime(formKeyOf(await ctx.linkSigner()), id, Date.now());
  /** @throws AppError rate_limited */
  const assertViewLimit = async ({ ip }: FastifyRequest) => {
    const { calls, resetSeconds } = await ctx.limiter.count([pageWindow(ip)]);
    assertPageLimit(calls[0] ?? 0, resetSeconds);
  };
  /** @throws AppError rate_limited */
  const assertFormLimit = async ({ ip }: FastifyRequest, what: Parameters<typeof formWindow>[1]) => {
    const { calls, resetSeconds } = await ctx.limiter.count([formWindow(ip, what)]);
    const limitError = formLimitError(calls[0] ?? 0, resetSeconds);
    if (limitError) throw limitError;
  };

  app.get('/w/:name', { config: { cors: false } }, async (request, reply) => {
    await assertViewLimit(request);
    const page = await openPage(ctx, nameOf(request));
    if (page.name !== nameOf(request)) return reply.redirect(`/w/${page.name}${searchOf(request)}`, 302);
    return show(request, reply, page, broughtAlong(request));
  });

  app.get('/w/:name/embed.js', async (request, reply) => {
    if (!isPageName(nameOf(request))) notFound('page');
    return reply
      .headers({
        'cache-control': `public, max-age=${scriptSeconds}`,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('text/javascript; charset=utf-8')
      .send(embedScript);
  });

  /** What the script draws. Every page may read it: only a post needs an origin. */
  app.get('/w/:name/form', async (request) => {
    await assertViewLimit(request);
    const page = await openPage(ctx, nameOf(request));
    const origin = originOf(request);
    const isListed = origin !== undefined && mayPost(request, page, origin);
    const entered = broughtAlong(request);
    const invited = await isInvited(ctx, page, String(entered.ref ?? ''));
    const locale = localeOf(request, page.settings.brand);
    return embedForm({ page, locale, time: await signTime(page), entered, isInvited: invited, isListed });
  });

  app.options('/w/:name', { config: { cors: false } }, async (request, reply) => {
    await assertFormLimit(request, 'preflight');
    const isAllowed = allowOrigin(request, reply, await openPage(ctx, nameOf(request)));
    if (isAllowed)
      reply.headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Content-Type, X-Request-Id',
        'access-control-max-age': 600,
      });
    return reply.code(isAllowed ? 204 : 403).send();
  });

  app.post(
    '/w/:name',
    {
      config: { cors: false, timeLimitMs: captchaMs + 4_500 },
      bodyLimit: maxFormBytes,
      /** All that needs no body, in this order: how often, which page, from where. */
      async onRequest(request, reply) {
        if (!isPageName(nameOf(request))) notFound('page');
        await assertFormLimit(request, 'post');
        request.page = await openPage(ctx, nameOf(request));
        if (!allowOrigin(request, reply, request.page))
          throw new AppError('forbidden', 'This page is not one that the form is for.');
      },
    },
    async (request, reply) => {
      const { page } = request;
      const begunAt = performance.now(); // behind the body, whose pace the caller decides
      const entered = (request.body ?? {}) as Entered;
      const locale = localeOf(request, page.settings.brand);
      const say = sayIn(locale);
      try {
        const visitor = {
          ip: request.ip,
          userAgent: userAgentOf(request),
          locale: tagOf(request, page.settings.form.fields),
        };
        const outcome = await submitForm(ctx, page, toInput(entered), visitor);
        if (outcome === 'young' || outcome === 'no_time') return await ask(request, reply, outcome, entered);
        const result = await readResult(ctx, page, outcome.createdId);
        await sleep(answerEveryMs - ((performance.now() - begunAt) % answerEveryMs));
        if (isForScript(request)) return embedResult(page, locale, result);
        return sendPage(reply, resultPage(page, locale, result)) as never;
      } catch (error) {
        const refusal = toRefusal(error, page, say);
        if (refusal === undefined) throw error;
        if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
        reply.code(refusal.status);
        if (isForScript(request)) return { error: { message: refusal.text, field: refusal.field ?? null } };
        return show(request, reply, page, entered, refusal);
      }
    },
  );

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    page: OpenPage,
    entered: Entered,
    refusal?: ReturnType<typeof toRefusal>,
  ) {
    const invited = await isInvited(ctx, page, String(entered.ref ?? ''));
    const locale = localeOf(request, page.settings.brand);
    const shown = { page, locale, time: await signTime(page), entered, isInvited: invited, refusal };
    if (isIndexed(page) && refusal === undefined) reply.removeHeader('x-robots-tag');
    reply.removeHeader('access-control-allow-origin');
    return sendPage(reply, signupPageOf(shown)) as never;
  }

  /** A page with one button, instead of a post: it counts in a window of its own. */
  async function ask(
    request: FastifyRequest,
    reply: FastifyReply,
    why: 'young' | 'no_time',
    entered: Entered,
  ) {
    const { page, ip } = request;
    void ctx.limiter.uncount([formWindow(ip, 'post')]);
    await assertFormLimit(request, 'ask');
    const time = why === 'young' ? String(entered[timeInput]) : await signTime(page);
    if (isForScript(request)) return { again: { time } };
    const locale = localeOf(request, page.settings.brand);
    return sendPage(reply, askAgain(page, locale, entered, time)) as never;
  }

  /** Whether the page's own origin, or one of the list, may post. */
  function mayPost(request: FastifyRequest, { settings }: OpenPage, origin: string): boolean {
    return settings.form.origins.includes(origin) || isOwnOrigin(request, origin, ctx.config.baseUrl);
  }

  /** Lets the browser of a listed origin read the answer. @returns whether the request may post */
  function allowOrigin(request: FastifyRequest, reply: FastifyReply, page: OpenPage): boolean {
    reply.header('vary', 'Origin');
    const origin = originOf(request);
    if (origin === undefined || !mayPost(request, page, origin)) return false;
    if (page.settings.form.origins.includes(origin))
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Retry-After, X-Request-Id',
      });
    return true;
  }
}

const askAgain = (page: OpenPage, locale: Locale, entered: Entered, time: string): HostedPage =>
  askPage(page, frameOf(page, locale), entered, time);

/** What the address of a page brings along for the form. */
function broughtAlong({ query }: FastifyRequest): Entered {
  const { ref, utm_source } = query as Entered;
  return { ...bounded('ref', ref, 64), ...bounded('utm_source', utm_source, 200) };
}

/** A text that the form would refuse is left out: the visitor cannot mend it. */
const bounded = (name: string, value: unknown, longest: number) =>
  typeof value === 'string' && [...value].length <= longest ? { [name]: value } : {};

/** @throws AppError invalid_request */
function toInput(entered: Entered): FormInput {
  const { data, error } = FormInput.safeParse(entered);
  if (data) return data;
  const { path, message } = error.issues[0] ?? { path: ['body'], message: 'is not valid' };
  throw new AppError('invalid_request', `${path.join('.')}: ${message}`);
}
