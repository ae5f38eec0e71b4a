import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/platform/errors.ts';

/**
 * Rejects a missing or repeated Host header and an unknown Expect header.
 * Node would reject them without the error envelope, or accept the first Host.
 */
export function checkHeads(app: FastifyInstance): void {
  app.server.on('checkExpectation', (raw, response) => app.server.emit('request', raw, response));
  app.addHook('onRequest', (request, _reply, done) => done(headError(request.raw)));
}

function headError({ headers, rawHeaders, httpVersion }: IncomingMessage): AppError | undefined {
  if (headers.host === undefined && httpVersion === '1.1')
    return new AppError('invalid_request', 'The Host header is missing.');
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) return new AppError('invalid_request', 'There is more than one Host header.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new AppError('invalid_request', 'The Expect header may only be 100-continue.', { status: 417 });
  return undefined;
}

/** The `x-request-id` of the request if it is well formed, or else a new id (C1.13). */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}

/**
 * Hands every body to the parser for `*`, whatever its Content-Type says. Fastify would refuse one that is
 * empty or no media type before any parser sees it.
 */
export function ignoreContentTypes(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    delete raw.headers['content-type'];
    done();
  });
}
