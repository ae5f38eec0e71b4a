import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/errors.ts';

/** Refuses heads of requests that Node would refuse without the envelope, or read as it likes: no Host, two of them, an expectation that nobody meets. */
export function checkHeads(app: FastifyInstance): void {
  app.server.on('checkExpectation', (raw, response) => app.server.emit('request', raw, response));
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request.raw)));
}

function refusalOf({ headers, rawHeaders, httpVersion }: IncomingMessage): AppError | undefined {
  if (headers.host === undefined && httpVersion === '1.1')
    return new AppError('invalid_request', 'The header Host is missing.');
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) return new AppError('invalid_request', 'There is more than one header Host.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new AppError('invalid_request', 'The header Expect can only ask for 100-continue.', {
      status: 417,
    });
  return undefined;
}

/** The caller's `x-request-id` where it is sane, else a new one (C1.13). */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
