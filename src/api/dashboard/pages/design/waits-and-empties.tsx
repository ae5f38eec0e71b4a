import { Empty, NothingFound } from '../../parts/empty/empty.tsx';
import { Picture, pictureNames } from '../../parts/empty/pictures.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { DoneBar } from '../../parts/progress/done-bar.tsx';
import { Progress } from '../../parts/progress/progress.tsx';
import { Table } from '../../parts/table.tsx';
import { RewardState } from '../waitlist/rewards/earned-table.tsx';
import { SelectionBar } from '../waitlist/signups/selection/selection-bar.tsx';

const path = '/dashboard/design';
const open = { fulfilled_at: null, fulfilled_by: null };
const rewards = [open, { fulfilled_at: '2026-03-14T09:00:00.000Z', fulfilled_by: 'ben@example.com' }];

/** Rows to pick, jobs that take a while, and what pages show that have nothing. */
export function WaitsAndEmpties({ theme }: { readonly theme: string }) {
  return (
    <>
      <div class="card">
        <h2>Rows to pick</h2>
        <Table
          label={`Rewards, ${theme}`}
          columns={[
            { name: 'Select', hidden: true },
            'Who',
            'Reward',
            { name: 'Friends', number: true },
            'State',
          ]}
          class="people rewards"
        >
          {['ada@example.com', 'grace@example.com'].map((email, index) => (
            <tr key={email} class={index === 0 ? 'picked' : undefined}>
              <td class="pick">
                <input
                  type="checkbox"
                  name={`${theme}-picked`}
                  value={email}
                  checked={index === 0}
                  aria-label={`Select ${email}`}
                />
              </td>
              <th scope="row">
                <a class="line" href={path}>
                  {email}
                </a>
              </th>
              <td class="what">{index === 0 ? 'T-shirt' : 'Sticker'}</td>
              <td class="number place">{index === 0 ? 10 : 3}</td>
              <td class="state">
                <RewardState of={rewards[index] ?? open} />
              </td>
            </tr>
          ))}
        </Table>
        {/* One is enough: it stays at the bottom of the window. */}
        {theme === 'light' && (
          <SelectionBar of="rewards" shown={2} total={120} isFiltered={false}>
            <button type="button" class="small">
              <Icon name="gift" />
              Hand over
            </button>
          </SelectionBar>
        )}
      </div>
      <div class="card">
        <h2>Long jobs</h2>
        <Progress label={`Importing, ${theme}`} done={4_200} total={12_000} seconds={185} href={path}>
          <button type="button" class="quiet small">
            Stop
          </button>
        </Progress>
        <Progress
          label={`Counting the people, ${theme}`}
          done={0}
          total={undefined}
          note="This takes a moment on a large list."
          href={path}
        />
        <Progress label={`Paused, ${theme}`} done={200} total={1_000} />
        <p>
          In a table: <DoneBar done={42} total={100} />
        </p>
      </div>
      <Empty
        id={`${theme}-empty`}
        picture="people"
        title={`What there is none of yet, ${theme}`}
        about="What will be here, in a sentence."
        steps={['The first step.', 'The second step.']}
      >
        <a class="button" href={path}>
          <Icon name="plus" />
          Make the first one
        </a>
      </Empty>
      <div class="card">
        <h2>Nothing found</h2>
        <NothingFound
          of="signups"
          asked={[
            ['Search', 'ada'],
            ['Source', 'linkedin'],
          ]}
          clear={path}
        />
      </div>
      <div class="card">
        <h2>Pictures</h2>
        <ul class="swatches pictures">
          {pictureNames.map((name) => (
            <li key={name}>
              <Picture name={name} width={152} />
              <small>{name}</small>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
