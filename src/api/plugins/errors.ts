import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { AppError, errorEnvelope, unavailable } from '../../shared/errors.ts';
import { isUnavailable } from '../../shared/postgres/connection.ts';

/** What every answer says, also where no hook of a route runs. */
export const commonHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/** Answers every failure of a request in the envelope (§7) and logs what is ours to mend. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error, request.routeOptions.bodyLimit);
    if (refusal.status >= 500)
      request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
    return reply.code(refusal.status).send(errorEnvelope(refusal.code, refusal.message));
  });
}

function toRefusal(error: FastifyError, bodyLimit = 0): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return new AppError('invalid_request', describeIssues(error));
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
  if (isFileRefusal(error)) return toFileRefusal(error);
  if (isBrokenOff(error)) return new AppError('invalid_request', 'The request was broken off.');
  if (isUnavailable(error)) return unavailable(error);
  // What Fastify itself refuses of a request: broken lengths, bad URLs and their like.
  if (error.code?.startsWith('FST_') && error.statusCode === 400)
    return new AppError('invalid_request', error.message);
  return internal(error);
}

/** What the server of the pages' files throws: its status tells a file that is not there, a condition that is not met, and their like. */
function isFileRefusal(error: FastifyError): boolean {
  const isOfFiles = 'expose' in error || error.code?.startsWith('FST_STATIC_') === true;
  return isOfFiles && error.statusCode !== undefined && error.statusCode < 500;
}

/** A path that names no file, be it for a byte that no name has, is as unknown as any (C1.3). */
function toFileRefusal({ statusCode, message }: FastifyError): AppError {
  if (statusCode === 412 || statusCode === 416)
    return new AppError('invalid_request', `${message}.`, { status: statusCode });
  return new AppError('not_found', 'No such route.');
}

/** Whether a client left while it sent its body: Fastify calls Node's error for that a 400, whose code is that of a lost server elsewhere. */
export function isBrokenOff(error: FastifyError): boolean {
  return error.code === 'ECONNRESET' && error.statusCode === 400;
}

function internal(cause: Error): AppError {
  return new AppError('internal_error', 'Something went wrong on our side. Please try again.', { cause });
}

/** The first thing that is wrong, with the path of its field. */
function describeIssues(error: FastifyError): string {
  const [issue] = error.validation ?? [];
  const path = (issue?.instancePath ?? '').split('/').filter(Boolean).join('.');
  const message = issue?.message ?? 'Invalid request';
  return path === '' ? message : `${path}: ${message}`;
}

/** A URL that cannot be read, before there is a route to answer. */
export function answerFrameworkError(_: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(400)
    .header('x-request-id', request.id)
    .headers(commonHeaders)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorEnvelope('invalid_request', 'The URL cannot be read.')));
}

/** A request that is not HTTP, or that took too long to arrive. */
export function answerClientError(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = clientErrors[error.code ?? ''] ?? ['400 Bad Request', 'Malformed HTTP request'];
  const body = JSON.stringify(errorEnvelope('invalid_request', message));
  const reqId = randomUUID();
  this.log.info({ reqId, code: error.code, status }, 'refused what is no request');
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
