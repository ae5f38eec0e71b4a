import { z } from 'zod';
import { named, Timestamp } from '../../platform/schema/described.ts';

/** What became of the confirmation of a signup (N3). */
export const ConfirmationState = named(
  'ConfirmationState',
  z.object({
    confirmed_at: Timestamp.nullable().describe('When the address was confirmed.'),
    expires_at: Timestamp.describe('Until when the newest link is valid.'),
    sent: z.int().min(0).describe('How many links were sent.'),
  }),
);
export type ConfirmationState = z.infer<typeof ConfirmationState>;

/** The columns of a signup that it is made of. */
export interface ConfirmationRow {
  confirmed_at: string | null;
  /** Null: it was never asked. */
  confirmable_until: string | null;
  confirm_count: number;
}

/** @returns null for a signup that was never asked */
export function toConfirmationState({
  confirmed_at,
  confirmable_until,
  confirm_count,
}: ConfirmationRow): ConfirmationState | null {
  if (confirmable_until === null) return null;
  return { confirmed_at, expires_at: confirmable_until, sent: confirm_count };
}
