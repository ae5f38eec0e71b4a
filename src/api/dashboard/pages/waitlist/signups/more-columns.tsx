import type { ComponentChildren } from 'preact';
import { listInvitationStates } from '../../../../../shared/capabilities/release/of-signup/include-queries.ts';
import { listReached } from '../../../../../shared/capabilities/rewards/queries.ts';
import { listConsents } from '../../../../../shared/list/signups/consents.ts';
import type { Sql } from '../../../../../shared/platform/postgres/connection.ts';
import { Day } from '../../../parts/format.tsx';
import { invitationNames } from '../who/filter-words.ts';

/** The names of columns that the table shows only if somebody chooses them: what became of people. */
export const moreColumns = {
  confirmed: 'Confirmed',
  unsubscribed: 'Unsubscribed',
  invitation: 'Invitation',
  rewards: 'Rewards',
} as const;
export type MoreColumn = keyof typeof moreColumns;

/** Their cells, by the ids of signups. */
export type MoreCells = Readonly<Partial<Record<MoreColumn, ReadonlyMap<string, ComponentChildren>>>>;

const stateNames: ReadonlyMap<string, string> = new Map(invitationNames);

/** Reads the cells of those columns that are shown. */
export async function readMore(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
  shown: ReadonlySet<string>,
  rewardNames: ReadonlyMap<string, string>,
): Promise<MoreCells> {
  const readers: Readonly<Record<MoreColumn, () => Promise<[string, ComponentChildren][]>>> = {
    confirmed: () => readDays('confirmed_at'),
    unsubscribed: () => readDays('unsubscribed_at'),
    async invitation() {
      const states = await listInvitationStates(sql, accountId, ids);
      return states.map(({ signup_id, state }) => [signup_id, stateNames.get(state ?? '') ?? state]);
    },
    async rewards() {
      const names = new Map<string, string[]>();
      for (const { signup_id: id, key } of await listReached(sql, accountId, ids))
        names.set(id, [...(names.get(id) ?? []), rewardNames.get(key) ?? key]);
      return [...names].map(([id, of]) => [id, of.join(', ')]);
    },
  };
  const readDays = async (time: 'confirmed_at' | 'unsubscribed_at') =>
    (await listConsents(sql, accountId, ids)).flatMap(({ id, [time]: at }): [string, ComponentChildren][] =>
      at === null ? [] : [[id, <Day key={id} at={at} />]],
    );
  const columns = (Object.keys(moreColumns) as MoreColumn[]).filter((column) => shown.has(column));
  const cells = columns.map(async (column) => [column, new Map(await readers[column]())] as const);
  return ids.length === 0 ? {} : Object.fromEntries(await Promise.all(cells));
}
