/** Somebody took too long to answer. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
  readonly code = 'ETIMEDOUT';
}

/**
 * The promise's result, or a rejection after `ms`; what comes later is nobody's concern. An answer that is here and was not read, because
 * this process was busy, is in time. @throws TimedOut
 */
export async function within<T>(ms: number, who: string, promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new TimedOut(`${who} did not answer within ${ms} ms`));
    timer = setTimeout(() => setImmediate(giveUp), ms); // between the two, sockets are read
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
