import type { Import } from '../../../../../shared/capabilities/imports/schema.ts';
import { formatCount, Time } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { DoneBar } from '../../../parts/progress/done-bar.tsx';
import { Table } from '../../../parts/table.tsx';

export const stateTexts: Readonly<Record<Import['state'], string>> = {
  uploading: 'Uploading',
  validating: 'Checking the rows',
  ready: 'Ready to start',
  running: 'Importing',
  finished: 'Finished',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

const tones: Partial<Record<Import['state'], string>> = { ready: 'warn', finished: 'good', failed: 'bad' };

/** Whether it goes on by itself. */
export const isUnderWay = ({ state }: Import): boolean =>
  state === 'uploading' || state === 'validating' || state === 'running';

interface ImportTableProps {
  readonly path: string;
  readonly imports: readonly Import[];
}

/** The imports of a waitlist. Scripts keep those up to date that are under way. */
export function ImportTable({ path, imports }: ImportTableProps) {
  const number = true;
  return (
    <Table
      label="Imports"
      columns={['Begun', 'State', { name: 'Rows', number }, { name: 'New signups', number }]}
    >
      {imports.map((each) => (
        <tr key={each.id}>
          <th scope="row">
            <a href={`${path}/${each.id}`}>
              <Time at={each.created_at} />
            </a>
          </th>
          <td>
            <span id={`state-${each.id}`} data-live>
              <span class={`tag ${tones[each.state] ?? ''}`}>{stateTexts[each.state]}</span>
              {isUnderWay(each) && <DoneBar {...doneOf(each)} />}
            </span>
          </td>
          <td class="number">
            <span id={`rows-${each.id}`} data-live>
              {formatCount(each.rows)}
            </span>
          </td>
          <td class="number">
            <span id={`created-${each.id}`} data-live>
              <Created list={path.replace(/\/imports$/, '')} of={each} />
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface CreatedProps {
  /** The page of the waitlist. */
  readonly list: string;
  readonly of: Pick<Import, 'id' | 'created'>;
}

/** How many signups an import has added, with a link to those that are still there. */
export function Created({ list, of: { id, created } }: CreatedProps) {
  return created === 0 ? <>0</> : <a href={toUrl(list, { import: id })}>{formatCount(created)}</a>;
}

/** How far it is; of an unknown whole while the file arrives, and while referrers are named. */
function doneOf({ state, step, rows, created, ...of }: Import): { done: number; total: number | undefined } {
  if (state === 'running')
    return { done: created, total: step === 'referrals' ? undefined : of.would_create };
  const read = of.would_create + of.existing + of.duplicates + of.rejected;
  return { done: read, total: rows === 0 ? undefined : rows };
}
