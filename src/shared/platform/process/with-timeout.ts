/** A service did not answer in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'ETIMEDOUT';
  /** Which one; undefined where it is not a single one. */
  readonly service: string | undefined;

  constructor(message: string, service?: string) {
    super(message);
    this.service = service;
  }
}

const slices = 5;

/**
 * The result of the promise, or a rejection after `ms`. A later result or rejection is ignored.
 * The time is measured in consecutive slices, so a blocked event loop costs at most one slice:
 * an answer is not late because this process could not read it.
 * @throws TimeoutError
 */
export async function withTimeout<T>(ms: number, service: string, promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const waitForSlice = (left: number) => {
      if (left === 0) return reject(new TimeoutError(`${service} did not answer within ${ms} ms`, service));
      timer = setTimeout(waitForSlice, ms / slices, left - 1);
    };
    waitForSlice(slices);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
