import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../../shared/accounts/caller.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import { signupsPerMinutePerAddress } from '../../shared/plans.ts';
import type { Scope } from '../../shared/scopes.ts';
import { addressToCount } from '../client-address.ts';
import type { Counted } from '../rate-limiter.ts';
import type { WebContext } from '../web-context.ts';

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
    const pathIsSound = hasSoundPath(request);
    const limited = limitedByAddress === true && pathIsSound;
    const counted = await ctx.limiter.count(windowsOf(request, limited));
    assertBudget(request.caller, counted, reply);
    if (limited) request.addressLimitReached = addressRefusal(counted);
    if (scope && !request.caller.scopes.has(scope)) {
      throw new AppError('forbidden', `This API key lacks the scope ${scope}.`);
    }
    if (!pathIsSound) notFound('resource');
  });

  app.setNotFoundHandler(() => notFound('route'));
}

/** Ids of one account share a hash tag, so that both windows lie on one node of a Redis Cluster. */
function windowsOf({ caller, params, ip }: FastifyRequest, limitedByAddress: boolean): string[] {
  const account = `limit:{${caller.accountId}}`;
  if (!limitedByAddress) return [account];
  return [account, `${account}:${(params as { id: string }).id.toLowerCase()}:${addressToCount(ip)}`];
}

/** The budget belongs to the account, not to the key (§5 rule 5). */
function assertBudget(
  { requestsPerMinute }: Caller,
  { calls: [calls = 0], resetSeconds }: Counted,
  reply: FastifyReply,
): void {
  reply.header('ratelimit-limit', requestsPerMinute);
  reply.header('ratelimit-remaining', Math.max(0, requestsPerMinute - calls));
  reply.header('ratelimit-reset', resetSeconds);
  if (calls > requestsPerMinute) throw tooMany(`${requestsPerMinute} requests a minute`, resetSeconds);
}

function addressRefusal({ calls: [, calls = 0], resetSeconds }: Counted): AppError | null {
  if (calls <= signupsPerMinutePerAddress) return null;
  return tooMany(
    `${signupsPerMinutePerAddress} signups a minute from one address on one waitlist`,
    resetSeconds,
  );
}

function tooMany(limit: string, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', `The limit is ${limit}. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}

/** A malformed id is an unknown one (C1.2). */
function hasSoundPath({ routeOptions, params }: FastifyRequest): boolean {
  const schema = routeOptions.schema?.params;
  return !(schema instanceof z.ZodType) || schema.safeParse(params).success;
}
