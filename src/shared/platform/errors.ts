/** All error codes (§7) with their usual HTTP status. */
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

/** An error that is returned to the caller. Any other error is logged and returned as internal_error. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /**
   * Differs from `errorStatus` for statuses without a code of their own, such as 413, 415 and 503 (C1.5,
   * C1.6, C1.16).
   */
  readonly status: number;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The input that is to be changed, where one is known. Forms show the message there. */
  readonly field: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { status?: number; retryAfterSeconds?: number; field?: string } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = options.status ?? errorStatus[code];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.field = options.field;
  }
}

/** The body of every error response (§7). */
export function errorEnvelope(code: ErrorCode, message: string) {
  return { error: { code, message } };
}

/** For the right side of `??`. An unknown id and an id of another account give the same error (§4.2). */
export function notFound(what: string): never {
  throw new AppError('not_found', `No such ${what}.`);
}

/** The service is temporarily unavailable. The caller may retry after a second (C1.16). */
export function unavailable(cause: unknown): AppError {
  return new AppError('internal_error', 'The service is temporarily unavailable. Please try again.', {
    status: 503,
    retryAfterSeconds: 1,
    cause,
  });
}
