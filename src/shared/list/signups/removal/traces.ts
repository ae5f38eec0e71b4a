import { type ImportTrace, listPlace } from '../../parts.ts';

/** Of those who joined since: people of the same file do not count. */
const brought: ImportTrace = {
  label: 'Brought somebody',
  condition: (sql, accountId) => sql`EXISTS (
    SELECT FROM signups r
    WHERE r.account_id = ${accountId} AND r.referred_by = s.id AND r.uncredited IS NULL AND r.import_id IS DISTINCT FROM s.import_id)`,
};

/** What can have happened to imported signups, by its name. */
export function importTraces(): ReadonlyMap<string, ImportTrace> {
  const others = listPlace.parts().flatMap(({ traces = {} }) => Object.entries(traces));
  return new Map([...others, ['brought', brought]]);
}
