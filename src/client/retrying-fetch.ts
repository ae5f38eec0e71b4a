import { wait } from './wait.ts';
import { retryAfterSeconds } from './waitlist-error.ts';

export type Send = (request: Request) => Promise<Response>;

export interface RetryLimits {
  /** 0 disables retries. */
  readonly maxRetries: number;
  /** A response that asks for a longer wait is returned without a retry. */
  readonly maxWaitSeconds: number;
}

/** Before a request is sent again over another connection. */
const reconnectSeconds = 1;

/**
 * Retries requests after the wait that the response asks for. After 429 the server has done nothing, so any
 * request is retried. After 503 only those are that are safe to repeat: GET, HEAD, and those with an
 * idempotency key. The latter are also retried after a broken connection, and after a 409 because an earlier
 * attempt is still running. Aborting the request ends the wait.
 */
export function retrying(send: Send, { maxRetries, maxWaitSeconds }: RetryLimits): Send {
  return async (request) => {
    for (let retries = 0; ; retries++) {
      const isLast = retries >= maxRetries;
      let response: Response;
      try {
        response = await send(request.clone());
      } catch (error) {
        if (isLast || !hasKey(request) || request.signal.aborted) throw error;
        await wait(Math.min(reconnectSeconds, maxWaitSeconds) * 1000, request.signal);
        continue;
      }
      const seconds = retryDelaySeconds(request, response);
      if (seconds === undefined || seconds > maxWaitSeconds || isLast) return response;
      await response.body?.cancel();
      await wait(seconds * 1000, request.signal);
    }
  };
}

const hasKey = ({ headers }: Request) => headers.has('idempotency-key');

/** Undefined if the request must not be retried. */
function retryDelaySeconds(request: Request, response: Response): number | undefined {
  const { method } = request;
  const isSafe = method === 'GET' || method === 'HEAD' || hasKey(request);
  const { status } = response;
  // A conflict has Retry-After only while an earlier attempt is running.
  const canRetry = status === 429 || (status === 503 && isSafe) || (status === 409 && hasKey(request));
  return canRetry ? retryAfterSeconds(response) : undefined;
}
