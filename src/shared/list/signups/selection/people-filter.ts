import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { boundedList, boundedRecord } from '../../../platform/schema/bounded.ts';
import { EmailDomain } from '../../../platform/schema/email-address.ts';
import { mustBeOf } from '../../../platform/schema/messages.ts';
import { boundedText } from '../../../platform/schema/text.ts';
import { listFields } from '../../fields/queries.ts';
import { fieldKeyForm, maxFieldsPerWaitlist } from '../../fields/schema.ts';
import { type FieldValue, type SignupFilter, unfiltered } from '../search/filter-queries.ts';
import { firstInstantOf } from '../search/moments.ts';
import { DayOrTime, mostDomains, TextMatch } from '../search/schema.ts';

/** The most ids in a filter: so many fit into a request. */
export const mostIds = 10_000;

const Value = z.union([boundedText(1_000), z.number(), z.boolean()], {
  error: 'must be a text of at most 1,000 characters, a number, true or false',
});

/** Values of custom fields by their keys. */
const FieldValues = boundedRecord(
  z.record(z.string().regex(fieldKeyForm, 'is not the key of a custom field'), Value),
  maxFieldsPerWaitlist,
);

/**
 * What narrows the people that something is done with, in the body of a request. All that is given must hold.
 */
export const PeopleFilter = z
  .strictObject({
    fields: FieldValues.describe('Only people with exactly these values of custom fields, which must exist.'),
    not_fields: FieldValues.describe(
      'Leaves out people with any of these values of custom fields. Those without a value stay.',
    ),
    not_email_domains: boundedList(z.array(EmailDomain).min(1), mostDomains, 'domains').describe(
      'Leaves out people whose address is at one of these domains, or at one below it.',
    ),
    utm_source: boundedText(200).min(1).describe('Only people from exactly this campaign or channel.'),
    match: TextMatch.describe(
      'How `utm_source` and the texts of `fields` and `not_fields` are compared: `exact`, the default; `any_case`: the whole value, whatever its case; `contains`: a part of it, whatever its case.',
    ),
    created_before: DayOrTime.describe(
      'Only people who signed up before this day, as `YYYY-MM-DD` in UTC, or before this time.',
    ),
    min_referrals: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .describe('Only people who referred at least so many. Withheld referrals do not count.'),
    confirmed: z
      .boolean()
      .describe('Only people who have confirmed their address, or only those who have not.'),
    ids: boundedList(z.array(z.guid()).min(1), mostIds, 'ids').describe('Only these signups.'),
  })
  .partial();
export type PeopleFilter = z.infer<typeof PeopleFilter>;

const ShownValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** The filter of an answer: it counts the ids, which may be thousands. */
export const ShownPeopleFilter = z
  .object({
    fields: ShownValues.describe('Values of custom fields.'),
    not_fields: ShownValues.describe('Values of custom fields of people who are left out.'),
    not_email_domains: z.array(z.string()).describe('Domains of people who are left out.'),
    utm_source: z.string().describe('The campaign or channel.'),
    match: TextMatch.describe('How texts are compared, if not exactly.'),
    created_before: z.string().describe('The day or time before which people signed up.'),
    min_referrals: z.int().describe('How many they referred at least.'),
    confirmed: z.boolean().describe('Whether they have confirmed their address.'),
    id_count: z.int().describe('How many `ids` were given.'),
  })
  .partial();
/** A filter without its ids. */
export type ShownPeopleFilter = z.infer<typeof ShownPeopleFilter>;

/**
 * What a filter of people matches. @throws AppError invalid_request for an unknown field, or a value that is
 * not of its type
 */
export async function toPeopleFilter(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { fields = {}, not_fields: notFields = {}, ...filter }: PeopleFilter,
): Promise<SignupFilter> {
  const known =
    Object.keys(fields).length + Object.keys(notFields).length > 0
      ? await listFields(sql, accountId, waitlistId, { limit: maxFieldsPerWaitlist, offset: 0 })
      : [];
  const toValues = (group: string, values: Readonly<Record<string, z.infer<typeof Value>>>) =>
    Object.entries(values).map(([key, value]): FieldValue => {
      const name = `${group}.${key}`;
      const field = known.find((each) => each.key === key) ?? refuse(name, 'the waitlist has no such field');
      if (typeof value !== field.type) refuse(name, mustBeOf(field.type));
      return { key, json: JSON.stringify(value), text: typeof value === 'string' ? value : undefined };
    });
  return {
    ...unfiltered,
    ids: filter.ids,
    source: filter.utm_source,
    match: filter.match,
    createdBefore: filter.created_before === undefined ? undefined : firstInstantOf(filter.created_before),
    leastReferrals: filter.min_referrals,
    isConfirmed: filter.confirmed,
    fields: toValues('fields', fields),
    notFields: toValues('not_fields', notFields),
    notEmailDomains: filter.not_email_domains ?? [],
  };
}

function refuse(name: string, problem: string): never {
  throw new AppError('invalid_request', `filter.${name}: ${problem}`);
}
