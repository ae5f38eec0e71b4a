import type { components } from './api-types.ts';

export type ErrorCode = components['schemas']['Error']['error']['code'];

/** An answer of the service that is an error. Network failures and aborts are thrown as `fetch` throws them. */
export class WaitlistError extends Error {
  override readonly name = 'WaitlistError';
  /** Undefined where the answer is not of the service, such as a proxy's. */
  readonly code: ErrorCode | undefined;
  readonly status: number;
  /** Look for it in the service's log. */
  readonly requestId: string | undefined;
  /** How long to wait before the same request may succeed, where the answer says it. */
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

/** Reads what an answer that is no success says. */
export async function toWaitlistError(response: Response): Promise<WaitlistError> {
  const body = (await response.json().catch(() => undefined)) as
    | Partial<components['schemas']['Error']>
    | undefined;
  const error: Partial<components['schemas']['Error']['error']> = body?.error ?? {};
  return new WaitlistError(error.message ?? `The service answered ${response.status}.`, {
    code: error.code,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(response),
  });
}

/** Seconds until a request may be repeated; a proxy may give a date instead. */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
