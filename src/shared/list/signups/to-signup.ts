import { toEmailStatus } from '../mail-state/status.ts';
import { displayPosition } from '../waitlists/display-position.ts';
import type { SignupRow } from './queries.ts';
import type { Signup } from './schema.ts';

/** Converts a row to a signup of the API (§2.3), with the bonus of its waitlist. */
export const toSignup =
  ({ referral_bonus }: { referral_bonus: number | null }) =>
  (row: SignupRow): Signup => ({
    ...row,
    display_position: displayPosition(row.position, row.referral_count, referral_bonus),
    email_status: toEmailStatus(row.email_status),
  });
