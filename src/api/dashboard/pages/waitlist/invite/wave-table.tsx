import type { WaveSummary } from '../../../../../shared/capabilities/release/waves/schema.ts';
import { formatCount, Time } from '../../../parts/format.tsx';
import { DoneBar } from '../../../parts/progress/done-bar.tsx';
import { Table } from '../../../parts/table.tsx';
import { handledOf, isUnderWay, stateTexts } from './wave-words.ts';

const number = true;

interface WaveTableProps {
  /** The page *Invite*. */
  readonly path: string;
  readonly waves: readonly WaveSummary[];
}

export function StateTag({ state }: Pick<WaveSummary, 'state'>) {
  return <span class={state === 'sent' ? 'tag good' : 'tag'}>{stateTexts[state]}</span>;
}

/** The waves of a waitlist. Scripts keep those up to date that are under way. */
export function WaveTable({ path, waves }: WaveTableProps) {
  return (
    <Table
      label="Waves"
      columns={[
        'Wave',
        'State',
        { name: 'People', number },
        { name: 'Invited', number },
        'Drafted',
        'Launched',
      ]}
    >
      {waves.map((wave) => {
        const { id, name, state, selected, invited, created_at, launched_at } = wave;
        return (
          <tr key={id}>
            <th scope="row">
              <a href={`${path}/waves/${id}`}>{name ?? `Wave of ${formatCount(selected)}`}</a>
            </th>
            <td>
              <span id={`state-${id}`} data-live>
                <StateTag state={state} />
                {isUnderWay(wave) && (
                  <DoneBar done={handledOf(wave)} total={state === 'selecting' ? undefined : selected} />
                )}
              </span>
            </td>
            <td class="number">
              <span id={`people-${id}`} data-live>
                {formatCount(selected)}
              </span>
            </td>
            <td class="number">
              <span id={`invited-${id}`} data-live>
                {formatCount(invited)}
              </span>
            </td>
            <td>
              <Time at={created_at} />
            </td>
            <td>{launched_at === null ? <span class="soft">not yet</span> : <Time at={launched_at} />}</td>
          </tr>
        );
      })}
    </Table>
  );
}
