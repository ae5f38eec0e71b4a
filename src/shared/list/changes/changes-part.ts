import { type AuditRow, listEntriesOfSignup } from '../../account/audit/queries.ts';
import type { ListPart, TimelineEntry } from '../parts.ts';
import { listNotes } from './queries.ts';
import { SignupNote } from './schema.ts';

/** How many of the newest changes a timeline shows. */
const shownChanges = 50;

/** What answers have of the team's note on a signup, and its timeline of what the team did with it. */
export const changesOfSignups: ListPart = {
  details: {
    note: {
      schema: SignupNote.nullable().describe(
        'The note of your team; null if there is none. Only with `include=note`.',
      ),
      read: listNotes,
    },
  },
  async timeline(sql, { accountId, id }) {
    const entries = await listEntriesOfSignup(sql, accountId, id, shownChanges);
    return entries.flatMap(toTold).toReversed();
  },
};

function toTold({ action, created_at: at, actor_type, actor_name, details }: AuditRow): TimelineEntry[] {
  const by = actor_type === 'api_key' ? `the key ${actor_name}` : (actor_name ?? 'an operator');
  const { address, fields, note } = details as {
    address?: string;
    fields?: readonly string[];
    note?: string;
  };
  if (action === 'signup.added') return [{ at, text: `Added by ${by}` }];
  return [
    ...(address === undefined ? [] : [{ at, text: `Address ${address} by ${by}` }]),
    ...(note === undefined ? [] : [{ at, text: `Note ${note} by ${by}` }]),
    ...(fields === undefined ? [] : [{ at, text: `Changed by ${by}: ${fields.join(', ')}` }]),
  ];
}
