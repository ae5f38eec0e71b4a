/** Somebody took too long to answer. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
  readonly code = 'ETIMEDOUT';
}

/** The promise's result, or a rejection after `ms`; what comes later is nobody's concern. @throws TimedOut */
export async function within<T>(ms: number, who: string, promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut(`${who} did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
