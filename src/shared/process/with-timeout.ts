/** Somebody took too long to answer. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'ETIMEDOUT';
}

const slices = 5;

/**
 * The promise's result, or a rejection after `ms`; what comes later is nobody's concern. The time is measured in slices that end one
 * after the other, so a process that is busy for long counts that once: what it could not send, or did not read, is not late for that.
 * @throws TimeoutError
 */
export async function withTimeout<T>(ms: number, who: string, promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const waitOn = (left: number) => {
      if (left === 0) return reject(new TimeoutError(`${who} did not answer within ${ms} ms`));
      timer = setTimeout(waitOn, ms / slices, left - 1);
    };
    waitOn(slices);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
