import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../shared/account/api-keys/caller.ts';
import { assertScope, type Scope } from '../../shared/account/scopes.ts';
import { type AppError, notFound } from '../../shared/platform/errors.ts';
import { accountWindow, addressLimitError, addressWindow, assertBudget } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';
import { findInvalidParam } from './has-valid-params.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs for this route (§5). */
    scope?: Scope;
    /** Whether calls are also limited per waitlist and IP address (§8 rule 1). */
    limitedByAddress?: boolean;
  }
  interface FastifyRequest {
    caller: Caller;
    /**
     * Set if the IP address is over its limit for the waitlist.
     * The route throws it only after it has found the waitlist: an unknown waitlist is a 404 (C1.1).
     */
    addressLimitError: AppError | null;
  }
}

/**
 * Guards every route of a plugin, unknown routes included.
 * Checks key, budget, scope and path in the order of C1.1, all before the body is read.
 * @throws Error at the start if a route declares no scope
 */
export function guardRoutes(app: FastifyInstance, ctx: WebContext): void {
  app.decorateRequest('caller');
  app.decorateRequest('addressLimitError', null);

  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.scope) throw new Error(`${method} ${url} declares no scope`);
  });

  app.addHook('onRequest', async (request, reply) => {
    request.caller = await ctx.findCaller(request.headers.authorization);
    const { scope, limitedByAddress } = request.routeOptions.config;
    const invalidParam = findInvalidParam(request);
    const windows = [accountWindow(request.caller)];
    if (limitedByAddress && invalidParam === undefined) windows.push(addressWindowOf(request));
    const {
      calls: [accountCalls = 0, addressCalls = 0],
      resetSeconds,
    } = await ctx.limiter.count(windows);
    assertBudget(request.caller, accountCalls, resetSeconds, reply);
    if (!isRead(request)) await ctx.noteWrite(request.caller.accountId);
    request.addressLimitError = addressLimitError(addressCalls, resetSeconds);
    if (scope) assertScope(request.caller, scope);
    if (invalidParam !== undefined) notFound(kindOf(invalidParam));
  });

  app.setNotFoundHandler(() => notFound('route'));
}

/** What a path parameter names: `signupId` a signup, and these what they do not say themselves. */
const kinds: Readonly<Record<string, string>> = { id: 'waitlist', type: 'integration', key: 'field' };
const kindOf = (param: string) => kinds[param] ?? param.replace(/Id$/, '');

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

function addressWindowOf({ caller, params, ip }: FastifyRequest): string {
  return addressWindow(caller, (params as { id: string }).id, ip);
}
