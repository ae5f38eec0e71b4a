import { platformAccountId } from '../../../src/shared/platform/ids.ts';
import type { Fragment, Sql } from '../../../src/shared/platform/postgres/connection.ts';

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
  const ofImport = (state: string) => sql`
    EXISTS (SELECT FROM imports i WHERE i.account_id = t.account_id AND i.id = t.import_id AND i.state = ${state})`;
  const filter = (path: string) => named(sql`filter #>> ${path}::text::text[]`);
  const places: Record<string, readonly [table: string, condition: Fragment]> = {
    'signups: address': ['signups', named(sql`email`)],
    'signups: source': ['signups', named(sql`utm_source`)],
    'signups: referrer': ['signups', encoded(sql`referrer`)],
    'signups: metadata': ['signups', sql`${own(sql`id`)} AND ${named(sql`metadata`)}`],
    'signups: custom fields': ['signups', named(sql`fields`)],
    'signups: by a form': ['signups', sql`${own(sql`id`)} AND status_mailed_at IS NOT NULL`],
    'signups: by an import': ['signups', sql`${own(sql`id`)} AND import_id IS NOT NULL`],
    'signup_daily: a source': ['signup_daily', sql`${named(sql`source`)} AND signups > 0`],
    'signup_daily: a source of a deleted signup': [
      'signup_daily',
      sql`${named(sql`source`)} AND signups = 0`,
    ],
    'mails: signup': ['mails', ofKind('signup')],
    'mails: confirm': ['mails', ofKind('confirm')],
    'mails: invite': ['mails', ofKind('invite')],
    'mails: reward': ['mails', ofKind('reward')],
    'mails: status': ['mails', ofKind('status')],
    'email_events: of its mails': ['email_events', own(sql`signup_id`)],
    'reward_grants: of the person': ['reward_grants', own(sql`signup_id`)],
    'referral_claims: of the person': ['referral_claims', own(sql`signup_id`)],
    'referral_claims: of somebody with the code of the person': ['referral_claims', own(sql`referrer_id`)],
    'referral_aliases: an old code': ['referral_aliases', named(sql`alias`)],
    'conversions: an external id': ['conversions', named(sql`external_id`)],
    'invitations: an open one': ['invitations', sql`${own(sql`signup_id`)} AND state = 'invited'`],
    'waves: a name': ['waves', named(sql`name`)],
    'waves: a draft with a field': ['waves', sql`${filter('{fields,contact}')} AND state = 'draft'`],
    'waves: a sent one with a source': ['waves', sql`${filter('{utm_source}')} AND state = 'sent'`],
    'waves: one whose people are not selected yet': [
      'waves',
      sql`${filter('{fields,contact}')} AND state = 'selecting'`,
    ],
    'imports: a warning': ['imports', named(sql`warnings`)],
    'import_rows: finished, of the person': [
      'import_rows',
      sql`${named(sql`email_key`)} AND ${ofImport('finished')}`,
    ],
    'import_rows: a dry run, of the person': [
      'import_rows',
      sql`${named(sql`email_key`)} AND ${ofImport('ready')}`,
    ],
    'import_rows: just uploaded': ['import_rows', sql`${named(sql`raw`)} AND ${ofImport('validating')}`],
    'import_rows: refused': ['import_rows', sql`${named(sql`raw -> 0`)} AND outcome = 'rejected'`],
    'import_rows: a code': ['import_rows', sql`${named(sql`code`)} AND ${named(sql`email_key`)}`],
    'import_rows: a code of somebody else': [
      'import_rows',
      sql`${named(sql`code`)} AND NOT ${named(sql`email_key`)}`,
    ],
    'import_rows: an id': ['import_rows', sql`${named(sql`foreign_id`)} AND ${named(sql`email_key`)}`],
    'import_rows: an id of somebody else': [
      'import_rows',
      sql`${named(sql`foreign_id`)} AND NOT ${named(sql`email_key`)}`,
    ],
    'import_rows: referred by the person': ['import_rows', named(sql`raw -> 2`)],
    'import_rows: why a row is refused': ['import_rows', named(sql`error`)],
    'events: the feed': ['events', named(sql`data`)],
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
  const counted = await Promise.all(
    Object.entries(places).map(async ([place, [table, condition]]) => {
      const [row] = await sql<[{ count: number }]>`
        SELECT count(*)::integer AS count FROM ${sql(table)} t WHERE account_id IN (${accountId}, ${platformAccountId}) AND ${condition}`;
      return [place, row.count] as const;
    }),
  );
  return Object.fromEntries(counted);
}
