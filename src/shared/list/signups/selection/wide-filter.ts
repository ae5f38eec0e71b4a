import { z } from 'zod';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { emailStatuses, rankOf } from '../../mail-state/status.ts';
import { listPlace, type PeopleFilterPart, type PeopleFilters } from '../../parts.ts';
import type { SignupFilter } from '../search/filter-queries.ts';
import { firstInstantOf } from '../search/moments.ts';
import { DayOrTime } from '../search/schema.ts';
import { PeopleFilter, ShownPeopleFilter, toPeopleFilter } from './people-filter.ts';

/** All that people are narrowed by in the body of a request: as for waves, and what else is known. */
export type WideFilter = PeopleFilter & {
  readonly created_from?: string | undefined;
  readonly email_status?: 'none' | (typeof emailStatuses)[number] | undefined;
} & { readonly [Name in keyof PeopleFilters]?: PeopleFilters[Name] | undefined };

const extraFilters = {
  created_from: DayOrTime.describe(
    'Only people who signed up on this day or later, as `YYYY-MM-DD` in UTC, or at this time or later.',
  ),
  email_status: z
    .enum(['none', ...emailStatuses])
    .describe('Only people whose signup email has this status. `none`: no status yet.'),
};

/** What capabilities narrow people by. */
const othersFilters = (): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    listPlace
      .parts()
      .flatMap(({ filters = {} }) => Object.entries(filters))
      .map(([name, { schema }]) => [name, schema.optional()]),
  );

/** The filters by their names, all but single signups. */
export const wideFilters = (): Readonly<Record<string, z.ZodType>> => ({
  ...PeopleFilter.omit({ ids: true }).shape,
  ...z.object(extraFilters).partial().shape,
  ...othersFilters(),
});

/** The same in an answer. */
export const shownWideFilters = (): Readonly<Record<string, z.ZodType>> => ({
  ...ShownPeopleFilter.omit({ id_count: true }).shape,
  created_from: z.string().optional().describe('The day or time from which people signed up.'),
  email_status: z.string().optional().describe('The status of their signup email.'),
  ...othersFilters(),
});

/**
 * What a wide filter matches. @throws AppError invalid_request for an unknown field, or a value that is not
 * of its type
 */
export async function toWideFilter(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { created_from, email_status, ...filter }: WideFilter,
): Promise<SignupFilter> {
  const values: Readonly<Record<string, unknown>> = filter;
  const parts = listPlace.parts().flatMap(({ filters = {} }) => Object.entries(filters));
  const others = (parts as [string, PeopleFilterPart][]).flatMap(([name, { condition }]) => {
    const value = values[name];
    if (value === undefined) return [];
    return [(tx: Parameters<typeof condition>[0], id: string) => condition(tx, id, value)];
  });
  return {
    ...(await toPeopleFilter(sql, accountId, waitlistId, filter)),
    createdFrom: created_from === undefined ? undefined : firstInstantOf(created_from),
    statusRank: email_status && (email_status === 'none' ? 0 : rankOf(email_status)),
    others,
  };
}
