import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../shared/api-keys/caller.ts';
import { type AppError, notFound } from '../../shared/errors.ts';
import { assertScope, type Scope } from '../../shared/scopes.ts';
import { addressRefusal, assertBudget, windowOfAccount, windowOfAddress } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';
import { hasValidParams } from './has-valid-params.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key must be allowed to do for this route (§5). */
    scope?: Scope;
    /** Whether calls also count by waitlist and caller address (§8 rule 1). */
    limitedByAddress?: boolean;
  }
  interface FastifyRequest {
    caller: Caller;
    /** Set where this caller's address has used up its calls for the waitlist: refused once the list is known to be the caller's (C1.1). */
    addressLimitReached: AppError | null;
  }
}

/**
 * Guards every route of a plugin, unknown ones included, in the order of C1.1: key, budget, scope, path. All of it
 * runs before the body is read. A route that names no scope does not start.
 */
export function guardRoutes(app: FastifyInstance, ctx: WebContext): void {
  app.decorateRequest('caller');
  app.decorateRequest('addressLimitReached', null);

  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scope) throw new Error(`${method} ${url} names no scope`);
  });

  app.addHook('onRequest', async (request, reply) => {
    request.caller = await ctx.findCaller(request.headers.authorization);
    const { scope, limitedByAddress } = request.routeOptions.config;
    const pathIsSound = hasValidParams(request);
    const limited = limitedByAddress === true && pathIsSound;
    const windows = [windowOfAccount(request.caller), ...(limited ? [windowOfList(request)] : [])];
    const {
      calls: [ofAccount = 0, ofAddress = 0],
      resetSeconds,
    } = await ctx.limiter.count(windows);
    assertBudget(request.caller, ofAccount, resetSeconds, reply);
    if (limited) request.addressLimitReached = addressRefusal(ofAddress, resetSeconds);
    if (scope) assertScope(request.caller, scope);
    if (!pathIsSound) notFound('resource');
  });

  app.setNotFoundHandler(() => notFound('route'));
}

function windowOfList({ caller, params, ip }: FastifyRequest): string {
  return windowOfAddress(caller, (params as { id: string }).id, ip);
}
