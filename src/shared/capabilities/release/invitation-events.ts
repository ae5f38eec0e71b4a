import type { InvitationEvent } from '../../list/publishing/events.ts';
import { fireEvents } from '../../list/publishing/fire-event.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import type { JobNotification } from '../../platform/queue/jobs.ts';
import { type ChangedInvitation, listInvited } from './invitations/queries.ts';

/** What an event is about; a conversion may be without an invitation. */
export type EventSubject = Omit<ChangedInvitation, 'id'> & { readonly id: string | null };

/**
 * Fires an event for each of these invitations (N5), in the transaction that changes them. One whose signup
 * is gone has none. @returns the jobs to notify workers of
 */
export async function fireInvitationEvents(
  tx: Tx,
  type: InvitationEvent['type'],
  invitations: readonly EventSubject[],
): Promise<JobNotification[]> {
  if (invitations.length === 0) return [];
  const rows = await listInvited(
    tx,
    invitations.map(({ accountId, signup_id: id }) => ({ accountId, id })),
  );
  const signups = new Map(rows.map((row) => [row.id, row]));
  return fireEvents(
    tx,
    invitations.flatMap(({ accountId, id: invitation_id, signup_id, wave_id, at: occurred_at }) => {
      const found = signups.get(signup_id);
      if (!found) return [];
      const { plan, ...signup } = found;
      return [{ accountId, plan, event: { type, data: { ...signup, invitation_id, wave_id, occurred_at } } }];
    }),
  );
}
