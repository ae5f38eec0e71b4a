import type { FastifyInstance, FastifyReply } from 'fastify';
import { TimedOut } from '../../shared/within.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the route may take, in ms, where that is not the usual. */
    timeLimitMs?: number;
  }
  interface FastifyRequest {
    timeLimit: NodeJS.Timeout | undefined;
  }
}

const usualLimitMs = 4_500;

/**
 * Nothing hangs: a request that is not answered in time is a 503, and an answer that is not sent in time is broken off (C1.16).
 * Fastify's `handlerTimeout` makes and aborts a signal for every request, a tenth of a signup's time, and is forgotten once the request's
 * body is read.
 */
export function limitTime(app: FastifyInstance): void {
  app.decorateRequest('timeLimit');
  app.addHook('onRequest', (request, reply, done) => {
    request.timeLimit = setTimeout(giveUp, request.routeOptions.config.timeLimitMs ?? usualLimitMs, reply);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.timeLimit);
    done();
  });
}

function giveUp(reply: FastifyReply): void {
  if (reply.raw.headersSent) reply.raw.destroy();
  else if (!reply.sent) reply.send(new TimedOut('The time for an answer is over'));
}
