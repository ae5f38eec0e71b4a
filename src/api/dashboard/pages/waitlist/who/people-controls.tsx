import { z } from 'zod';
import type { Segment } from '../../../../../shared/capabilities/segments/schema.ts';
import type { FieldDefinition } from '../../../../../shared/list/fields/schema.ts';
import type { FilterValues } from '../../../../../shared/list/signups/search/filter-values.ts';
import type { FormValues } from '../../../pages.ts';
import { emailStatusNames } from '../../../parts/email-tag.tsx';
import { Choice, Field } from '../../../parts/form.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { FieldControl, LeaveOut, matchNames } from '../signups/signup-filters.tsx';
import { filterLabels, invitationNames, toParameter } from './filter-words.ts';

const any = ['', 'Any'] as const;
const yesOrNo = [any, ['true', 'Yes'], ['false', 'No']] as const;

interface SegmentChoiceProps {
  readonly segments: readonly Segment[];
  /** What was entered. */
  readonly values: FormValues | undefined;
}

interface PeopleControlsProps {
  readonly fields: readonly FieldDefinition[];
  readonly suggestions: FilterValues;
  /** What was entered. */
  readonly values: FormValues | undefined;
  /** What else is known of people; left out for what only new signups are narrowed by. */
  readonly known?: { readonly rewards: ReadonlyMap<string, string> };
}

/** Offers the segments of a waitlist, for a grid; nothing where there are none. */
export function SegmentChoice({ segments, values }: SegmentChoiceProps) {
  if (segments.length === 0) return null;
  return (
    <Choice
      name="segment"
      label={filterLabels.segment}
      values={values}
      options={[['', 'Everybody'], ...segments.map(({ id, name }) => [id, name] as const)]}
    />
  );
}

/** What narrows the people of a waitlist, folded away while nothing of it is in use. `toFilter` reads it. */
export function Narrow(props: PeopleControlsProps) {
  const { values = {}, fields } = props;
  const ofFields = fields.flatMap(({ key }) => [toParameter(key), toParameter(key, 'not_field')]);
  const names = [...Object.keys(filterLabels), ...ofFields];
  const used = names.filter((name) => name !== 'match' && name !== 'segment' && (values[name] ?? '') !== '');
  return (
    <details class="more" open={used.length > 0}>
      <summary class="button quiet small">
        <Icon name="list-filter" />
        {used.length > 0 ? `Narrow them down, ${used.length} in use` : 'Narrow them down'}
      </summary>
      <div class="grid">
        <PeopleControls {...props} />
      </div>
    </details>
  );
}

/** The inputs that narrow the people of a waitlist. */
function PeopleControls({ fields, suggestions, values, known }: PeopleControlsProps) {
  const filter = (name: keyof typeof filterLabels) => ({ name, label: filterLabels[name], values });
  return (
    <>
      <Field
        {...filter('utm_source')}
        maxlength={200}
        placeholder="Any"
        suggestions={suggestions.sources}
        autocomplete="off"
      />
      {known && <DayField {...filter('created_from')} />}
      <DayField {...filter('created_before')} />
      <Field {...filter('min_referrals')} type="number" min={1} placeholder="Any" />
      <Choice {...filter('confirmed')} options={yesOrNo} />
      {known && (
        <>
          <Field
            {...filter('utm_campaign')}
            maxlength={200}
            placeholder="Any"
            hint="Exactly as in the link."
            autocomplete="off"
          />
          <Choice {...filter('invitation_state')} options={[any, ...invitationNames]} />
          <Choice {...filter('email_status')} options={[any, ...emailStatusNames]} />
          {(known.rewards.size > 0 || typeof values?.reward === 'string') && (
            <Choice {...filter('reward')} options={[any, ...known.rewards]} />
          )}
        </>
      )}
      {fields.map((field) => (
        <FieldControl
          key={field.key}
          field={field}
          name={toParameter(field.key)}
          label={field.label}
          values={values}
          placeholder="Any"
          suggestions={suggestions}
        />
      ))}
      <Choice {...filter('match')} options={matchNames} hint="The source, and texts of your fields." />
      <LeaveOut
        fields={fields}
        suggestions={suggestions}
        isOpen={Object.entries(values ?? {}).some(([name, value]) => name.startsWith('not_') && value !== '')}
        control={(name, label) => ({ name, label, values })}
      />
    </>
  );
}

/**
 * A day. Anything else, such as a time of an earlier one, is shown as a text: browsers empty a date input
 * without a day.
 */
function DayField(props: { name: string; label: string; values: FormValues | undefined }) {
  const entered = props.values?.[props.name];
  const isOther = typeof entered === 'string' && entered !== '' && !z.iso.date().safeParse(entered).success;
  return <Field {...props} type={isOther ? 'text' : 'date'} />;
}
