import type { UnclaimedProcessor } from '../runner/processor.ts';

/** Turns one event into a delivery for each integration that wants it (§6.1), and strikes it off in the same statement. */
export const fanOutEvent: UnclaimedProcessor = async (ctx, { id }) => {
  await ctx.fanOut(id);
  return true;
};
