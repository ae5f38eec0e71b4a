/** What other capabilities may use of this one. */
export { passIfRewarded } from './pass-queries.ts';
export { enqueueRewards, listReached } from './queries.ts';
export { ReachedReward } from './schema.ts';
export { enqueueWaiting, isWaitedFor } from './wait-queries.ts';
