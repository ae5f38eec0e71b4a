/** What other capabilities may use of this one. */
export { listClaimsOf } from './claims/assessment-queries.ts';
export { reviewStates } from './reviews/schema.ts';
