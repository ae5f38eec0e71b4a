import { listFields } from '../../../list/fields/queries.ts';
import { maxFieldsPerWaitlist } from '../../../list/fields/schema.ts';
import type { SignupFilter } from '../../../list/signups/search/filter-queries.ts';
import { firstInstantOf } from '../../../list/signups/search/moments.ts';
import { unfiltered } from '../../../list/signups/search/to-filter.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { mustBeOf } from '../../../platform/schema/messages.ts';
import type { WaveFilter } from './schema.ts';

/**
 * What a wave's filter matches (N5). @throws AppError invalid_request for an unknown field, or a value that
 * is not of its type
 */
export async function toWaveFilter(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { fields = {}, ...filter }: WaveFilter,
): Promise<SignupFilter> {
  const given = Object.entries(fields);
  const known =
    given.length > 0
      ? await listFields(sql, accountId, waitlistId, { limit: maxFieldsPerWaitlist, offset: 0 })
      : [];
  return {
    ...unfiltered,
    ids: filter.ids,
    source: filter.utm_source,
    match: filter.match,
    createdBefore: filter.created_before === undefined ? undefined : firstInstantOf(filter.created_before),
    leastReferrals: filter.min_referrals,
    isConfirmed: filter.confirmed,
    fields: given.map(([key, value]) => {
      const field = known.find((each) => each.key === key) ?? refuse(key, 'the waitlist has no such field');
      if (typeof value !== field.type) refuse(key, mustBeOf(field.type));
      return { key, json: JSON.stringify(value), text: typeof value === 'string' ? value : undefined };
    }),
  };
}

function refuse(key: string, problem: string): never {
  throw new AppError('invalid_request', `filter.fields.${key}: ${problem}`);
}
