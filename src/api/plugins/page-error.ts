import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { logFailure } from './errors.ts';

/** What a page says of an error. */
export interface PageError {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * Begins the answer with an error's page, and logs the error if it is the service's fault. @returns the reply
 * to send it with
 */
export function answerError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: FastifyError,
  { status, retryAfterSeconds }: PageError,
): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (status >= 500) logFailure(request, error, status, 'page failed');
  return reply.code(status);
}
