/** Deliveries of an integration that wait at a time; what is fired beyond that is recorded as failed at once. */
export const mostPending = 100_000;

/** How long after its event a delivery may begin; later it is recorded as failed. */
export const longestDelay = '24 hours';

/** What the records of such deliveries say. */
export const tooMany = 'Not attempted: 100,000 deliveries of this integration were waiting already.';
export const tooLate = 'Not attempted: it was still waiting 24 hours after the event was fired.';
