import { percentChange } from '../../../../shared/list/stats/percent-change.ts';
import type { NewSignup } from '../../../../shared/owner/overview/queries.ts';
import type { RecentList } from '../../../../shared/owner/overview/read-overview.ts';
import { SparkBars } from '../../charts/spark-bars.tsx';
import { countOf, formatCount, Time } from '../../parts/format.tsx';
import { ArchivedTag } from '../../parts/frame/archived-tag.tsx';
import { Table } from '../../parts/table.tsx';
import { NoWaitlists } from '../waitlists.tsx';

/** The busiest waitlists, each with a chart of its last two weeks. */
export function RecentLists({ lists, total }: { lists: readonly RecentList[]; total: number }) {
  return (
    <section aria-labelledby="lists">
      <div class="row spread">
        <h2 id="lists">Waitlists</h2>
        {lists.length > 0 && (
          <a
            class="button quiet small"
            href={total > lists.length ? '/dashboard/waitlists' : '/dashboard/waitlists#new'}
          >
            {total > lists.length ? `Show all ${formatCount(total)}` : 'Create waitlist'}
          </a>
        )}
      </div>
      {lists.length === 0 ? (
        <NoWaitlists href="/dashboard/waitlists#new" />
      ) : (
        <ul class="cards">
          {lists.map((list) => (
            <li key={list.id} class="card">
              <h3>
                <a href={`/dashboard/waitlists/${list.id}`}>{list.name}</a>{' '}
                {list.isArchived && <ArchivedTag />}
              </h3>
              <div id={`figures-${list.id}`} data-live>
                <p class="figure">
                  {formatCount(list.signup_count)}{' '}
                  <span class="soft">{list.signup_count === 1 ? 'signup' : 'signups'}</span>
                </p>
                <SparkBars days={list.days} />
                <p class="soft">
                  {formatCount(list.lastWeek)} in the last 7 days <Change {...list} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How the last week compares to the one before. */
function Change({ lastWeek, weekBefore }: Pick<RecentList, 'lastWeek' | 'weekBefore'>) {
  if (weekBefore === 0) return lastWeek === 0 ? null : <span class="tag good">None the week before</span>;
  if (lastWeek === weekBefore) return <span class="tag">Same as the week before</span>;
  return (
    <span class={lastWeek > weekBefore ? 'tag good' : 'tag bad'}>
      {percentChange(lastWeek, weekBefore) ?? `from ${formatCount(weekBefore)} to ${formatCount(lastWeek)}`}
      <span class="hidden"> compared to {countOf(weekBefore, 'signup')} the week before</span>
    </span>
  );
}

export function NewestSignups({ signups }: { signups: readonly NewSignup[] }) {
  if (signups.length === 0) return null;
  return (
    <section class="card" aria-labelledby="newest">
      <h2 id="newest">Newest signups</h2>
      <Table label="Newest signups" class="people" columns={['Email', 'Waitlist', 'Signed up']}>
        {signups.map(({ id, email, created_at, waitlist_id, waitlist_name }) => (
          <tr key={id}>
            <th scope="row">
              <span class="line">
                <a href={`/dashboard/waitlists/${waitlist_id}/signups/${id}`}>{email}</a>
              </span>
            </th>
            <td class="state">
              <span class="line short">
                <a href={`/dashboard/waitlists/${waitlist_id}`}>{waitlist_name}</a>
              </span>
            </td>
            <td class="when">
              <Time at={created_at} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
