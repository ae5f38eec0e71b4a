import type { FastifyInstance, FastifyReply } from 'fastify';
import { TimeoutError } from '../../shared/process/with-timeout.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the route may take to answer, in ms, where that is not the usual. */
    timeLimitMs?: number;
  }
  interface FastifyRequest {
    timeLimit: NodeJS.Timeout | undefined;
    timeLeftMs: number;
  }
}

const usualLimitMs = 4_500;

/**
 * Nothing hangs: a request whose answer has not begun in time is a 503 (C1.16). The time in which its body arrives doesn't count: that is
 * bounded by the server's `requestTimeout`, and what is being sent by the `connectionTimeout`. Fastify's `handlerTimeout` makes and aborts a
 * signal for every request, a tenth of a signup's time, and is forgotten once the request's body is read.
 */
export function limitTime(app: FastifyInstance): void {
  app.decorateRequest('timeLimit');
  app.decorateRequest('timeLeftMs', 0);
  app.addHook('onRequest', (request, reply, done) => {
    request.timeLeftMs = request.routeOptions.config.timeLimitMs ?? usualLimitMs;
    request.timeLimit = setTimeout(giveUp, request.timeLeftMs, reply);
    done();
  });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    clearTimeout(request.timeLimit);
    request.timeLeftMs -= reply.elapsedTime;
    done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    request.timeLimit = setTimeout(giveUp, request.timeLeftMs, reply);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    clearTimeout(request.timeLimit);
    done(null, payload);
  });
}

function giveUp(reply: FastifyReply): void {
  if (!reply.sent) reply.send(new TimeoutError('The time for an answer is over'));
}
