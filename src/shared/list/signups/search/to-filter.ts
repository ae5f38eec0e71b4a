import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { toEmailKey } from '../../../platform/schema/email-address.ts';
import { mustBeOf } from '../../../platform/schema/messages.ts';
import { listFields } from '../../fields/queries.ts';
import { type FieldDefinition, maxFieldsPerWaitlist } from '../../fields/schema.ts';
import { rankOf } from '../../mail-state/status.ts';
import { TextValue } from '../field-values.ts';
import { toReferralCode } from '../referral-code.ts';
import { readSegmentFilter } from '../selection/segment.ts';
import { toWideFilter, type WideFilter, wideFilters } from '../selection/wide-filter.ts';
import { type FieldValue, matching, type SignupFilter, unfiltered } from './filter-queries.ts';
import { firstInstantOf, instantAfter } from './moments.ts';
import { keyIn, type SignupFilters, shortestPart } from './schema.ts';
import { type SignupCondition, searchParts } from './search-parts.ts';

/**
 * The filter of a query; undefined if it has none. Reads the fields of the waitlist if a filter names one.
 * @throws AppError invalid_request for an unknown field or a value that is not of its type
 */
export async function toSignupFilter(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  given: SignupFilters,
): Promise<SignupFilter | undefined> {
  if (namesOf(given).length === 0) return undefined;
  const {
    email,
    referral_code,
    email_status,
    created_from,
    created_to,
    q,
    fields = {},
    not_fields: notFields = {},
    orNoSource = false,
    orUncredited = false,
  } = given;
  const segment =
    given.segment === undefined ? undefined : await readSegment(sql, accountId, waitlistId, given.segment);
  return {
    ...unfiltered,
    emailKey: apply(email, (address) => toEmailKey(address) ?? ''),
    referralCode: apply(referral_code, (typed) => toReferralCode(typed) ?? ''),
    source: given.utm_source,
    match: given.match,
    orNoSource,
    site: given.site,
    statusRank: apply(email_status, (status) => (status === 'none' ? 0 : rankOf(status))),
    bounceClass: given.bounce_class,
    referrerId: given.referred_by,
    orUncredited,
    createdFrom: apply(created_from, firstInstantOf) ?? segment?.createdFrom,
    createdBefore: apply(created_to, instantAfter) ?? segment?.createdBefore,
    isConfirmed: apply(given.confirmed, (text) => text === 'true'),
    ...toEmailSearch(q?.toLowerCase()),
    others: [
      ...Object.values(given.others ?? {}),
      ...toConditions(given),
      ...(segment ? [meets(waitlistId, segment)] : []),
    ],
    notEmailDomains: given.not_email_domains ?? [],
    ...(await toFieldFilters(sql, accountId, waitlistId, fields, notFields)),
  };
}

/** The filters of the query that others know. */
function toConditions({ utm_campaign: name }: SignupFilters): SignupCondition[] {
  const part = searchParts().utm_campaign;
  return name === undefined || !part ? [] : [(sql, accountId) => part.condition(sql, accountId, name)];
}

/** What the signups of a segment match. @throws AppError invalid_request for one that is not there */
async function readSegment(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  id: string,
): Promise<SignupFilter> {
  const shape = z.strictObject(wideFilters()) as unknown as z.ZodType<WideFilter>;
  const filter = await readSegmentFilter(sql, { accountId, waitlistId }, id, shape);
  return toWideFilter(sql, accountId, waitlistId, filter);
}

/** The condition that a signup is on a waitlist and meets a filter. */
const meets =
  (waitlistId: string, filter: SignupFilter): SignupCondition =>
  (sql, accountId) =>
    sql`(${matching(sql, accountId, waitlistId, filter)})`;

/** The filter for signups with these ids. */
export const byIds = (ids: readonly string[]): SignupFilter => ({ ...unfiltered, ids });

/** The filter for signups of a time. */
export const narrowedTo = (time: Pick<SignupFilter, 'createdFrom' | 'createdBefore'>): SignupFilter => ({
  ...unfiltered,
  ...time,
});

/**
 * A text that is shorter than the API takes is searched at the beginning of addresses (C11.3), where an index
 * serves it.
 */
function toEmailSearch(text: string | undefined): Pick<SignupFilter, 'emailPart' | 'emailStart'> {
  const isPart = text !== undefined && text.length >= shortestPart;
  return { emailPart: isPart ? text : undefined, emailStart: isPart ? undefined : text };
}

/** The names of the given filters, as parameters of the query. */
export function namesOf({
  fields = {},
  not_fields: notFields = {},
  orNoSource: _,
  orUncredited: __,
  match: ___,
  others = {},
  ...filters
}: SignupFilters): string[] {
  const names = Object.entries({ ...filters, ...others }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  return [...names, ...Object.keys(fields), ...Object.keys(notFields)];
}

const apply = <Value, Result>(value: Value | undefined, to: (value: Value) => Result) =>
  value === undefined ? undefined : to(value);

async function toFieldFilters(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  given: Readonly<Record<string, string>>,
  leftOut: Readonly<Record<string, string>>,
): Promise<Pick<SignupFilter, 'fields' | 'notFields'>> {
  const isAsked = Object.keys(given).length + Object.keys(leftOut).length > 0;
  const page = { limit: maxFieldsPerWaitlist, offset: 0 };
  const fields = isAsked ? await listFields(sql, accountId, waitlistId, page) : [];
  const toValue = ([name, text]: [string, string]): FieldValue => {
    const key = keyIn(name);
    const field = fields.find((each) => each.key === key) ?? refuse(name, 'the waitlist has no such field');
    const json = toJson(field, text) ?? refuse(name, expected[field.type]);
    return { key, json, text: field.type === 'string' ? text : undefined };
  };
  return { fields: Object.entries(given).map(toValue), notFields: Object.entries(leftOut).map(toValue) };
}

function refuse(name: string, problem: string): never {
  throw new AppError('invalid_request', `${name}: ${problem}`);
}

const expected: Readonly<Record<FieldDefinition['type'], string>> = {
  string: 'must be at most 1000 characters',
  number: mustBeOf('number'),
  boolean: mustBeOf('boolean'),
};

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A value of a field as it is stored, in the form of JSON.stringify; undefined for a text that is none. */
function toJson({ type }: FieldDefinition, text: string): string | undefined {
  switch (type) {
    case 'string':
      return TextValue.safeParse(text).success ? JSON.stringify(text) : undefined;
    case 'number':
      return jsonNumber.test(text) && Number.isFinite(Number(text))
        ? JSON.stringify(Number(text))
        : undefined;
    case 'boolean':
      return text === 'true' || text === 'false' ? text : undefined;
  }
}
