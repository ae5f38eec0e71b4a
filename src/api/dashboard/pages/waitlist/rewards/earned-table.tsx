import type { EarnedReward } from '../../../../../shared/capabilities/rewards/fulfilment/schema.ts';
import { Form, Submit } from '../../../parts/form.tsx';
import { Day, formatCount } from '../../../parts/format.tsx';
import { Table } from '../../../parts/table.tsx';

/** The id of the form that takes the selected rows. */
export const selectionForm = 'selected-rewards';

/** An earned reward as one value of a form. */
const toValue = ({ signup_id, at }: Pick<EarnedReward, 'signup_id' | 'at'>) => `${signup_id}:${at}`;

interface EarnedTableProps {
  /** The page of the waitlist. */
  readonly list: string;
  readonly earned: readonly EarnedReward[];
  /** Where a reward is marked. */
  readonly action: string;
  readonly canMark: boolean;
}

/** Who earned what, and whether it was handed over. */
export function EarnedTable({ list, earned, action, canMark }: EarnedTableProps) {
  const columns = [
    ...(canMark ? [{ name: 'Select', hidden: true }] : []),
    'Email',
    'Reward',
    { name: 'Friends', number: true },
    'Earned',
    'State',
    ...(canMark ? [{ name: 'Actions', hidden: true }] : []),
  ];
  return (
    <Table label="Earned rewards" columns={columns} class="people rewards">
      {earned.map((reward) => (
        <tr key={toValue(reward)}>
          {canMark && (
            <td class="pick">
              <input
                type="checkbox"
                form={selectionForm}
                name="selected"
                value={toValue(reward)}
                aria-label={`Select ${reward.name} of ${reward.email}`}
              />
              <input type="hidden" form={selectionForm} name="shown" value={toValue(reward)} />
            </td>
          )}
          <th scope="row">
            <span class="line">
              <a href={`${list}/signups/${reward.signup_id}`}>{reward.email}</a>
            </span>
          </th>
          <td class="what">
            <span class="line" title={reward.name === reward.key ? undefined : reward.key}>
              {reward.name}
            </span>
          </td>
          <td class="number place">{formatCount(reward.at)}</td>
          <td class="when">
            <Day at={reward.reached_at} />
          </td>
          <td class="state">
            <RewardState of={reward} />
          </td>
          {canMark && (
            <td class="actions">
              <MarkButton action={action} reward={reward} of={reward.email} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

type Handed = Pick<EarnedReward, 'fulfilled_at' | 'fulfilled_by'>;

/** Whether a reward was handed over, when, and who said so. */
export function RewardState({ of: { fulfilled_at, fulfilled_by } }: { readonly of: Handed }) {
  if (fulfilled_at === null) return <span class="tag warn">To hand over</span>;
  return (
    <>
      <span class="tag good">Handed over</span>
      <small class="soft who-marked">
        <Day at={fulfilled_at} />
        {fulfilled_by !== null && <span title={fulfilled_by}>by {fulfilled_by}</span>}
      </small>
    </>
  );
}

interface MarkButtonProps {
  readonly action: string;
  readonly reward: Pick<EarnedReward, 'signup_id' | 'at' | 'name' | 'fulfilled_at'>;
  /** Whose it is. */
  readonly of: string;
  /** The signup to whose page it leads back; to that of all rewards by default. */
  readonly back?: string;
}

/** Notes that one reward was handed over, or takes that back. */
export function MarkButton({ action, reward, of, back }: MarkButtonProps) {
  const isOpen = reward.fulfilled_at === null;
  const label = isOpen ? 'Hand over' : 'Take back';
  return (
    <Form action={action} class="row together">
      <input type="hidden" name="scope" value="rows" />
      <input type="hidden" name="selected" value={toValue(reward)} />
      {back !== undefined && <input type="hidden" name="back" value={back} />}
      <Submit
        name="action"
        value={isOpen ? 'fulfil' : 'reopen'}
        class="quiet small"
        aria-label={`${label}: ${reward.name} of ${of}`}
      >
        {label}
      </Submit>
    </Form>
  );
}
