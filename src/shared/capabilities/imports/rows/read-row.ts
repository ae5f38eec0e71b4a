import type { DeclaredField } from '../../../list/fields/queries.ts';
import { languageTagText, toLanguageTag } from '../../../list/language/language-tag.ts';
import { type BounceClass, bounceClasses } from '../../../list/mail-state/bounce.ts';
import { type EmailStatus, emailStatuses, rankOf } from '../../../list/mail-state/status.ts';
import { foldAddress } from '../../../list/signals/address-forms.ts';
import { type Campaign, campaignKeys, toCampaign } from '../../../list/signups/campaign.ts';
import { describeMismatch, TextValue } from '../../../list/signups/field-values.ts';
import { toReferralCode } from '../../../list/signups/referral-code.ts';
import { SignupInput } from '../../../list/signups/schema.ts';
import { referrerDomain } from '../../../list/signups/signup-request.ts';
import { toEmailKey } from '../../../platform/schema/email-address.ts';
import { describeFirstIssue } from '../../../platform/schema/issue.ts';
import { findUnstorable } from '../../../platform/schema/storable.ts';
import { type LeftReason, readSubscription } from '../columns/subscription.ts';
import type { Columns, PlainTarget } from '../columns/targets.ts';
import { timeTargets } from '../dates/date-signs.ts';
import { readTime } from '../dates/read-time.ts';
import { cleanAddress } from './clean-address.ts';
import type { DateOrder } from './findings.ts';

/** A row that can become a signup, in the form of the function import_signups. */
export interface ReadRow {
  readonly email: string;
  readonly email_key: string;
  readonly fold: string;
  readonly position: number | null;
  readonly created_at: string | null;
  /** In our form. */
  readonly kept_code: string | null;
  /** In any other form. */
  readonly alias: string | null;
  readonly referred_by: string | null;
  readonly foreign_id: string | null;
  readonly utm_source: string | null;
  readonly campaign: Campaign | null;
  readonly referrer: string | null;
  readonly referrer_domain: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly email_status: number;
  /** Null if its email did not come back, or in a file that does not tell the class. */
  readonly bounce_class: BounceClass | null;
  readonly email_delivered_at: string | null;
  readonly email_opened_at: string | null;
  readonly email_clicked_at: string | null;
  readonly confirmed_at: string | null;
  readonly unsubscribed_at: string | null;
  /** A language tag. */
  readonly locale: string | null;
  /** When the person became a user. */
  readonly converted_at: string | null;
}

/** How the rows of a file are read. */
export interface Reading {
  readonly columns: Columns;
  readonly declared: readonly (DeclaredField & { readonly required: boolean })[];
  readonly keepsPositions: boolean;
  readonly keepsCodes: boolean;
  /** The time of an unsubscription of which the file does not tell the time. */
  readonly importedAt: string;
  /** Milliseconds; later times are refused. */
  readonly latest: number;
  readonly dateOrder: DateOrder | null;
}

/** Whose row it is, and why that address gets no mails. */
export interface RowPerson {
  readonly email: string;
  /** Whether something was around the address. */
  readonly isCleaned: boolean;
  readonly email_key: string;
  readonly left: readonly LeftReason[];
}

/**
 * A row, and keys of values that are not declared; or why it cannot become a signup. Whose it is, if that can
 * be read: who has left gets no mails, whatever else is in the row.
 */
export type RowResult =
  | { readonly row: ReadRow; readonly undeclared: readonly string[]; readonly person: RowPerson }
  | { readonly error: string; readonly person: RowPerson | undefined };

/** The orders of dates, for people. */
export const orderNames: Readonly<Record<DateOrder, string>> = {
  mdy: 'month/day/year',
  dmy: 'day/month/year',
};

/** Leaves room for a billion signups behind them. */
const highestPosition = 1_000_000_000;
/** As long as a code that is passed with a signup. */
const longestCode = 64;
const longestId = 200;
const ImportedTexts = SignupInput.pick({
  ...{ utm_source: true, referrer: true, metadata: true },
  ...{ utm_medium: true, utm_campaign: true, utm_term: true, utm_content: true },
});
class RefusedRow extends Error {}

function refuse(reason: string): never {
  throw new RefusedRow(reason);
}

/** Reads the cells of a row (N6). The same cells and the same reading give the same row. */
export function readRow(cells: readonly string[], reading: Reading): RowResult {
  let person: RowPerson | undefined;
  try {
    person = toPerson(cells, reading);
    return toRow(cells, reading, person);
  } catch (error) {
    if (error instanceof RefusedRow) return { error: error.message, person };
    throw error;
  }
}

const cellOf =
  (cells: readonly string[], { plain }: Columns) =>
  (target: PlainTarget): string => {
    const index = plain[target];
    return index === undefined ? '' : (cells[index] ?? '').trim();
  };

function toPerson(cells: readonly string[], { columns }: Reading): RowPerson {
  if (cells.length !== columns.count)
    refuse(`The row has ${cells.length} cells, and the header has ${columns.count}.`);
  const cell = cellOf(cells, columns);
  if (cell('email') === '') refuse('email: is required');
  const { data: email, error } = SignupInput.shape.email.safeParse(cleanAddress(cell('email')));
  if (error) refuse(describeFirstIssue(error, { whole: 'email' }));
  const emailKey = toEmailKey(email) ?? refuse('email: must be an email address');
  const isCleaned = email !== (cells[columns.plain.email ?? -1] ?? '').replace(/^ +| +$/g, '');
  return { email, email_key: emailKey, isCleaned, left: readLeft(cells, columns) };
}

/** Why the person of a row gets no mails. */
function readLeft(cells: readonly string[], columns: Columns): LeftReason[] {
  const cell = cellOf(cells, columns);
  const left = new Set<LeftReason>();
  for (const { name, index } of columns.subscription) {
    const text = cells[index] ?? '';
    const said =
      readSubscription(text, name) ??
      refuse(`${name.slice(0, 60)}: “${text.trim().slice(0, 40)}” does not tell whether mails go there`);
    if (said !== 'subscribed') left.add(said);
  }
  const status = cell('email_status').toLowerCase();
  if (status === 'complained' || status === 'suppressed') left.add(status);
  if (cell('unsubscribed_at') !== '') left.add('unsubscribed');
  const isBack = status === 'bounced' || cell('bounced_at') !== '';
  const bounceClass = cell('bounce_class').toLowerCase();
  if (bounceClass === 'permanent' || (isBack && bounceClass !== 'transient')) left.add('bounced');
  return [...left];
}

function toRow(cells: readonly string[], reading: Reading, person: RowPerson): RowResult {
  const { columns } = reading;
  const cell = cellOf(cells, columns);
  const { data: texts, error } = ImportedTexts.safeParse({
    utm_source: rawCell(cells, columns, 'utm_source'),
    ...Object.fromEntries(campaignKeys.map((key) => [key, rawCell(cells, columns, key)])),
    referrer: rawCell(cells, columns, 'referrer'),
    metadata: readMetadata(cells, columns),
  });
  if (error) refuse(describeFirstIssue(error));
  const { bounced_at: _read, ...times } = readTimes(cell, reading);
  const { values, undeclared } = readFields(cells, reading);
  const referrer = texts.referrer ?? null;
  const row: ReadRow = {
    email: person.email,
    email_key: person.email_key,
    fold: foldAddress(person.email_key),
    position: reading.keepsPositions ? toPosition(cell('position')) : null,
    ...times,
    created_at: times.created_at ?? times.confirmed_at,
    unsubscribed_at:
      times.unsubscribed_at ?? (person.left.includes('unsubscribed') ? reading.importedAt : null),
    ...toCode(reading.keepsCodes ? cell('referral_code') : ''),
    referred_by: cell('referred_by').slice(0, 400) || null,
    foreign_id: cell('id').slice(0, longestId) || null,
    utm_source: texts.utm_source ?? null,
    campaign: toCampaign(texts) ?? null,
    referrer,
    referrer_domain: referrerDomain(referrer),
    metadata: texts.metadata ?? {},
    fields: values,
    email_status: toStatus(cell('email_status')),
    bounce_class: toBounceClass(cell('bounce_class')),
    locale: toLocale(cell('locale')),
  };
  return { row, undeclared, person };
}

/** Texts are kept as they are; only blank ones count as none. */
function rawCell(
  cells: readonly string[],
  { plain }: Columns,
  target: 'utm_source' | 'referrer' | keyof Campaign,
): string | null {
  const index = plain[target];
  return index === undefined ? null : (cells[index] ?? null);
}

type Times = Record<(typeof timeTargets)[number], string | null>;
const noTimes = Object.fromEntries(timeTargets.map((target) => [target, null])) as Times;

function readTimes(cell: (target: PlainTarget) => string, reading: Reading): Times {
  const times = { ...noTimes };
  for (const target of timeTargets) {
    const text = cell(target);
    if (text !== '') times[target] = toTime(target, text, reading);
  }
  return times;
}

function toTime(target: PlainTarget, text: string, { latest, dateOrder }: Reading): string {
  const time = readTime(text, latest, dateOrder);
  if (time === undefined)
    refuse(
      `${target}: must be a time such as 2026-01-31T09:30:00Z, not before 2000 and not in the future${dateOrder === null ? '' : `; dates are read as ${orderNames[dateOrder]}`}`,
    );
  return new Date(time).toISOString();
}

function toPosition(text: string): number {
  if (text === '') refuse('position: is required, because positions are kept');
  const position = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (position < 1 || position > highestPosition)
    refuse('position: must be a whole number from 1 to 1,000,000,000');
  return position;
}

function toCode(text: string): Pick<ReadRow, 'kept_code' | 'alias'> {
  if (text === '') return { kept_code: null, alias: null };
  if ([...text].length > longestCode) refuse(`referral_code: must be at most ${longestCode} characters`);
  const code = toReferralCode(text) ?? null;
  return code === null ? { kept_code: null, alias: text } : { kept_code: code, alias: null };
}

function toStatus(text: string): number {
  if (text === '') return 0;
  const status = emailStatuses.find((each) => each === text.toLowerCase());
  return status ? rankOf(status satisfies EmailStatus) : refuse('email_status: is not a known status');
}

function toBounceClass(text: string): BounceClass | null {
  if (text === '') return null;
  const known = bounceClasses.find((each) => each === text.toLowerCase());
  return known ?? refuse(`bounce_class: must be ${bounceClasses.join(' or ')}`);
}

/** Many tools write `pt_BR`. */
function toLocale(text: string): string | null {
  if (text === '') return null;
  return toLanguageTag(text.replaceAll('_', '-')) ?? refuse(`locale: ${languageTagText}`);
}

function readObject(text: string, target: 'metadata' | 'fields'): Record<string, unknown> {
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    refuse(`${target}: must be a JSON object`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse(`${target}: must be a JSON object`);
  const path = Object.hasOwn(value, '__proto__') ? '__proto__' : findUnstorable(value, target);
  if (path !== undefined) refuse(`${target}: ${path} cannot be stored`);
  return value as Record<string, unknown>;
}

function readMetadata(cells: readonly string[], columns: Columns): Record<string, unknown> {
  const { metadata } = columns.plain;
  const given = metadata === undefined ? {} : readObject((cells[metadata] ?? '').trim(), 'metadata');
  for (const { key, index } of columns.metadata) {
    const text = cells[index] ?? '';
    if (text.trim() !== '') given[key] = text;
  }
  return given;
}

function readFields(
  cells: readonly string[],
  { columns, declared }: Reading,
): { values: Record<string, unknown>; undeclared: string[] } {
  const index = columns.plain.fields;
  const given = index === undefined ? {} : readObject((cells[index] ?? '').trim(), 'fields');
  const types = new Map(declared.map(({ key, type }) => [key, type]));
  for (const column of columns.fields) {
    const text = cells[column.index] ?? '';
    if (text.trim() !== '') given[column.key] = toValue(text, types.get(column.key));
  }
  const values: Record<string, unknown> = {};
  for (const { key, type, required } of declared) {
    const value = Object.hasOwn(given, key) ? given[key] : null;
    if (value === null || value === undefined) {
      if (required) refuse(`fields.${key}: is required`);
      continue;
    }
    const isFit = typeof value === type && (typeof value !== 'string' || TextValue.safeParse(value).success);
    if (!isFit) refuse(`fields.${key}: ${describeMismatch(value, type)}`);
    values[key] = value;
  }
  return { values, undeclared: Object.keys(given).filter((key) => !types.has(key)) };
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

/** A cell as the type of its field; the text itself where it is no such value. */
function toValue(text: string, type: DeclaredField['type'] | undefined): unknown {
  if (type === 'number') {
    const number = Number(text);
    return Number.isFinite(number) ? number : text;
  }
  if (type === 'boolean') return truths[text.trim().toLowerCase()] ?? text;
  return text;
}
