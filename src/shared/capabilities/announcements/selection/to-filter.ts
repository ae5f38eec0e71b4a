import { rankOf } from '../../../list/mail-state/status.ts';
import { listPlace, type PeopleFilterPart } from '../../../list/parts.ts';
import type { SignupFilter } from '../../../list/signups/search/filter-queries.ts';
import { firstInstantOf } from '../../../list/signups/search/moments.ts';
import { toPeopleFilter } from '../../../list/signups/selection/people-filter.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import type { AnnouncementFilter } from '../schema.ts';

/**
 * What the filter of an announcement matches. @throws AppError invalid_request for an unknown field, or a
 * value that is not of its type
 */
export async function toAnnouncementFilter(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { created_from, email_status, ...filter }: AnnouncementFilter,
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
