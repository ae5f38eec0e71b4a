import { z } from 'zod';
import type { PeopleCount } from '../../../../../shared/capabilities/release/count-people.ts';
import { exclusionReasons, WaveInput } from '../../../../../shared/capabilities/release/waves/schema.ts';
import type { FieldDefinition } from '../../../../../shared/list/fields/schema.ts';
import type { FilterValues } from '../../../../../shared/list/signups/search/filter-values.ts';
import type { PeopleFilter } from '../../../../../shared/list/signups/selection/people-filter.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import { startOfDay } from '../../../../../shared/platform/schema/time-zone.ts';
import { type FormValues, numberIn, readValues } from '../../../pages.ts';
import { Facts } from '../../../parts/facts.tsx';
import { Choice, Field, Form, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount } from '../../../parts/format.tsx';
import { matchNames } from '../signups/signup-filters.tsx';
import { exclusionTexts, filterLabels, orderTexts } from './wave-words.ts';

const labels = {
  name: 'Name',
  size: 'How many',
  order: 'Who comes first',
  expires_in_days: 'Links are valid for (days)',
  per_hour: 'People per hour',
  deliver: 'Deliver by',
} as const;

const any = ['', 'Any'] as const;
const yesOrNo = [any, ['true', 'Yes'], ['false', 'No']] as const;
const toParameter = (key: string) => `field.${key}`;

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
}

/** Asks for a wave: how many, who, in which order, and how. Scripts count while it is filled in. */
export function DraftForm({ path, fields, withBonus, hasRoute, values, count, suggestions }: DraftFormProps) {
  const field = (name: keyof typeof labels) => ({ name, label: labels[name], values });
  const filter = (name: keyof typeof filterLabels) => ({ name, label: filterLabels[name], values });
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
          <Field
            {...filter('utm_source')}
            maxlength={200}
            placeholder="Any"
            suggestions={suggestions.sources}
            autocomplete="off"
          />
          <DayField {...filter('created_before')} />
          <Field {...filter('min_referrals')} type="number" min={1} placeholder="Any" />
          <Choice {...filter('confirmed')} options={yesOrNo} />
          {fields.map(({ key, label, type }) => {
            const control = { name: toParameter(key), label, values };
            if (type === 'boolean') return <Choice key={key} {...control} options={yesOrNo} />;
            const keyboard = type === 'number' ? ({ inputmode: 'decimal' } as const) : {};
            return (
              <Field
                key={key}
                {...control}
                {...keyboard}
                placeholder="Any"
                suggestions={suggestions.fields[key]}
                autocomplete="off"
              />
            );
          })}
          <Choice {...filter('match')} options={matchNames} hint="The source, and texts of your fields." />
        </div>
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
        <div id="count" aria-live="polite">
          <Count count={count} />
        </div>
        <div class="row">
          <Submit>Draft the wave</Submit>
          <Submit class="quiet" formaction={`${path}/count`} data-count>
            Count
          </Submit>
        </div>
        <p class="soft">A draft invites nobody. You see who is in it before you launch it.</p>
      </Form>
    </section>
  );
}

/**
 * A day. Anything else, such as a time of an earlier wave, is shown as a text: browsers empty a date input
 * without a day.
 */
function DayField(props: { name: string; label: string; values: FormValues | undefined }) {
  const entered = props.values?.[props.name];
  const isOther = typeof entered === 'string' && entered !== '' && !z.iso.date().safeParse(entered).success;
  return <Field {...props} type={isOther ? 'text' : 'date'} />;
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

/** Why others are left out; nothing if nobody is. */
export function Exclusions({ count: { excluded, matched, selected } }: { count: PeopleCount }) {
  const reasons = exclusionReasons.filter((reason) => excluded[reason] > 0);
  const behind = matched - selected - reasons.reduce((sum, reason) => sum + excluded[reason], 0);
  if (reasons.length === 0 && behind <= 0) return null;
  return (
    <Facts
      of={[
        ...reasons.map((reason) => [exclusionTexts[reason], formatCount(excluded[reason])] as const),
        behind > 0 && ['Behind the number you asked for', formatCount(behind)],
      ]}
    />
  );
}

/**
 * The wave that a submitted form asks for. `ids` are those of the draft that it is like. @throws AppError
 * invalid_request
 */
export function toWaveInput(
  form: FormValues,
  fields: readonly FieldDefinition[],
  timeZone: string,
  ids: readonly string[] | undefined,
): WaveInput {
  const text = (name: string) => (form[name] === '' ? undefined : form[name]);
  const narrowed = toFields(form, fields);
  const texts = Object.values(narrowed ?? {}).filter((value) => typeof value === 'string');
  const comparesTexts = text('utm_source') !== undefined || texts.length > 0;
  const filter = {
    ids: ids && [...ids],
    utm_source: text('utm_source'),
    created_before: toMoment(text('created_before'), timeZone),
    min_referrals: numberIn(form.min_referrals) ?? undefined,
    match: comparesTexts ? (text('match') ?? 'any_case') : undefined,
    confirmed: toBoolean(text('confirmed')),
    fields: narrowed,
  };
  const asked = {
    name: text('name') ?? null,
    size: numberIn(form.size) ?? undefined,
    order: text('order'),
    expires_in_days: numberIn(form.expires_in_days) ?? undefined,
    per_hour: numberIn(form.per_hour),
    deliver: text('deliver'),
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
  };
  return readValues(WaveInput, asked, labelOf);
}

/** Puts the key of a refused value in the words of its control. */
function labelOf(path: string): string {
  const name = path.replace(/^filter\./, '');
  return { ...labels, ...filterLabels }[name as keyof typeof labels] ?? name;
}

const toBoolean = (text: unknown) => (text === 'true' ? true : text === 'false' ? false : text);

/** A day begins at midnight in the account's time zone. The API takes days in UTC. */
function toMoment(text: unknown, timeZone: string): unknown {
  const day = z.iso.date().safeParse(text).data;
  return day === undefined || timeZone === 'UTC' ? text : startOfDay(day, timeZone).toISOString();
}

/** @throws AppError invalid_request with the control that it is about */
function toFields(form: FormValues, fields: readonly FieldDefinition[]): PeopleFilter['fields'] {
  const given = fields.flatMap(({ key, type }) => {
    const entered = form[toParameter(key)];
    if (typeof entered !== 'string' || entered === '') return [];
    if (type === 'string') return [[key, entered]];
    const value = type === 'number' ? Number(entered) : toBoolean(entered);
    if (Number.isFinite(value) || typeof value === 'boolean') return [[key, value]];
    const expected = type === 'number' ? 'must be a number' : 'must be yes or no';
    throw new AppError('invalid_request', expected, { field: toParameter(key) });
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** What an earlier wave was asked for with, as its form holds it. */
export function toFormValues(waveId: string, { filter, ...wave }: WaveInput): FormValues {
  const { ids, fields = {}, ...others } = filter ?? {};
  const given = {
    ...wave,
    ...others,
    ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [toParameter(key), value])),
    ...(ids && { like: waveId, id_count: ids.length }),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );
}
