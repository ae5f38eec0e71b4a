import type { FastifyReply, FastifyRequest } from 'fastify';
import { timeInput } from '../../../shared/capabilities/forms/form-input.ts';
import { formKeyOf, signFormTime } from '../../../shared/capabilities/forms/form-time.ts';
import type { OpenForm } from '../../../shared/capabilities/forms/open-form.ts';
import { assertWithin, formLimit } from '../../limits/page-limits.ts';
import type { WebContext } from '../../web-context.ts';
import { varyBy } from '../document/vary-by.ts';
import { isOwnOrigin, originOf } from './form-origin.ts';

/** Where a request to a form comes from: a page of the owner's, one of the service's own, or any other. */
type FormOrigin = 'listed' | 'own' | 'foreign';

/** What stands before a form, whether on a signup page or on pages of the owner's (N6). */
export function formGate(ctx: WebContext) {
  /** @throws AppError rate_limited */
  const assertLimit = ({ ip }: FastifyRequest, what: Parameters<typeof formLimit>[1]): Promise<void> =>
    assertWithin(ctx.limiter, formLimit(ip, what));

  /** Where a request comes from, if the owner lists these origins. */
  function placeOf(request: FastifyRequest, origins: readonly string[]): FormOrigin {
    const origin = originOf(request);
    if (origin === undefined) return 'foreign';
    if (origins.includes(origin)) return 'listed';
    return isOwnOrigin(request, origin, ctx.config.baseUrl) ? 'own' : 'foreign';
  }

  /** Lets the browser of a listed origin read the answer, and says where the request comes from. */
  function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): FormOrigin {
    varyBy(reply, 'Origin');
    const place = placeOf(request, origins);
    if (place === 'listed')
      reply.headers({
        'access-control-allow-origin': originOf(request),
        'access-control-expose-headers': 'Retry-After, X-Request-Id',
      });
    return place;
  }

  /** Answers a browser that asks whether it may post. */
  function answerPreflight(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]) {
    const isListed = allowOrigin(request, reply, origins) === 'listed';
    if (isListed)
      reply.headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Content-Type, X-Request-Id',
        'access-control-max-age': 600,
      });
    return reply.code(isListed ? 204 : 403).send();
  }

  const signTime = async ({ id }: Pick<OpenForm, 'id'>): Promise<string> =>
    signFormTime(formKeyOf(await ctx.linkSigner()), id, Date.now());

  /**
   * The time for the page with one button that is shown instead of taking a post. It counts in a window of
   * its own. @throws AppError rate_limited
   */
  async function timeToAsk(request: FastifyRequest, form: Pick<OpenForm, 'id'>, why: 'young' | 'no_time') {
    void ctx.limiter.uncount([formLimit(request.ip, 'post').window]);
    await assertLimit(request, 'ask');
    return why === 'young' ? String(Object(request.body)[timeInput]) : signTime(form);
  }

  return { assertLimit, placeOf, allowOrigin, answerPreflight, signTime, timeToAsk };
}
