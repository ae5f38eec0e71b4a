import type { PausedReason } from '../schema.ts';
import type { Newest } from './send-queries.ts';

/** The rules look at so many of the last mails. */
export const lookedAt = 500;
/** Fewer say little of how many come back. */
const leastSent = 100;
/** One person may press the wrong button. */
const leastComplaints = 2;

/** Why an announcement has to stop, by what became of its last mails; undefined if it may go on. */
export function stopReason({ sent, bounced, complained }: Newest): PausedReason | undefined {
  if (complained >= leastComplaints && 1_000 * complained > 3 * sent) return 'complaints';
  // So many are more than 5 % of 500, however few have left.
  const isMany = sent >= leastSent ? 20 * bounced > sent : 20 * bounced > lookedAt;
  return isMany ? 'bounces' : undefined;
}
