import type { StatisticsLink } from '../../../../../../shared/capabilities/statistics-links/queries.ts';
import { mostStatisticsLinks } from '../../../../../../shared/capabilities/statistics-links/share-statistics.ts';
import { Confirm, Form, IfMaySend, Submit } from '../../../../parts/form.tsx';
import { Time } from '../../../../parts/format.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { CardTitle } from '../../../../parts/layout.tsx';
import { Table } from '../../../../parts/table.tsx';

/** Leads to the public links, which are at the end of the page. */
export const ShareLink = ({ root }: { root: string }) => (
  <IfMaySend to={`${root}/statistics/links`}>
    <a class="button quiet" href="#share">
      <Icon name="arrow-up-right" />
      Share
    </a>
  </IfMaySend>
);

/** The public links to the statistics, for those who may make and revoke them. */
export function ShareCard({ root, links }: { root: string; links: readonly StatisticsLink[] }) {
  const action = `${root}/statistics/links`;
  return (
    <IfMaySend to={action}>
      <section class="card public-links" aria-labelledby="share">
        <CardTitle id="share">Share</CardTitle>
        <p class="soft">
          Whoever has a link sees the numbers of this page, without signing in: no person, no address. It
          works until you revoke it.
        </p>
        {links.length > 0 && <Links action={action} links={links} />}
        {links.length < mostStatisticsLinks ? (
          <Form action={action} class="row">
            <Submit class={links.length > 0 ? 'quiet' : undefined}>
              {links.length > 0 ? 'Create another link' : 'Create a link'}
            </Submit>
          </Form>
        ) : (
          <p>{mostStatisticsLinks} links are the most a waitlist can have. Revoke one to create another.</p>
        )}
      </section>
    </IfMaySend>
  );
}

function Links({ action, links }: { action: string; links: readonly StatisticsLink[] }) {
  return (
    <Table label="Links to the statistics" columns={['Created', 'By', { name: 'Actions', hidden: true }]}>
      {links.map(({ id, made_by, created_at }) => (
        <tr key={id}>
          <th scope="row">
            <Time at={created_at} />
          </th>
          <td>{made_by ?? <span class="soft">a former user</span>}</td>
          <td class="end">
            <Confirm
              id={`revoke-${id}`}
              label="Revoke"
              description={`Revoke the link of ${made_by ?? 'a former user'}, created ${created_at.slice(0, 10)}`}
              question="Whoever has this link sees the statistics no more. This cannot be undone."
              action={`${action}/${id}/revoke`}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}
