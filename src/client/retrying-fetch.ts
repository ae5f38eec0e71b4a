import { retryAfterSeconds } from './waitlist-error.ts';

export type Send = (request: Request) => Promise<Response>;

export interface RetryLimits {
  /** How often a request is sent again at most; 0 never. */
  readonly maxRetries: number;
  /** An answer that asks for a longer wait is given back at once. */
  readonly maxWaitSeconds: number;
}

/**
 * Sends a request again after the time that the answer asks for: on 429, where nothing was done yet, any request; on 503 only those that
 * change nothing. An abort ends the wait.
 */
export function retrying(send: Send, { maxRetries, maxWaitSeconds }: RetryLimits): Send {
  return async (request) => {
    for (let retries = 0; ; retries++) {
      const response = await send(request.clone());
      const seconds = waitBefore(request, response);
      if (seconds === undefined || seconds > maxWaitSeconds || retries >= maxRetries) return response;
      await response.body?.cancel();
      await wait(seconds * 1000, request.signal);
    }
  };
}

function waitBefore({ method }: Request, response: Response): number | undefined {
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
