/** The pauses behind failed attempts, in seconds: the schedule of Svix. */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** How often a delivery with retries is attempted. */
export const mostAttempts = pauses.length + 1;

/**
 * Seconds until a delivery is tried again after so many attempts, with 20 % of jitter either way, so that
 * deliveries that failed together do not come back together; undefined after the last one. A receiver that
 * asks to wait longer is not called before.
 */
export function retrySeconds(attempts: number, asked: number, random = Math.random): number | undefined {
  const pause = pauses[attempts - 1];
  return pause === undefined ? undefined : Math.max(pause * (0.8 + 0.4 * random()), asked);
}
