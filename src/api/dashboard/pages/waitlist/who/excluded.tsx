import type { Page } from '../../../../../shared/platform/schema/paging.ts';
import { formatCount } from '../../../parts/format.tsx';
import { Pager, toUrl } from '../../../parts/pager.tsx';
import { Table } from '../../../parts/table.tsx';

/** The people whom a draft leaves out for a reason. */
export const excludedHref = (draft: string, reason: string): string =>
  `${toUrl(draft, { left_out: reason })}#left-out`;

/** The reason in the address of a page. */
export const reasonIn = <Reason extends string>(
  query: unknown,
  reasons: readonly Reason[],
): Reason | undefined => reasons.find((reason) => reason === (query as { left_out?: unknown }).left_out);

/** Those whom a draft leaves out for a reason. */
export interface ExcludedOf<Reason extends string> {
  readonly reason: Reason;
  /** Undefined if finding them takes too long. */
  readonly people:
    | Page<{ readonly id: string; readonly email: string; readonly position: number }>
    | undefined;
}

interface ExcludedProps<Reason extends string> {
  /** The page of the waitlist. */
  readonly list: string;
  /** The page of the draft. */
  readonly path: string;
  readonly of: ExcludedOf<Reason>;
  readonly texts: Readonly<Record<Reason, string>>;
}

/** Those who match a draft and are not in it. The list may have changed since it was counted. */
export function Excluded<Reason extends string>({
  list,
  path,
  of: { reason, people },
  texts,
}: ExcludedProps<Reason>) {
  return (
    <section class="card" aria-labelledby="left-out">
      <div class="row spread">
        <h2 id="left-out">Left out: {texts[reason]}</h2>
        <a class="button quiet small" href={path}>
          Close
        </a>
      </div>
      {people === undefined ? (
        <p class="message warn">Finding these people takes too long here.</p>
      ) : people.total === 0 ? (
        <p class="soft">Nobody any more. Draft it anew to take in who changed since.</p>
      ) : (
        <>
          <Table
            label="People who are left out"
            class="people"
            columns={['Email', { name: 'Position', number: true }]}
          >
            {people.data.map(({ id, email, position }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={`${list}/signups/${id}`}>{email}</a>
                </th>
                <td class="number place">{formatCount(position)}</td>
              </tr>
            ))}
          </Table>
          <Pager path={path} query={{ left_out: reason }} {...people} />
        </>
      )}
    </section>
  );
}
