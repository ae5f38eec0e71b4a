import { retryAfterSeconds } from './waitlist-error.ts';

export type Send = (request: Request) => Promise<Response>;

export interface RetryLimits {
  /** 0 disables retries. */
  readonly maxRetries: number;
  /** A response that asks for a longer wait is returned without a retry. */
  readonly maxWaitSeconds: number;
}

/**
 * Retries requests after the wait that the response asks for.
 * After 429 the server has done nothing, so any request is retried. After 503 only GET and HEAD are.
 * Aborting the request ends the wait.
 */
export function retrying(send: Send, { maxRetries, maxWaitSeconds }: RetryLimits): Send {
  return async (request) => {
    for (let retries = 0; ; retries++) {
      const response = await send(request.clone());
      const seconds = retryDelaySeconds(request, response);
      if (seconds === undefined || seconds > maxWaitSeconds || retries >= maxRetries) return response;
      await response.body?.cancel();
      await wait(seconds * 1000, request.signal);
    }
  };
}

/** Undefined if the request must not be retried. */
function retryDelaySeconds({ method }: Request, response: Response): number | undefined {
  const safe = method === 'GET' || method === 'HEAD';
  return response.status === 429 || (response.status === 503 && safe)
    ? retryAfterSeconds(response)
    : undefined;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
