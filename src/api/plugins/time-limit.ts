import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TimeoutError } from '../../shared/platform/process/with-timeout.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time limit of the route; 4.5 s by default. */
    timeLimitMs?: number;
  }
  interface FastifyRequest {
    timeLimit: NodeJS.Timeout | undefined;
    timeLeftMs: number;
    /** Whether the 503 was sent. The operation may still be running. */
    isTimedOut: boolean;
    /** What `over` aborts; undefined until it is asked for. */
    ending: AbortController | undefined;
    /**
     * Aborted when nobody waits for the answer any more: it was sent, a 503 included, or the client has gone.
     * Made when it is asked for, because it would cost a tenth of a signup's time.
     */
    readonly over: AbortSignal;
    response: FastifyReply['raw'] | undefined;
  }
}

type DoneSending = (error: null, payload: unknown) => void;

const defaultLimitMs = 4_500;

/**
 * Sends a 503 if a response has not begun within the time limit (C1.16). The time in which the body arrives
 * does not count; `requestTimeout` limits that, and `connectionTimeout` the sending. Fastify's
 * `handlerTimeout` would create an AbortSignal per request, which costs a tenth of a signup's time, and it
 * stops working once the body is read.
 */
export function limitTime(app: FastifyInstance): void {
  app.decorateRequest('timeLimit');
  app.decorateRequest('timeLeftMs', 0);
  app.decorateRequest('isTimedOut', false);
  app.decorateRequest('ending');
  app.decorateRequest('response');
  app.decorateRequest('over', {
    getter(this: FastifyRequest) {
      this.ending ??= endingOf(this);
      return this.ending.signal;
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    request.response = reply.raw;
    request.timeLeftMs = timeLimitOf(request);
    request.timeLimit = setTimeout(sendTimeout, request.timeLeftMs, reply);
    done();
  });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    clearTimeout(request.timeLimit);
    request.timeLeftMs -= reply.elapsedTime;
    done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    request.timeLimit = setTimeout(sendTimeout, request.timeLeftMs, reply);
    done();
  });
  for (const name of ['preSerialization', 'onSend'] as const)
    app.addHook(
      name,
      (request: FastifyRequest, _reply: FastifyReply, payload: unknown, done: DoneSending) => {
        clearTimeout(request.timeLimit);
        done(null, payload);
      },
    );
}

/** Its signal is aborted when the response is closed, which it is once it was sent. */
function endingOf({ response, isTimedOut }: FastifyRequest): AbortController {
  const ending = new AbortController();
  if (isTimedOut || response?.closed) ending.abort();
  else response?.once('close', () => ending.abort());
  return ending;
}

/** The time limit of a request's route. */
export function timeLimitOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.config.timeLimitMs ?? defaultLimitMs;
}

function sendTimeout(reply: FastifyReply): void {
  if (reply.sent) return;
  reply.request.isTimedOut = true;
  reply.send(new TimeoutError('The request took too long'));
  reply.request.ending?.abort(); // before a slow client has it
}
