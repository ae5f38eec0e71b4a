/** What other capabilities may use of this one. */
export { passIfRewarded } from './pass-queries.ts';
export { enqueueRewards } from './queries.ts';
export { enqueueWaiting, isWaitedFor } from './wait-queries.ts';
