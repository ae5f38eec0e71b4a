import { platformAccountId } from '../../../src/shared/platform/ids.ts';
import type { Fragment, Sql } from '../../../src/shared/platform/postgres/connection.ts';
import type { Places } from './plants/plant.ts';
import { plants } from './plants/plants.ts';

/** A person of an account: what every spelling of the address has, and the ids of the signups. */
export interface PlacedPerson {
  readonly accountId: string;
  readonly name: string;
  readonly signupIds: readonly string[];
}

/** How often the person is in each place that an erasure empties. */
export async function countInPlaces(
  sql: Sql,
  { accountId, name, signupIds }: PlacedPerson,
): Promise<Record<string, number>> {
  const named = (column: Fragment) => sql`lower((${column})::text) LIKE ${`%${name}@%`}`;
  const encoded = (column: Fragment) => sql`lower((${column})::text) LIKE ${`%${name}\\%40%`}`;
  const own = (column: Fragment) => sql`${column} = ANY (${signupIds as string[]}::uuid[])`;
  const job = (name: string) => sql`job = ${name}`;
  const dead = sql`due_at = 'infinity'`;
  const ofKind = (kind: string) => sql`${own(sql`coalesce(signup_id, id)`)} AND kind = ${kind}`;
  const places: Record<string, Places[string]> = {
    'signups: address': ['signups', named(sql`email`)],
    'signups: source': ['signups', named(sql`utm_source`)],
    'signups: referrer': ['signups', encoded(sql`referrer`)],
    'signups: metadata': ['signups', sql`${own(sql`id`)} AND ${named(sql`metadata`)}`],
    'signups: a note': ['signups', named(sql`note`)],
    'signups: custom fields': ['signups', named(sql`fields`)],
    'signup_daily: a source': ['signup_daily', sql`${named(sql`source`)} AND signups > 0`],
    'signup_daily: a source of a deleted signup': [
      'signup_daily',
      sql`${named(sql`source`)} AND signups = 0`,
    ],
    'mails: signup': ['mails', ofKind('signup')],
    'email_events: of its mails': ['email_events', own(sql`signup_id`)],
    'events: the feed': ['events', named(sql`data`)],
    'events: an address before it was corrected': ['events', named(sql`data ->> 'previous_email'`)],
    'events: custom fields': ['events', named(sql`facts`)],
    'outbox: an event': ['outbox', sql`${job('fan-out-event')} AND NOT ${dead} AND ${named(sql`payload`)}`],
    'outbox: a dead-lettered event': [
      'outbox',
      sql`${job('fan-out-event')} AND ${dead} AND ${named(sql`payload`)}`,
    ],
    'outbox: a delivery': [
      'outbox',
      sql`${job('deliver-with-retries')} AND NOT ${dead} AND ${named(sql`payload`)}`,
    ],
    'outbox: a dead-lettered delivery': [
      'outbox',
      sql`${job('deliver-with-retries')} AND ${dead} AND ${named(sql`payload`)}`,
    ],
    'delivery_details: a request': ['delivery_details', named(sql`request`)],
    'delivery_details: an answer': ['delivery_details', named(sql`response`)],
    'idempotency_keys: a key': ['idempotency_keys', named(sql`key`)],
    'idempotency_keys: an answer': ['idempotency_keys', named(sql`answer`)],
  };
  for (const { places: placesOf } of plants)
    Object.assign(places, placesOf({ sql, named, encoded, own, ofKind }));
  const counted = await Promise.all(
    Object.entries(places).map(async ([place, [table, condition]]) => {
      const [row] = await sql<[{ count: number }]>`
        SELECT count(*)::integer AS count FROM ${sql(table)} t WHERE account_id IN (${accountId}, ${platformAccountId}) AND ${condition}`;
      return [place, row.count] as const;
    }),
  );
  return Object.fromEntries(counted);
}
