import type { components } from './api-types.ts';

export type ErrorCode = components['schemas']['Error']['error']['code'];

/** An error response of the service. Network failures and aborts are thrown as `fetch` throws them. */
export class WaitlistError extends Error {
  override readonly name = 'WaitlistError';
  /** Undefined if the response is not from the service but, for example, from a proxy. */
  readonly code: ErrorCode | undefined;
  readonly status: number;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;
  /** How long to wait before a retry, if the response says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    {
      code,
      status,
      requestId,
      retryAfterSeconds,
    }: Pick<WaitlistError, 'code' | 'status' | 'requestId' | 'retryAfterSeconds'>,
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Reads an error response. */
export async function toWaitlistError(response: Response): Promise<WaitlistError> {
  const body = (await response.json().catch(() => undefined)) as
    | Partial<components['schemas']['Error']>
    | undefined;
  const error: Partial<components['schemas']['Error']['error']> = body?.error ?? {};
  return new WaitlistError(error.message ?? `The service responded with status ${response.status}.`, {
    code: error.code,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(response),
  });
}

/** Reads `Retry-After`, which may also hold a date: proxies send that. */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
