import type { TimelineEntry } from '../../../list/parts.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { listConversionsOf } from '../conversions/queries.ts';
import { type InvitationRow, listInvitationsOf } from '../invitations/queries.ts';

/** The invitations of a signup, and its conversion: there may be one without an invitation. */
export async function listReleases(sql: Sql, { accountId, id }: RowKey): Promise<TimelineEntry[]> {
  const [invitations, conversions] = await Promise.all([
    listInvitationsOf(sql, accountId, [id]),
    listConversionsOf(sql, accountId, [id]),
  ]);
  return [
    ...invitations.flatMap(toEntries),
    ...conversions.map(({ converted_at: at }) => ({ at, text: 'Became a user' })),
  ];
}

function toEntries({ state, created_at, ended_at: at }: InvitationRow): TimelineEntry[] {
  const invited = { at: created_at, text: 'Invited' };
  switch (state) {
    case 'invited':
    case 'converted':
      return [invited];
    case 'declined':
      return [invited, { at, text: 'Invitation declined', isBad: true }];
    default:
      return [invited, { at, text: `Invitation ${state}` }];
  }
}
