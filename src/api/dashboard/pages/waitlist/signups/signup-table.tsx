import type { JudgedReferrals } from '../../../../../shared/capabilities/trust/reviews/queries.ts';
import type { FieldDefinition } from '../../../../../shared/list/fields/schema.ts';
import type { Ranking } from '../../../../../shared/list/ranks/ranking.ts';
import { peopleColumns } from '../../../../../shared/list/signups/people-columns.ts';
import type { SignupOrder } from '../../../../../shared/list/signups/search/schema.ts';
import type { FoundSignup } from '../../../../../shared/list/signups/search/search-signups.ts';
import type { SignupMail } from '../../../../../shared/mail/signup-mail/schema.ts';
import type { FormValues } from '../../../pages.ts';
import { EmailTag } from '../../../parts/email-tag.tsx';
import { useEntered } from '../../../parts/form.tsx';
import { Day, formatCount, formatValue } from '../../../parts/format.tsx';
import { Table } from '../../../parts/table.tsx';
import { JudgedLinks } from '../review/judged-links.tsx';
import { PeopleCell, type PeopleCells } from './people-cells.tsx';

interface SignupTableProps {
  readonly path: string;
  readonly signups: readonly FoundSignup[];
  readonly fields: readonly FieldDefinition[];
  /** What is shown beside the addresses. */
  readonly shown: ReadonlySet<string>;
  /** The places in line; null without a referral bonus: a place is the position then. */
  readonly ranking: Ranking | null;
  /** The referrals of signups that look farmed, so that one who leads by them is seen. */
  readonly judged: ReadonlyMap<string, JudgedReferrals>;
  /** Those whose email is still to be sent. */
  readonly awaited: ReadonlySet<string>;
  /** The emails of those that bounced. */
  readonly bounces: ReadonlyMap<string, SignupMail>;
  /** How the signups are sorted, and the page with another order. */
  readonly order: SignupOrder;
  readonly orderHref: (order: SignupOrder) => string;
  /** The columns that others know, in their order. */
  readonly people: readonly PeopleCells[];
  /** Whether each row has a checkbox of the form around the table. */
  readonly canPick?: boolean;
}

/** As many as are shown at first fit a screen that is 1,280 pixels wide: their head stays in sight. */
const columnsThatFit = 9;

/** Signups of a waitlist. */
export function SignupTable(props: SignupTableProps) {
  const { path, signups, ranking, shown, judged, awaited, bounces, people, canPick = false } = props;
  const isPicked = pickedIn(useEntered());
  const fields = props.fields.filter(({ key }) => shown.has(`field.${key}`));
  const hasPlace = ranking !== null && shown.has('place');
  const { order, orderHref } = props;
  const sortOf = (by: SignupOrder, is: 'ascending' | 'descending') => ({
    href: orderHref(by),
    is: order === by ? is : undefined,
  });
  const byTime =
    order === 'oldest'
      ? { href: orderHref('newest'), is: 'ascending' as const }
      : { ...sortOf('newest', 'descending'), href: orderHref(order === 'newest' ? 'oldest' : 'newest') };
  const columns = [
    ...(canPick ? [{ name: 'Select', hidden: true }] : []),
    'Email',
    ...(shown.has('position') ? [{ name: 'Position', number: true, sort: byTime }] : []),
    ...(hasPlace ? [{ name: 'Place', number: true, sort: sortOf('display_position', 'ascending') }] : []),
    ...(shown.has('status') ? ['Email status'] : []),
    ...(shown.has('referrals')
      ? [{ name: 'Referrals', number: true, sort: sortOf('referrals', 'descending') }]
      : []),
    ...(shown.has('source') ? ['Source'] : []),
    ...(shown.has('joined') ? [{ name: 'Signed up', sort: byTime }] : []),
    ...people.map(({ name }) => peopleColumns().get(name)?.label ?? name),
    ...fields.map(({ label, type }) => ({ name: label, number: type === 'number', long: true })),
  ];
  return (
    <Table
      label="Signups"
      columns={columns}
      class={columns.length > columnsThatFit ? 'people' : 'people fits'}
    >
      {signups.map((signup) => (
        <tr key={signup.id}>
          {canPick && (
            <td class="pick">
              <input
                type="checkbox"
                name="selected"
                value={signup.id}
                checked={isPicked(signup.id)}
                aria-label={`Select ${signup.email}`}
              />
              <input type="hidden" name="shown" value={signup.id} />
            </td>
          )}
          <th scope="row">
            <span class="line">
              <a href={`${path}/signups/${signup.id}`}>{signup.email}</a>
            </span>
            {signup.referrer_email !== null && (
              <small class="line">
                referred by <a href={`${path}/signups/${signup.referred_by}`}>{signup.referrer_email}</a>
              </small>
            )}
          </th>
          {shown.has('position') && (
            <td class={hasPlace ? 'number' : 'number place'}>{formatCount(signup.position)}</td>
          )}
          {hasPlace && <td class="number place">{formatCount(ranking.rankOf(signup))}</td>}
          {shown.has('status') && (
            <td class="state">
              <EmailTag
                status={signup.email_status}
                isAwaited={awaited.has(signup.id)}
                bounce={bounces.get(signup.id)}
              />
            </td>
          )}
          {shown.has('referrals') && (
            <td class={signup.referral_count === 0 ? 'number soft' : 'number'}>
              <span>
                {formatCount(signup.referral_count)}
                <small class="line">
                  <JudgedLinks
                    path={path}
                    referrerId={signup.id}
                    judged={judged.get(signup.id)}
                    onlyOpen
                    separator={<br />}
                  />
                </small>
              </span>
            </td>
          )}
          {shown.has('source') && (
            <td>
              <span class={signup.utm_source === null ? 'soft' : 'line short'}>
                {signup.utm_source ?? 'direct'}
              </span>
            </td>
          )}
          {shown.has('joined') && (
            <td class="when">
              <Day at={signup.created_at} />
            </td>
          )}
          {people.map((column) => (
            <PeopleCell key={column.name} of={column} id={signup.id} />
          ))}
          {fields.map(({ key, type }) => {
            const value = signup.fields[key];
            return (
              <td key={key} class={type === 'number' ? 'number' : undefined}>
                {value !== undefined && <span class="line short">{formatValue(value)}</span>}
              </td>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}

function pickedIn(entered: FormValues | undefined): (id: string) => boolean {
  const picked = new Set([entered?.selected ?? []].flat());
  return (id) => picked.has(id);
}
