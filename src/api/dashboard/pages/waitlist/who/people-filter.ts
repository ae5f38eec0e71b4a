import { z } from 'zod';
import type { Segment } from '../../../../../shared/capabilities/segments/schema.ts';
import type { FieldDefinition } from '../../../../../shared/list/fields/schema.ts';
import type { PeopleFilter } from '../../../../../shared/list/signups/selection/people-filter.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import { startOfDay } from '../../../../../shared/platform/schema/time-zone.ts';
import { type FormValues, numberIn } from '../../../pages.ts';
import { type ShownFilter, toParameter } from './filter-words.ts';
import { within } from './segment.ts';

/** What a form of `PeopleControls` is read with. */
export interface FilterOf {
  readonly fields: readonly FieldDefinition[];
  readonly timeZone: string;
  /** Signups that were chosen one by one. */
  readonly ids: readonly string[] | undefined;
  /** The segments that the form offers. */
  readonly segments: readonly Segment[];
}

/**
 * The filter that was entered, within its segment if one was chosen, as bodies of requests have it; still to
 * be validated. @throws AppError
 * invalid_request with the control of a custom field
 */
export function toFilter(
  form: FormValues,
  { fields, timeZone, ids, segments }: FilterOf,
): Readonly<Record<string, unknown>> {
  const text = (name: string) => (form[name] === '' ? undefined : form[name]);
  const narrowed = toFields(form, fields, 'field');
  const leftOut = toFields(form, fields, 'not_field');
  const values = Object.values({ ...narrowed }).concat(Object.values({ ...leftOut }));
  const texts = values.filter((value) => typeof value === 'string');
  const comparesTexts = text('utm_source') !== undefined || texts.length > 0;
  const filter = {
    ids: ids && [...ids],
    utm_source: text('utm_source'),
    created_from: toMoment(text('created_from'), timeZone),
    created_before: toMoment(text('created_before'), timeZone),
    min_referrals: numberIn(form.min_referrals) ?? undefined,
    match: comparesTexts ? (text('match') ?? 'any_case') : undefined,
    confirmed: toBoolean(text('confirmed')),
    email_status: text('email_status'),
    invitation_state: text('invitation_state'),
    reward: text('reward'),
    utm_campaign: text('utm_campaign'),
    fields: narrowed,
    not_fields: leftOut,
    not_email_domains: toDomains(text('not_email_domains')),
  };
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return within(form, segments, given);
}

const toDomains = (text: unknown) =>
  typeof text === 'string' ? text.split(',').filter((domain) => domain.trim() !== '') : undefined;

const toBoolean = (text: unknown) => (text === 'true' ? true : text === 'false' ? false : text);

/** A day begins at midnight in the account's time zone. The API takes days in UTC. */
function toMoment(text: unknown, timeZone: string): unknown {
  const day = z.iso.date().safeParse(text).data;
  return day === undefined || timeZone === 'UTC' ? text : startOfDay(day, timeZone).toISOString();
}

/** @throws AppError invalid_request with the control that it is about */
function toFields(
  form: FormValues,
  fields: readonly FieldDefinition[],
  by: 'field' | 'not_field',
): PeopleFilter['fields'] {
  const given = fields.flatMap(({ key, type }) => {
    const entered = form[toParameter(key, by)];
    if (typeof entered !== 'string' || entered === '') return [];
    if (type === 'string') return [[key, entered]];
    const value = type === 'number' ? Number(entered) : toBoolean(entered);
    if (Number.isFinite(value) || typeof value === 'boolean') return [[key, value]];
    const expected = type === 'number' ? 'must be a number' : 'must be yes or no';
    throw new AppError('invalid_request', expected, { field: toParameter(key, by) });
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** What the controls show of a filter. Of ids only the number is shown. */
export function toControls({
  fields = {},
  not_fields: notFields = {},
  not_email_domains: domains,
  ...others
}: ShownFilter): FormValues {
  const named = (values: object, by: 'field' | 'not_field') =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [toParameter(key, by), value]));
  return toTexts({
    ...others,
    ...named(fields, 'field'),
    ...named(notFields, 'not_field'),
    not_email_domains: domains?.join(', '),
  });
}

/** Values as a form holds them; what is not set is left out. */
export function toTexts(values: object): FormValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );
}
