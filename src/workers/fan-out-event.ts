import type { Processor } from './processor.ts';

/** Turns one event into a delivery for each integration that wants it (§6.1). */
export const fanOutEvent: Processor<'fan-out-event'> = (ctx, { id }) => ctx.fanOut(id);
