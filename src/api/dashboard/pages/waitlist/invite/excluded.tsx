import type { ExcludedPerson } from '../../../../../shared/capabilities/release/waves/read-excluded.ts';
import {
  type ExclusionReason,
  exclusionReasons,
} from '../../../../../shared/capabilities/release/waves/schema.ts';
import type { Page } from '../../../../../shared/platform/schema/paging.ts';
import { formatCount } from '../../../parts/format.tsx';
import { Pager, toUrl } from '../../../parts/pager.tsx';
import { Table } from '../../../parts/table.tsx';
import { exclusionTexts } from './wave-words.ts';

/** The people whom a draft leaves out for a reason. */
export const excludedHref = (wave: string, reason: ExclusionReason): string =>
  `${toUrl(wave, { left_out: reason })}#left-out`;

/** The reason in the address of a page. */
export const reasonIn = (query: unknown): ExclusionReason | undefined =>
  exclusionReasons.find((reason) => reason === (query as { left_out?: unknown }).left_out);

export interface ExcludedOf {
  readonly reason: ExclusionReason;
  /** Undefined if finding them takes too long. */
  readonly people: Page<ExcludedPerson> | undefined;
}

interface ExcludedProps {
  /** The page of the waitlist. */
  readonly list: string;
  /** The page of the wave. */
  readonly path: string;
  readonly of: ExcludedOf;
}

/** Those who match a draft and are not in it. The list may have changed since it was counted. */
export function Excluded({ list, path, of: { reason, people } }: ExcludedProps) {
  return (
    <section class="card" aria-labelledby="left-out">
      <div class="row spread">
        <h2 id="left-out">Left out: {exclusionTexts[reason]}</h2>
        <a class="button quiet small" href={path}>
          Close
        </a>
      </div>
      {people === undefined ? (
        <p class="message warn">Finding these people takes too long here.</p>
      ) : people.total === 0 ? (
        <p class="soft">Nobody any more. Draft the wave anew to take in who changed since.</p>
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
