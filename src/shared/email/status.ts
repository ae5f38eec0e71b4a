/**
 * What became of a signup's email (§3.1), by rank: of several statuses the highest holds, so neither the
 * order in which events arrive nor their repetition can matter. Rank 0 is null: no email status yet.
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
