import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FormInput } from '../../../shared/capabilities/forms/form-input.ts';
import { submitForm } from '../../../shared/capabilities/forms/submit-form.ts';
import { captchaMs } from '../../../shared/capabilities/forms/turnstile.ts';
import { isInvited, type OpenPage, openPage } from '../../../shared/capabilities/pages/open-page.ts';
import { isPageName } from '../../../shared/capabilities/pages/slug.ts';
import { AppError, notFound } from '../../../shared/platform/errors.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { visitorLocale } from '../../../shared/platform/language/match-locale.ts';
import { sayIn } from '../../../shared/platform/language/say.ts';
import { describeFirstIssue } from '../../../shared/platform/schema/issue.ts';
import { assertWithin, pageLimit } from '../../limits/page-limits.ts';
import { answerError } from '../../plugins/page-error.ts';
import { searchOf } from '../../request-path.ts';
import type { WebContext } from '../../web-context.ts';
import { versionOf } from '../cards/card-store.ts';
import type { CardFinder } from '../cards/find-card.ts';
import { errorPage } from '../document/error-page.tsx';
import { type HostedPage, sendPage } from '../document/hosted-page.tsx';
import { localeOf } from '../document/locale-of.ts';
import { varyBy } from '../document/vary-by.ts';
import { maxFormBytes, readFormBodies } from '../form/form-body.ts';
import { foreignPage, toPageError } from '../form/form-errors.ts';
import { formGate } from '../form/form-gate.ts';
import { askPage } from '../form/form-pages.tsx';
import { answerEveryMs, tagOf, userAgentOf } from '../form/form-routes.tsx';
import { linkParameters } from '../link-parameters.ts';
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
export async function signupPages(
  app: FastifyInstance,
  { ctx, cards }: { ctx: WebContext; cards: CardFinder },
): Promise<void> {
  const gate = formGate(ctx);
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
    return sendPage(answerError(request, reply, error, pageError), errorPage(pageError, locale));
  });

  const nameOf = ({ params }: FastifyRequest) => (params as { name: string }).name;
  /** @throws AppError rate_limited */
  const assertViewLimit = ({ ip }: FastifyRequest) => assertWithin(ctx.limiter, pageLimit(ip));

  app.get('/w/:name', { config: { cors: false } }, async (request, reply) => {
    await assertViewLimit(request);
    const page = await openPage(ctx, typedName(nameOf(request)));
    if (page.name !== nameOf(request)) return reply.redirect(`/w/${page.name}${searchOf(request)}`, 302);
    return show(request, reply, page, broughtAlong(request));
  });

  /** Any other address below a page is none, unless it only ends with a slash. */
  app.get('/w/*', { config: { cors: false } }, async (request, reply) => {
    await assertViewLimit(request);
    const page = await openPage(ctx, typedName((request.params as { '*': string })['*']));
    return reply.redirect(`/w/${page.name}${searchOf(request)}`, 302);
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
  app.get('/w/:name/form', async (request, reply) => {
    varyBy(reply, 'Accept-Language', 'Origin');
    await assertViewLimit(request);
    const page = await openPage(ctx, nameOf(request));
    const isListed = gate.placeOf(request, page.settings.form.origins) !== 'foreign';
    const entered = broughtAlong(request);
    const invited = await isInvited(ctx, page, String(entered.ref ?? ''));
    const [locale, time] = [localeOf(request, page.settings.brand), await gate.signTime(page)];
    return embedForm({ page, locale, time, entered, isInvited: invited, isListed });
  });

  app.options('/w/:name', { config: { cors: false } }, async (request, reply) => {
    await gate.assertLimit(request, 'preflight');
    const { settings } = await openPage(ctx, nameOf(request));
    return gate.answerPreflight(request, reply, settings.form.origins);
  });

  app.post(
    '/w/:name',
    {
      config: { cors: false, timeLimitMs: captchaMs + 4_500 },
      bodyLimit: maxFormBytes,
      /** All that needs no body, in this order: how often, which page, from where. */
      async onRequest(request, reply) {
        varyBy(reply, 'Accept', 'Accept-Language');
        if (!isPageName(nameOf(request))) notFound('page');
        await gate.assertLimit(request, 'post');
        request.page = await openPage(ctx, nameOf(request));
        if (gate.allowOrigin(request, reply, request.page.settings.form.origins) === 'foreign')
          throw foreignPage();
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
        const refusal = toRefusal(error, say);
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
    const code = String(entered.ref ?? '');
    const [invited, time, { content }] = await Promise.all([
      isInvited(ctx, page, code),
      gate.signTime(page),
      cards.of(ctx, page, code),
    ]);
    const locale = localeOf(request, page.settings.brand);
    const shown = {
      page,
      locale,
      time,
      entered,
      isInvited: invited,
      cardVersion: versionOf(content),
      refusal,
    };
    if (isIndexed(page) && refusal === undefined) reply.removeHeader('x-robots-tag');
    reply.removeHeader('access-control-allow-origin');
    return sendPage(reply, signupPageOf(shown)) as never;
  }

  /** A page with one button, instead of a post. */
  async function ask(
    request: FastifyRequest,
    reply: FastifyReply,
    why: 'young' | 'no_time',
    entered: Entered,
  ) {
    const { page } = request;
    const time = await gate.timeToAsk(request, page, why);
    if (isForScript(request)) return { again: { time } };
    const locale = localeOf(request, page.settings.brand);
    return sendPage(reply, askAgain(page, locale, entered, time)) as never;
  }
}

/** The name that somebody meant who typed it: phones begin with a capital letter. */
const typedName = (name: string): string =>
  name.replace(/\/$/, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const askAgain = (page: OpenPage, locale: Locale, entered: Entered, time: string): HostedPage =>
  askPage(page, frameOf(page, locale), entered, time);

/** What the address of a page brings along for the form. */
function broughtAlong({ query }: FastifyRequest): Entered {
  const given = query as Entered;
  return Object.assign(
    {},
    ...linkParameters.map((name) => bounded(name, given[name], name === 'ref' ? 64 : 200)),
  );
}

/** A text that the form would refuse is left out: the visitor cannot mend it. */
const bounded = (name: string, value: unknown, longest: number) =>
  typeof value === 'string' && [...value].length <= longest ? { [name]: value } : {};

/** @throws AppError invalid_request */
function toInput(entered: Entered): FormInput {
  const { data, error } = FormInput.safeParse(entered);
  if (data) return data;
  throw new AppError('invalid_request', describeFirstIssue(error), {
    field: String(error.issues[0]?.path[0] ?? ''),
  });
}
