/**
 * The status of a signup's email (§3.1), by rank: the highest of several holds, so neither the order of
 * events nor their repetition matters. Rank 0 is null: no status yet. The functions `engagement_of` and
 * `import_signups` know ranks, too.
 */
export const emailStatuses = [
  'config_error',
  'sent',
  'delivery_delayed',
  'failed',
  'suppressed',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** The stored rank of a status. */
export function rankOf(status: EmailStatus): number {
  return emailStatuses.indexOf(status) + 1;
}

/** The status of a stored rank; null for 0. */
export function toEmailStatus(rank: number): EmailStatus | null {
  return emailStatuses[rank - 1] ?? null;
}
