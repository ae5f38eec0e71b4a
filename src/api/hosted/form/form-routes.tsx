import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { noBrand } from '../../../shared/capabilities/branding/settings.ts';
import { FormInput, localeInput, timeInput } from '../../../shared/capabilities/forms/form-input.ts';
import { isFormId, type OpenForm, openForm } from '../../../shared/capabilities/forms/open-form.ts';
import { submitForm } from '../../../shared/capabilities/forms/submit-form.ts';
import { captchaMs } from '../../../shared/capabilities/forms/turnstile.ts';
import { languageTagText, toLanguageTag } from '../../../shared/list/language/language-tag.ts';
import { AppError, notFound } from '../../../shared/platform/errors.ts';
import { visitorTag } from '../../../shared/platform/language/match-locale.ts';
import { VisitorError } from '../../../shared/platform/language/visitor-error.ts';
import { parseUrl } from '../../../shared/platform/outbound/parse-url.ts';
import { named } from '../../../shared/platform/schema/described.ts';
import { answerError } from '../../plugins/page-error.ts';
import type { WebContext } from '../../web-context.ts';
import { type HostedPage, sendPage } from '../document/hosted-page.tsx';
import { localeOf } from '../document/locale-of.ts';
import { messagePage } from '../document/message-page.ts';
import { varyBy } from '../document/vary-by.ts';
import { formTypes, maxFormBytes, readFormBodies } from './form-body.ts';
import { foreignPage, toPageError, toVisitorError } from './form-errors.ts';
import { formGate } from './form-gate.ts';
import { askPage, refusedPage, thanksOf, thanksPage } from './form-pages.tsx';
import { formScript } from './form-script.ts';

declare module 'fastify' {
  interface FastifyRequest {
    form: OpenForm;
  }
}

/**
 * Answers to posts that are taken leave at the next multiple of this time. Storing a new signup and
 * finding a known one take different times, which would tell who is on the list.
 */
export const answerEveryMs = 100;
const scriptSeconds = 3_600;
const maxLastOrigins = 1_000;

const FormParams = z.object({ form_id: z.string().describe('The `form.id` of the settings.') });
const FormTaken = named(
  'FormTaken',
  z.object({
    ok: z.literal(true).describe('The post was taken. It says nothing about the address.'),
    message: z
      .string()
      .describe(
        'What to tell the visitor, in the visitor’s language: whether they are on the list, or have to confirm first.',
      ),
  }),
);
const FormTime = named(
  'FormTime',
  z.object({ time: z.string().describe('To be posted as `_time`, 2 s to 24 hours later.') }),
);

/**
 * The form of a list, for pages without a server (N6). It needs no key: it adds signups and answers nothing
 * about them.
 */
export const formRoutes: FastifyPluginAsyncZod<{ ctx: WebContext }> = async (app, { ctx }) => {
  const gate = formGate(ctx);
  app.decorateRequest('form');
  readFormBodies(app);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const look = lookOf(request, request.form);
    if (!wantsPage(request)) throw toVisitorError(error, look.locale); // the envelope
    const pageError = toPageError(error, look.locale);
    const { status, message } = pageError;
    const page = status === 404 ? messagePage(message, look) : refusedPage(message, look);
    return send(answerError(request, reply, error, pageError), page);
  });

  /** So that a refused flood costs no query and the script can still read why. */
  const lastOrigins = new Map<string, readonly string[]>();
  const idOf = ({ params }: { params: unknown }) => (params as { form_id: string }).form_id;

  app.options('/f/:form_id', { config: { cors: false } }, async (request, reply) => {
    if (!isFormId(idOf(request))) notFound('form');
    await gate.assertLimit(request, 'preflight');
    const { settings } = await openForm(ctx, idOf(request));
    return gate.answerPreflight(request, reply, settings.form.origins);
  });

  app.post(
    '/f/:form_id',
    {
      config: { cors: false, answers: [402, 403, 404, 409, 429, 500, 503], timeLimitMs: captchaMs + 4_500 },
      bodyLimit: maxFormBytes,
      /** All that needs no body, in this order: how often, which form, from where. */
      async onRequest(request, reply) {
        const id = idOf(request);
        varyBy(reply, 'Accept', 'Accept-Language');
        if (!isFormId(id)) notFound('form');
        await gate.assertLimit(request, 'post').catch((error: unknown) => {
          gate.allowOrigin(request, reply, lastOrigins.get(id) ?? []);
          throw error;
        });
        request.form = await openForm(ctx, id);
        const { origins } = request.form.settings.form;
        if (lastOrigins.size >= maxLastOrigins) lastOrigins.clear();
        lastOrigins.set(id, origins);
        if (gate.allowOrigin(request, reply, origins) === 'foreign') throw foreignPage();
      },
      schema: {
        operationId: 'submitForm',
        summary: 'Sign up in a form',
        tags: ['Forms'],
        consumes: ['application/json', ...formTypes],
        params: FormParams,
        body: FormInput,
        response: { 200: FormTaken },
      },
    },
    async (request, reply) => {
      const { form, body, ip } = request;
      const begunAt = performance.now(); // behind the body, whose pace the caller decides
      const outcome = await submitForm(ctx, form, body, {
        ip,
        userAgent: userAgentOf(request),
        locale: tagOf(request, form.settings.form.fields),
      });
      if (outcome === 'young' || outcome === 'no_time') return ask(request, reply, outcome);
      await sleep(answerEveryMs - ((performance.now() - begunAt) % answerEveryMs));
      if (!wantsPage(request))
        return { ok: true as const, message: thanksOf(form.settings, lookOf(request, form).locale) };
      const { redirect_url } = form.settings.form;
      if (redirect_url !== null) return reply.redirect(redirect_url, 303) as never;
      return send(reply, thanksPage(form, lookOf(request, form)));
    },
  );

  app.get(
    '/f/:form_id/time',
    {
      config: { answers: [404, 500, 503] },
      schema: {
        operationId: 'signFormTime',
        summary: 'Sign the time for a form',
        tags: ['Forms'],
        params: FormParams,
        response: { 200: FormTime },
      },
    },
    async ({ params }) => {
      if (!isFormId(params.form_id)) notFound('form');
      return { time: await gate.signTime({ id: params.form_id }) };
    },
  );

  app.get('/f/:form_id/script.js', async (request, reply) => {
    if (!isFormId(idOf(request))) notFound('form');
    return reply
      .headers({
        'cache-control': `public, max-age=${scriptSeconds}`,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('text/javascript; charset=utf-8')
      .send(formScript);
  });

  /** A page with one button, instead of a post. A program that sends JSON is refused. */
  async function ask(request: FastifyRequest, reply: FastifyReply, why: 'young' | 'no_time') {
    const { form } = request;
    const input = request.body as Readonly<Record<string, unknown>>;
    if (!wantsPage(request))
      throw why === 'young'
        ? new VisitorError('invalid_request', (say) => say('form.tooFast'))
        : new AppError(
            'invalid_request',
            `${timeInput}: must be what GET /f/${form.id}/time has answered in the last 24 hours`,
          );
    const time = await gate.timeToAsk(request, form, why);
    // Where the form leads to in the end: browsers check redirects, too.
    const next = parseUrl(form.settings.form.redirect_url ?? '')?.origin;
    const page = askPage(form, lookOf(request, form), input, time);
    return send(reply, { ...page, sources: { 'form-action': next === undefined ? [] : [next] } });
  }
};

/**
 * Whether the answer is for a person: to a plain form. The script asks for JSON.
 */
function wantsPage({ headers }: FastifyRequest): boolean {
  const { accept = '', 'content-type': type = '' } = headers;
  if (/^application\/json\b/i.test(type) || accept.includes('application/json')) return false;
  return isForm(type) || accept.includes('text/html');
}

function isForm(type: string): boolean {
  return formTypes.some((each) => type.toLowerCase().startsWith(each));
}

function send(reply: FastifyReply, page: HostedPage) {
  reply.headers({
    'referrer-policy': 'same-origin', // with none the button would not say its origin
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  });
  return sendPage(reply, page) as never;
}

/** How the page of a form looks to a visitor; before the form is opened it is about no list. */
function lookOf(request: FastifyRequest, form: OpenForm | undefined) {
  const brand = form?.settings.brand ?? noBrand;
  const locale = localeOf(request, brand, wordOfLocale(request));
  return { brand, locale, name: form?.waitlist_name ?? null };
}

function wordOfLocale({ body }: FastifyRequest): string | undefined {
  const word = Object(body)[localeInput];
  return typeof word === 'string' ? toLanguageTag(word.trim()) : undefined;
}

/**
 * The language of a visitor: what the form with these custom fields says, else what the browser asks for.
 * @throws AppError invalid_request for what is no language tag, unless it is the value of a custom field
 */
export function tagOf(request: FastifyRequest, fields: readonly string[]): string | undefined {
  const { body, headers } = request;
  const given = Object(body)[localeInput] ?? '';
  const word = wordOfLocale(request);
  if (word === undefined && given !== '' && !fields.includes(localeInput))
    throw new AppError('invalid_request', `${localeInput}: ${languageTagText}`);
  return word ?? toLanguageTag(visitorTag(headers['accept-language']) ?? '');
}

/** Empty where there is none, which no browser does. */
export function userAgentOf({ headers }: FastifyRequest): string {
  return [...(headers['user-agent'] ?? '')].slice(0, 500).join('');
}
