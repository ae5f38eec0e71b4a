import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isResponseSerializationError } from 'fastify-type-provider-zod';
import { AppError, errorEnvelope, unavailable } from '../../shared/platform/errors.ts';
import { isUnmigrated } from '../../shared/platform/postgres/connection.ts';
import { isUnusable } from '../../shared/platform/postgres/server/database-problem.ts';
import type { Outage } from '../../shared/platform/postgres/server/outage.ts';

declare module 'fastify' {
  interface FastifyInstance {
    outage: Outage;
  }
  interface FastifyContextConfig {
    /** The body of an error, where a standard asks for another one than the envelope. */
    errorBody?: (error: AppError) => object;
  }
}

/** Headers of every response, also of those sent without route hooks. */
export const commonHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/**
 * Sends every error in the envelope (§7) and logs those with a status of 500 or above. A table that is
 * missing is a 503 while migrations are pending, and else a fault of ours.
 */
export function handleErrors(app: FastifyInstance, outage: Outage, isMigrated: () => Promise<boolean>): void {
  app.decorate('outage', outage);
  app.setErrorHandler(async (thrown: FastifyError, request, reply) => {
    const isEarly = isUnmigrated(thrown) && !(await isMigrated().catch(() => false));
    const error = isEarly ? unavailable(thrown) : thrown;
    const told = toAppError(error, request.routeOptions.bodyLimit);
    const { status, retryAfterSeconds } = told;
    if (status >= 500) logFailure(request, thrown, status, 'request failed');
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    // Fastify would close the connection. It can be used again, as behind other refusals (early-answers.ts),
    // unless the client wants it closed.
    if ((status === 413 || status === 415) && reply.raw.shouldKeepAlive) reply.removeHeader('connection');
    const { errorBody = envelopeOf } = request.routeOptions.config;
    return reply.code(status).send(errorBody(told));
  });
}

const envelopeOf = ({ code, message }: AppError) => errorEnvelope(code, message);

/**
 * Logs a failed request: what is unavailable passes by itself, for all else somebody must look. That the
 * database is away is one line for all requests.
 */
export function logFailure(request: FastifyRequest, err: Error, status: number, msg: string): void {
  request.log[levelOf(request, err, status)]({ err, route: request.routeOptions.url }, msg);
}

function levelOf({ server: { outage } }: FastifyRequest, err: Error, status: number) {
  if (status !== 503) return 'error';
  return outage.explains(err) || outage.isKnown() ? 'debug' : 'warn';
}

function toAppError(error: FastifyError | AppError, bodyLimit = 0): AppError {
  if (error instanceof AppError) return error;
  if (isResponseSerializationError(error)) return internal(error);
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('invalid_request', `The request body is larger than ${bodyLimit / 1_024} KiB.`, {
        status: 413,
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('invalid_request', 'Send the body as JSON, with Content-Type: application/json.', {
        status: 415,
      });
  }
  if (isStaticFileError(error)) return toStaticFileError(error);
  if (isAborted(error)) return new AppError('invalid_request', 'The request was aborted.');
  if (isUnmigrated(error)) return internal(error);
  if (isUnusable(error)) return unavailable(error);
  // Requests that Fastify itself rejects, for example for a wrong Content-Length.
  if (error.code?.startsWith('FST_') && error.statusCode === 400)
    return new AppError('invalid_request', error.message);
  return internal(error);
}

/** Thrown by the static file server of the API docs and the queue pages, for example for a missing file. */
function isStaticFileError(error: FastifyError): boolean {
  const isFromFileServer = 'expose' in error || error.code?.startsWith('FST_STATIC_') === true;
  return isFromFileServer && error.statusCode !== undefined && error.statusCode < 500;
}

/**
 * Failed preconditions and ranges keep their status.
 * Everything else, such as an invalid path, is a 404 (C1.3).
 */
function toStaticFileError({ statusCode, message }: FastifyError): AppError {
  if (statusCode === 412 || statusCode === 416)
    return new AppError('invalid_request', `${message}.`, { status: statusCode });
  return new AppError('not_found', 'No such route.');
}

/**
 * Whether the client disconnected while it sent the body. Fastify sets a status of 400 on Node's ECONNRESET;
 * without that status the code means a lost connection to Postgres or Redis.
 */
export function isAborted(error: FastifyError): boolean {
  return error.code === 'ECONNRESET' && error.statusCode === 400;
}

function internal(cause: Error): AppError {
  return new AppError('internal_error', 'Something went wrong on our side. Please try again.', { cause });
}

/** Responds to a malformed URL, which has no route. */
export function sendFrameworkError(_: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(400)
    .header('x-request-id', request.id)
    .headers(commonHeaders)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorEnvelope('invalid_request', 'The URL is malformed.')));
}

/** Responds to malformed HTTP, or to a request that took too long to arrive. */
export function sendClientError(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = clientErrors[error.code ?? ''] ?? ['400 Bad Request', 'Malformed HTTP request'];
  const body = JSON.stringify(errorEnvelope('invalid_request', message));
  const reqId = randomUUID();
  this.log.info({ reqId, code: error.code, status }, 'malformed request');
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${reqId}`,
    ...Object.entries(commonHeaders).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const clientErrors: Readonly<Record<string, readonly [string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large'],
};
