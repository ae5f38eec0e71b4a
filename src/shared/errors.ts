/** The whole error vocabulary (§7): the code on the wire and its usual HTTP status. */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  quota_exceeded: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  internal_error: 500,
} as const;
export type ErrorCode = keyof typeof errorStatus;

/** A refusal the caller may read. Anything else thrown is logged and answered as internal_error. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** Differs from the table only for 413, 415 and 503 (C1.5, C1.6, C1.16). */
  readonly status: number;
  /** Sent as `Retry-After` where waiting helps. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { status?: number; retryAfterSeconds?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = options.status ?? errorStatus[code];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The body of every error answer (§7). */
export function errorEnvelope(code: ErrorCode, message: string) {
  return { error: { code, message } };
}

/** For the right side of `??`. An unknown id and another account's id read the same (§4.2). */
export function notFound(what: string): never {
  throw new AppError('not_found', `No such ${what}.`);
}

/** The service cannot do its work at the moment; the same request may succeed in a second (C1.16). */
export function unavailable(cause: unknown): AppError {
  return new AppError('internal_error', 'The service is temporarily unavailable. Please try again.', {
    status: 503,
    retryAfterSeconds: 1,
    cause,
  });
}
