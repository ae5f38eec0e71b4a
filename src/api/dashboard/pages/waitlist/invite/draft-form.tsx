import type { PeopleCount } from '../../../../../shared/capabilities/release/count-people.ts';
import { type ExclusionReason, WaveInput } from '../../../../../shared/capabilities/release/waves/schema.ts';
import type { Segment } from '../../../../../shared/capabilities/segments/schema.ts';
import type { FieldDefinition } from '../../../../../shared/list/fields/schema.ts';
import type { FilterValues } from '../../../../../shared/list/signups/search/filter-values.ts';
import { type FormValues, numberIn, readValues } from '../../../pages.ts';
import { Choice, Field, Form, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount } from '../../../parts/format.tsx';
import { filterLabels } from '../who/filter-words.ts';
import { LeftOut } from '../who/left-out.tsx';
import { Narrow, SegmentChoice } from '../who/people-controls.tsx';
import { type FilterOf, toControls, toFilter, toTexts } from '../who/people-filter.ts';
import { exclusionTexts, orderTexts } from './wave-words.ts';

const labels = {
  name: 'Name',
  size: 'How many',
  order: 'Who comes first',
  expires_in_days: 'Links are valid for (days)',
  per_hour: 'People per hour',
  deliver: 'Deliver by',
} as const;

interface DraftFormProps {
  /** The page *Invite*. */
  readonly path: string;
  readonly fields: readonly FieldDefinition[];
  readonly withBonus: boolean;
  /** Whether mails of this account are sent at all. */
  readonly hasRoute: boolean;
  /** What was entered, or that of an earlier wave. */
  readonly values: FormValues | undefined;
  /** What was counted for these values; null where that takes too long. */
  readonly count: PeopleCount | null | undefined;
  readonly suggestions: FilterValues;
  /** Those that waves can be narrowed by. */
  readonly segments: readonly Segment[];
}

/** Asks for a wave: how many, who, in which order, and how. Scripts count while it is filled in. */
export function DraftForm(props: DraftFormProps) {
  const { path, fields, withBonus, hasRoute, values, count, suggestions, segments } = props;
  const field = (name: keyof typeof labels) => ({ name, label: labels[name], values });
  const orders = Object.entries(orderTexts).filter(([order]) => withBonus || order !== 'display_position');
  const ids = values?.id_count;
  return (
    <section class="card" aria-labelledby="draft">
      <h2 id="draft">New wave</h2>
      <Form action={`${path}/waves`} otherActions={[`${path}/count`]} class="fields draft">
        {typeof ids === 'string' && (
          <p>
            <input type="hidden" name="like" value={String(values?.like ?? '')} />
            <input type="hidden" name="id_count" value={ids} />
            Only the {countOf(Number(ids), 'signup')} that you selected. <a href={path}>Ask everybody</a>
          </p>
        )}
        <div class="grid">
          <Field {...field('size')} type="number" required min={1} max={100_000} initial={100} />
          <Choice {...field('order')} options={orders as [string, string][]} />
          <SegmentChoice segments={segments} values={values} />
        </div>
        <Narrow fields={fields} suggestions={suggestions} values={values} />
        <div class="grid">
          <Field {...field('expires_in_days')} type="number" min={1} max={365} initial={14} />
          <Field {...field('per_hour')} type="number" min={1} max={100_000} placeholder="All at once" />
          <Choice
            {...field('deliver')}
            initial={hasRoute ? 'email' : 'link'}
            options={[
              ['email', 'Mail of this service'],
              ['link', 'Links that I send myself'],
            ]}
            {...(!hasRoute && { hint: 'Mails need a provider, on the page Email.' })}
          />
          <Field {...field('name')} maxlength={100} placeholder="Only for you" autocomplete="off" />
        </div>
        <div class="row">
          <Submit>Draft the wave</Submit>
          <Submit class="quiet" formaction={`${path}/count`} data-count>
            Count
          </Submit>
        </div>
        <p class="soft">A draft invites nobody. You see who is in it before you launch it.</p>
        <div id="count" aria-live="polite">
          <Count count={count} />
        </div>
      </Form>
    </section>
  );
}

function Count({ count }: Pick<DraftFormProps, 'count'>) {
  if (count === undefined) return null;
  if (count === null)
    return <p>Counting them takes a moment. Draft the wave: it is counted in the background.</p>;
  const { matched, selected } = count;
  return (
    <>
      <p>
        <strong>{countOf(selected, 'person', 'people')}</strong> would be invited, of {formatCount(matched)}{' '}
        who match.
      </p>
      <Exclusions count={count} />
    </>
  );
}

interface ExclusionsProps {
  readonly count: PeopleCount;
  readonly hrefOf?: (reason: ExclusionReason) => string;
}

/** Why others are left out; nothing if nobody is. */
export function Exclusions({ count: { excluded, matched, selected }, hrefOf }: ExclusionsProps) {
  const others = Object.values(excluded).reduce((sum, count) => sum + count, 0);
  return (
    <LeftOut
      counts={excluded}
      texts={exclusionTexts}
      hrefOf={hrefOf}
      more={[['Behind the number you asked for', matched - selected - others]]}
    />
  );
}

/**
 * The wave that a submitted form asks for. The ids are those of the draft that it is like. @throws AppError
 * invalid_request
 */
export function toWaveInput(form: FormValues, of: FilterOf): WaveInput {
  const text = (name: string) => (form[name] === '' ? undefined : form[name]);
  const asked = {
    name: text('name') ?? null,
    size: numberIn(form.size) ?? undefined,
    order: text('order'),
    expires_in_days: numberIn(form.expires_in_days) ?? undefined,
    per_hour: numberIn(form.per_hour),
    deliver: text('deliver'),
    filter: toFilter(form, of),
  };
  return readValues(WaveInput, asked, labelOf);
}

/** Puts the key of a refused value in the words of its control. */
function labelOf(path: string): string {
  const name = path.replace(/^filter\./, '');
  return { ...labels, ...filterLabels }[name as keyof typeof labels] ?? name;
}

/** What an earlier wave was asked for with, as its form holds it. */
export function toFormValues(waveId: string, { filter, ...wave }: WaveInput): FormValues {
  const { ids, ...others } = filter ?? {};
  return {
    ...toTexts({ ...wave, ...(ids && { like: waveId, id_count: ids.length }) }),
    ...toControls(others),
  };
}
