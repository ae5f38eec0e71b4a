import { z } from 'zod';
import type { FieldDefinition } from '../../../../../shared/list/fields/schema.ts';
import type { FilterValues } from '../../../../../shared/list/signups/search/filter-values.ts';
import { shortestPart } from '../../../../../shared/list/signups/search/schema.ts';
import type { FormValues } from '../../../pages.ts';
import { bounceClassNames, emailStatusNames } from '../../../parts/email-tag.tsx';
import { Choice, Field, type FieldProps, Submit } from '../../../parts/form.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { notLabel, toParameter } from '../who/filter-words.ts';

/** Why a search was refused. */
export interface Problem {
  /** The parameters that it is about. */
  readonly names: readonly string[];
  readonly message: string;
}

/**
 * Divides a refusal such as `q, order: the search takes too long` into the parameters and the problem in
 * plain words.
 */
export function toProblem(refusal: string): Problem {
  const [, names = '', text = refusal] = /^([^ :]+(?:, [^ :]+)*): (.*)$/s.exec(refusal) ?? [];
  const message = text
    .replace(/\bcreated_(?:from|to)\b/g, (name) => `“${labels[name]}”`)
    .replace('smaller offset', 'smaller page number');
  return { names: names === '' ? [] : names.split(', '), message };
}

/** The message above the page; undefined if the problem is shown beside its control. */
export function toMessage(
  { names, message }: Problem,
  fields: readonly FieldDefinition[],
): string | undefined {
  const labelOf = labelsOf(fields);
  const [name] = names;
  if (name === undefined) return message;
  if (names.length === 1 && labelOf(name) !== name) return undefined;
  const words = names.map((each) => (each === 'offset' ? 'Page' : labelOf(each)));
  return `${words.join(', ')}: ${message}`;
}

/** The labels of the controls but those of custom fields. */
const labels: Readonly<Record<string, string>> = {
  q: 'Address',
  order: 'Order',
  utm_source: 'Source',
  utm_campaign: 'Campaign',
  site: 'Site',
  email_status: 'Email status',
  bounce_class: 'Bounced',
  created_from: 'Signed up from',
  created_to: 'Signed up to',
  referral_code: 'Referral code',
  confirmed: 'Address confirmed',
  referred_by: 'Referred by',
  segment: 'Segment',
  match: 'Texts match',
  not_email_domains: 'Not at the domains',
  referred: 'Referred by somebody',
  reached: 'Signup email',
  mails: 'Gets no mails',
  import: 'Imported from',
  happened: 'Since the import',
  invitation_state: 'Invitation',
  reward: 'Reward',
};

/** The texts of filters with few values, by their parameter. */
const choices: Readonly<Record<string, readonly (readonly [value: string, text: string])[]>> = {
  email_status: emailStatusNames,
  bounce_class: bounceClassNames,
  referred: [['true', 'Yes']],
  reached: [
    ['sent', 'Sent'],
    ['delivered', 'Delivered'],
    ['opened', 'Opened'],
    ['clicked', 'Clicked'],
  ],
  mails: [
    ['unsubscribed', 'Unsubscribed'],
    ['suppressed', 'Address suppressed'],
  ],
  invitation_state: [
    ['none', 'Not invited'],
    ['ever', 'Was invited'],
    ['invited', 'Invitation open'],
    ['converted', 'Became users'],
    ['expired', 'Expired'],
    ['declined', 'Declined'],
    ['revoked', 'Revoked'],
  ],
};

/** A parameter is whatever somebody typed into the address, such as `constructor`. */
const ownValue = <Value,>(of: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

/** What the controls of a waitlist are called, by parameter. */
export function labelsOf(fields: readonly FieldDefinition[]): (parameter: string) => string {
  const own = new Map(
    fields.flatMap(({ key, label }) => [
      [toParameter(key), label],
      [toLeftOut(key), notLabel(label)],
    ]),
  );
  return (parameter) => own.get(parameter) ?? ownValue(labels, parameter) ?? parameter;
}

/** What the values of filters are called: the referrer, segments and rewards, by their parameter. */
export type FilterNames = Readonly<Partial<Record<string, ReadonlyMap<string, string>>>>;

/** A value as its control shows it. */
export function toWords(
  parameter: string,
  value: string,
  fields: readonly FieldDefinition[],
  names: FilterNames,
): string {
  const named = ownValue(names, parameter);
  if (named) return named.get(value) ?? value;
  if (parameter === 'match') return new Map<string, string>(matchNames).get(value) ?? value;
  const texts = ownValue(choices, parameter);
  if (texts !== undefined) return new Map(texts).get(value) ?? value;
  const isFlag =
    parameter === 'confirmed' ||
    fields.some(
      ({ key, type }) => type === 'boolean' && [toParameter(key), toLeftOut(key)].includes(parameter),
    );
  return isFlag ? (new Map<string, string>(yesNo).get(value) ?? value) : value;
}

/** What was searched for, each with the name and the value that its control shows. */
export function toAsked(
  filters: FormValues,
  fields: readonly FieldDefinition[],
  names: FilterNames,
): [string, string][] {
  const labelOf = labelsOf(fields);
  return Object.entries(filters)
    .filter(([name]) => name !== 'match')
    .map(([name, value]) => [labelOf(name), toWords(name, String(value), fields, names)]);
}

const yesNo = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

const toLeftOut = (key: string) => toParameter(key, 'not_field');

/** The texts of how source and fields are compared; the first is what the dashboard does by default. */
export const matchNames = [
  ['', 'As a whole, in any case'],
  ['contains', 'In part, in any case'],
  ['exact', 'Exactly'],
] as const;

const orders = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['referrals', 'Most referrals'],
] as const;

/** Filters that a link brings, and that stay while something else is searched. */
const withoutControl: readonly string[] = ['segment', 'referred_by', 'import', 'happened'];

interface SignupFiltersProps {
  /** The page that shows the matches. */
  readonly path: string;
  /** What was entered, by parameter. */
  readonly given: FormValues;
  readonly fields: readonly FieldDefinition[];
  readonly withBonus: boolean;
  /** Whether the waitlist asks people to confirm their address. */
  readonly asksToConfirm: boolean;
  readonly names: FilterNames;
  readonly problem: Problem | undefined;
  readonly suggestions: FilterValues;
}

interface ControlProps {
  readonly name: string;
  readonly label: string;
  readonly values: FormValues;
  readonly problem: string | undefined;
}

/** The search of signups: a form whose values are in the address of the page (C11.3, N1). */
export function SignupFilters({
  path,
  given,
  fields,
  withBonus,
  asksToConfirm,
  names,
  problem,
  suggestions,
}: SignupFiltersProps) {
  const control = (name: string, label = labels[name] ?? name): ControlProps => ({
    name,
    label,
    values: given,
    problem: problem?.names.length === 1 && problem.names[0] === name ? problem.message : undefined,
  });
  const { q, order: _, match: __, ...more } = given;
  const count = Object.keys(more).filter((name) => !withoutControl.includes(name)).length;
  const inUse = Object.entries(given).filter(([name]) => !['q', 'order', 'segment'].includes(name));
  const labelOf = labelsOf(fields);
  const isShort = typeof q === 'string' && q.trim().length < shortestPart;
  return (
    <search>
      <form action={path} class="filters">
        <div class="row">
          <Icon name="search" />
          <Field
            {...control('q')}
            hidesLabel
            type="search"
            placeholder="Part of an address"
            hint={
              isShort
                ? 'With fewer than 3 characters, only the beginning of addresses is searched.'
                : undefined
            }
          />
          <Choice
            {...control('order')}
            hidesLabel
            options={[...orders, ...(withBonus ? [['display_position', 'Place in line'] as const] : [])]}
          />
          <Submit class="quiet">Search</Submit>
        </div>
        {withoutControl.map(
          (name) =>
            given[name] !== undefined && (
              <input key={name} type="hidden" name={name} value={String(given[name])} />
            ),
        )}
        {inUse.length > 0 && (
          <ul class="chips" aria-label="Filters in use">
            {inUse.map(([name, value]) => (
              <li key={name}>
                <a class="chip" href={toUrl(path, without(given, name))}>
                  {labelOf(name)} <b>{toWords(name, String(value), fields, names)}</b>
                  <Icon name="x" size={14} />
                  <span class="hidden">, remove this filter</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        <details open={problem !== undefined}>
          <summary class="button quiet">
            <Icon name="list-filter" />
            Filters
            {count > 0 && (
              <b>
                {count}
                <span class="hidden"> in use</span>
              </b>
            )}
          </summary>
          <div class="grid panel">
            <Field {...control('utm_source')} suggestions={suggestions.sources} autocomplete="off" />
            <Field {...control('site')} placeholder="example.com" autocomplete="off" />
            <Field {...control('utm_campaign')} autocomplete="off" hint="Exactly as in the link." />
            {Object.entries(choices).map(([name, options]) => (
              <Choice key={name} {...control(name)} options={[any, ...options]} />
            ))}
            {((names.reward?.size ?? 0) > 0 || given.reward !== undefined) && (
              <Choice {...control('reward')} options={[any, ...(names.reward ?? [])]} />
            )}
            {(asksToConfirm || given.confirmed !== undefined) && (
              <Choice {...control('confirmed')} options={[any, ...yesNo]} />
            )}
            <DayField {...control('created_from')} />
            <DayField {...control('created_to')} />
            <Field {...control('referral_code')} autocomplete="off" />
            {fields.map((field) => (
              <FieldControl
                key={field.key}
                field={field}
                {...control(toParameter(field.key), field.label)}
                suggestions={suggestions}
              />
            ))}
            <Choice {...control('match')} options={matchNames} hint="The source, and texts of your fields." />
            <LeaveOut
              fields={fields}
              suggestions={suggestions}
              isOpen={Object.keys(given).some((name) => name.startsWith('not_'))}
              control={control}
            />
            <div class="row">
              <Submit>Show signups</Submit>
            </div>
          </div>
        </details>
      </form>
    </search>
  );
}

const without = (given: FormValues, name: string) =>
  Object.fromEntries(Object.entries(given).filter(([each]) => each !== name));

const any = ['', 'Any'] as const;

interface LeaveOutProps {
  readonly fields: readonly FieldDefinition[];
  readonly suggestions: FilterValues;
  /** Whether something of it is in use. */
  readonly isOpen: boolean;
  /** What a control has, by its parameter and its label. */
  control(name: string, label: string): Labelled;
}

/** What leaves people out, folded away while nothing of it is in use: it doubles the custom fields. */
export function LeaveOut({ fields, suggestions, isOpen, control }: LeaveOutProps) {
  return (
    <details class="more" open={isOpen}>
      <summary class="button quiet small">Leave some out</summary>
      <div class="grid">
        <Field
          {...control('not_email_domains', labels.not_email_domains ?? '')}
          placeholder="acme.com, acme.io"
          autocomplete="off"
          hint="And those below them."
        />
        {fields
          .filter(({ type }) => type !== 'boolean') // two values: the other one says it
          .map((field) => (
            <FieldControl
              key={field.key}
              field={field}
              {...control(toLeftOut(field.key), notLabel(field.label))}
              suggestions={suggestions}
            />
          ))}
      </div>
    </details>
  );
}

type Labelled = Pick<FieldProps, 'name' | 'label' | 'values' | 'problem' | 'placeholder'>;

/** A value of a custom field, to narrow people by or to leave them out. */
export function FieldControl({
  field: { key, type },
  suggestions,
  ...control
}: Labelled & { readonly field: FieldDefinition; readonly suggestions: FilterValues }) {
  if (type === 'boolean') return <Choice {...control} options={[any, ...yesNo]} />;
  return (
    <Field
      {...control}
      {...(type === 'number' && { inputmode: 'decimal' })}
      suggestions={suggestions.fields[key]}
      autocomplete="off"
    />
  );
}

/**
 * A day. Anything else, such as a time, is shown as a text, because browsers empty a date input that has no
 * day.
 */
function DayField(props: ControlProps) {
  const entered = props.values[props.name];
  const isOther = typeof entered === 'string' && !z.iso.date().safeParse(entered).success;
  return <Field {...props} type={isOther ? 'text' : 'date'} />;
}
