import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Fragment } from '../../../platform/postgres/connection.ts';
import type { Context } from '../../context.ts';
import { type ImportTrace, listPlace } from '../../parts.ts';
import { type Scans, unlessTooLong } from '../search/scans.ts';

/** An import that somebody thinks of taking back. */
interface StartedImport {
  readonly id: string;
  /** When it began to add signups, in ISO 8601. */
  readonly since: string;
}

/** How many of the signups of an import something happened to. */
interface Trace {
  /** What, in the words of a page. */
  readonly name: string;
  readonly count: number;
}

/** Of those who joined since: people of the same file do not count. */
const broughtSomebody: ImportTrace = (sql, accountId) => sql`EXISTS (
  SELECT FROM signups r
  WHERE r.account_id = ${accountId} AND r.referred_by = s.id AND r.uncredited IS NULL AND r.import_id IS DISTINCT FROM s.import_id)`;

/**
 * What happened to the signups of an import since, without what happened to none. Undefined where counting
 * takes too long.
 */
export async function readTraces(
  { scans }: Context & { readonly scans: Scans },
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  { id, since }: StartedImport,
): Promise<Trace[] | undefined> {
  const all = [
    ...listPlace.parts().flatMap(({ traces = {} }) => Object.entries(traces)),
    ['Brought somebody', broughtSomebody] as const,
  ];
  const counts = await unlessTooLong(() =>
    scans.run(accountId, 'counting what happened to so many signups takes too long', async (tx) => {
      const columns = all.map<Fragment>(
        ([, trace], place) =>
          tx`${place === 0 ? tx`` : tx`, `}count(*) FILTER (WHERE ${trace(tx, accountId, since)})`,
      );
      const [row] = await tx<[{ counts: number[] }]>`
        SELECT json_build_array(${columns}) AS counts FROM signups s
        WHERE s.account_id = ${accountId} AND s.waitlist_id = ${waitlistId} AND s.import_id = ${id} AND s.import_id IS NOT NULL`;
      return row.counts;
    }),
  );
  return (
    counts &&
    all.map(([name], place) => ({ name, count: counts[place] ?? 0 })).filter(({ count }) => count > 0)
  );
}
