import type { WaitlistKey, WaitlistSettings } from '../../../../../shared/list/parts.ts';
import { peopleColumns } from '../../../../../shared/list/signups/people-columns.ts';
import type { Sql } from '../../../../../shared/platform/postgres/connection.ts';
import { Day } from '../../../parts/format.tsx';

/** A column that others know, with what it says of each signup, by their ids. */
export interface PeopleCells {
  readonly name: string;
  readonly texts: ReadonlyMap<string, string>;
}

/** Reads the columns of others that a table shows. */
export async function readPeople(
  sql: Sql,
  { accountId }: Pick<WaitlistKey, 'accountId'>,
  ids: readonly string[],
  shown: ReadonlySet<string>,
  settings: WaitlistSettings,
): Promise<PeopleCells[]> {
  if (ids.length === 0) return [];
  const columns = [...peopleColumns()].filter(([name]) => shown.has(name));
  return Promise.all(
    columns.map(async ([name, { read }]) => ({ name, texts: await read(sql, accountId, ids, settings) })),
  );
}

interface PeopleCellProps {
  readonly of: PeopleCells;
  /** The id of the signup. */
  readonly id: string;
}

/** What a column of others says of one signup. */
export function PeopleCell({ of: { name, texts }, id }: PeopleCellProps) {
  const text = texts.get(id);
  const shape = peopleColumns().get(name)?.shape;
  if (text === undefined) return <td />;
  if (shape === 'state')
    return (
      <td class="became">
        <span class="tag">{text}</span>
      </td>
    );
  return <td>{shape === 'time' ? <Day at={text} /> : text}</td>;
}
