import type { InvitationRow } from './queries.ts';
import type { Invitation } from './schema.ts';

/** An invitation of the API. */
export function toInvitation({
  generation: resends,
  valid_days: _,
  is_expired: __,
  email_key: ___,
  wait_seconds: ____,
  ...row
}: InvitationRow): Invitation {
  const { id, waitlist_id, signup_id, email, wave_id, state, deliver, expires_at, ...times } = row;
  return { id, waitlist_id, signup_id, email, wave_id, state, deliver, expires_at, ...times, resends };
}
