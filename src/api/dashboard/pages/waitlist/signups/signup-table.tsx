import type { FieldDefinition } from '../../../../../shared/fields/schema.ts';
import type { FoundSignup } from '../../../../../shared/signups/search/search-signups.ts';
import type { AbuseSettings } from '../../../../../shared/trust/abuse-settings.ts';
import type { FormValues } from '../../../pages.ts';
import { EmailTag } from '../../../parts/email-tag.tsx';
import { useEntered } from '../../../parts/form.tsx';
import { Day, formatCount, formatValue } from '../../../parts/format.tsx';
import { Table } from '../../../parts/table.tsx';
import { WithheldLink } from '../review/withheld-link.tsx';

interface SignupTableProps {
  readonly path: string;
  readonly signups: readonly FoundSignup[];
  /** The custom fields with a column. */
  readonly fields: readonly FieldDefinition[];
  /** Whether the waitlist has a referral bonus, so the shown position differs from the stored one. */
  readonly withBonus: boolean;
  /** How the waitlist judges referrals, and how many of each signup's are withheld. */
  readonly judging: { readonly mode: AbuseSettings['mode']; readonly withheld: ReadonlyMap<string, number> };
  /** Whether each row has a checkbox of the form around the table. */
  readonly canPick?: boolean;
}

/** Signups of a waitlist. */
export function SignupTable(props: SignupTableProps) {
  const { path, signups, fields, withBonus, judging, canPick = false } = props;
  const isPicked = pickedIn(useEntered());
  const position = { name: 'Position', number: true };
  const shown = withBonus ? [{ name: 'Shown position', number: true }] : [];
  const referrals = { name: 'Referrals', number: true };
  const own = fields.map(({ label, type }) => ({ name: label, number: type === 'number', long: true }));
  const columns = [
    ...(canPick ? [{ name: 'Select', hidden: true }] : []),
    'Email',
    position,
    ...shown,
    'Email status',
    referrals,
    'Source',
    'Signed up',
    ...own,
  ];
  return (
    <Table label="Signups" columns={columns}>
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
          <td class="number">{formatCount(signup.position)}</td>
          {withBonus && <td class="number">{formatCount(signup.display_position ?? signup.position)}</td>}
          <td>
            <EmailTag status={signup.email_status} />
          </td>
          <td class={signup.referral_count === 0 ? 'number soft' : 'number'}>
            <span>
              {formatCount(signup.referral_count)}
              <Withheld path={path} referrerId={signup.id} {...judging} />
            </span>
          </td>
          <td>
            <span class={signup.utm_source === null ? 'soft' : 'line short'}>
              {signup.utm_source ?? 'direct'}
            </span>
          </td>
          <td>
            <Day at={signup.created_at} />
          </td>
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

/** So that a referrer who leads by farmed referrals is seen. */
function Withheld({
  withheld,
  referrerId,
  ...link
}: SignupTableProps['judging'] & { path: string; referrerId: string }) {
  const count = withheld.get(referrerId);
  if (count === undefined) return null;
  return (
    <small class="line">
      <WithheldLink referrerId={referrerId} count={count} {...link} />
    </small>
  );
}

function pickedIn(entered: FormValues | undefined): (id: string) => boolean {
  const picked = new Set([entered?.selected ?? []].flat());
  return (id) => picked.has(id);
}
