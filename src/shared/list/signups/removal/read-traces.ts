import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Fragment } from '../../../platform/postgres/connection.ts';
import type { Context } from '../../context.ts';
import { type Scans, unlessTooLong } from '../search/scans.ts';
import { importTraces } from './traces.ts';

/** An import that somebody thinks of taking back. */
interface StartedImport {
  readonly id: string;
  /** When it began to add signups, in ISO 8601. */
  readonly since: string;
}

/** How many of the signups of an import something happened to. */
interface Trace {
  readonly name: string;
  /** What, in the words of a page. */
  readonly label: string;
  readonly count: number;
}

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
  const all = [...importTraces()];
  const counts = await unlessTooLong(() =>
    scans.run(accountId, 'counting what happened to so many signups takes too long', async (tx) => {
      const columns = all.map<Fragment>(
        ([, trace], place) =>
          tx`${place === 0 ? tx`` : tx`, `}count(*) FILTER (WHERE ${trace.condition(tx, accountId, since)})`,
      );
      const [row] = await tx<[{ counts: number[] }]>`
        SELECT json_build_array(${columns}) AS counts FROM signups s
        WHERE s.account_id = ${accountId} AND s.waitlist_id = ${waitlistId} AND s.import_id = ${id} AND s.import_id IS NOT NULL`;
      return row.counts;
    }),
  );
  if (!counts) return undefined;
  return all
    .map(([name, { label }], place) => ({ name, label, count: counts[place] ?? 0 }))
    .filter(({ count }) => count > 0);
}
