import { newReferralCode } from '../../src/shared/list/signups/referral-code.ts';
import { listSignups } from '../../src/shared/list/signups/search/list-signups.ts';
import type { Scans } from '../../src/shared/list/signups/search/scans.ts';
import { signupQuery } from '../../src/shared/list/signups/search/schema.ts';
import type { Tx } from '../../src/shared/platform/postgres/connection.ts';
import type { Deployment } from '../../test/support/deployment/deployment.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { recount } from '../../test/support/storm/invariants.ts';

/** A waitlist whose signups are found in every way. */
export interface LargeList {
  readonly accountId: string;
  readonly key: string;
  readonly waitlist: string;
  readonly signups: number;
  /** Of the signup with the most referrals. */
  readonly popular: { readonly id: string; readonly code: string };
}

/**
 * Stores signups over 100 days. A third of them was referred, mostly by early ones; one in 20 has an email
 * status; all have custom fields.
 */
export async function makeLargeList(
  { sql, progress, makeWaitlist }: Deployment,
  signups: number,
): Promise<LargeList> {
  const { accountId, key, waitlist } = await makeWaitlist();
  await sql`
    INSERT INTO field_definitions (account_id, waitlist_id, key, label, type, required, position)
    VALUES (${accountId}, ${waitlist}, 'company', 'Company', 'string', false, 0), (${accountId}, ${waitlist}, 'size', 'Size', 'number', false, 1)`;
  await sql`UPDATE waitlists SET referral_bonus = 5 WHERE account_id = ${accountId} AND id = ${waitlist}`;
  const codes = Array.from({ length: signups }, newReferralCode);
  const ids = await storeSignups(sql, { accountId, waitlist }, signups, {
    change: (index) => ({
      code: codes[index] ?? '',
      referrer_code: index % 3 === 1 ? (codes[Math.floor(index * Math.random() ** 3)] ?? null) : null,
      fields: { company: `Company ${index % 1_000}`, size: index % 50 },
    }),
    onStored: (stored) => progress.show(`${stored} of ${signups} signups stored`),
  });
  progress.show('Setting times and statuses');
  const admin = await sql.reserve();
  await admin`SET statement_timeout = 0`;
  // In the order of positions, so that rows lie where they would after 100 days.
  await admin`
    UPDATE signups SET created_at = timestamptz '2026-01-01T00:00:00Z' + position * (interval '100 days' / ${signups}::float8),
           email_status = CASE WHEN position % 20 = 0 THEN 2 + position / 20 % 9 ELSE 0 END
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlist}`;
  await admin`VACUUM ANALYZE signups`;
  await admin`SET statement_timeout = 5000`;
  admin.release();
  await recount(sql, waitlist);
  progress.end();
  return { accountId, key, waitlist, signups, popular: { id: ids[0] ?? '', code: codes[0] ?? '' } };
}

/** The searches to measure, by their queries. */
export const searchesOf = ({ signups, popular }: LargeList): readonly string[] => [
  'limit=50',
  `offset=${Math.floor(signups / 2)}`,
  `offset=${signups - 100}`,
  `email=PERSON${Math.floor(signups / 2)}@example.com`,
  `referral_code=${popular.code.toUpperCase()}`,
  `referred_by=${popular.id}`,
  'created_from=2026-03-01&created_to=2026-03-01',
  'created_from=2026-02-01&created_to=2026-03-31',
  'created_from=2026-01-01',
  'utm_source=source-7',
  'utm_source=nobody',
  `utm_source=source-7&offset=${Math.floor(signups / 25)}`,
  'utm_source=source-7&created_from=2026-03-01&created_to=2026-03-07',
  'email_status=none',
  'email_status=bounced',
  'q=person77777',
  'q=@example.com',
  'q=nobody',
  'field.company=Company%20777',
  'field.size=12&utm_source=source-12',
  'q=person&email_status=sent&field.size=0&order=display_position',
  'order=oldest',
  'order=referrals',
  `order=referrals&offset=${Math.floor(signups / 2)}`,
  `order=referrals&offset=${signups - 100}`,
  'order=display_position',
  `order=display_position&offset=${Math.floor(signups / 2)}`,
  `order=display_position&offset=${signups - 100}`,
  'utm_source=source-7&order=referrals',
  'email_status=none&order=display_position',
];

/**
 * Runs a search once in this process. @returns the indexes of signups that it read, with the entries read of
 * each
 */
export async function indexesOf({ sql }: Deployment, list: LargeList, query: string): Promise<string> {
  const { accountId, waitlist } = list;
  const readSoFar = (tx: Tx) => tx<{ name: string; read: number }[]>`
    SELECT indexrelname AS name, pg_stat_get_xact_tuples_returned(indexrelid) AS read
    FROM pg_stat_user_indexes WHERE relname = 'signups' ORDER BY 1`;
  const read = await sql.begin(async (tx) => {
    const run: Scans['run'] = (_account, _refusal, scan) => scan(tx);
    const ctx = { sql: tx, scans: { run } } as unknown as Parameters<typeof listSignups>[0];
    await tx`SET LOCAL statement_timeout = 0`;
    const before = await readSoFar(tx);
    const given = signupQuery().parse(Object.fromEntries(new URLSearchParams(query)));
    await listSignups(ctx, { accountId } as Parameters<typeof listSignups>[1], waitlist, given);
    const after = await readSoFar(tx);
    return after.map((row, index) => ({ ...row, read: row.read - (before[index]?.read ?? 0) }));
  });
  return read
    .filter((index) => index.read > 0)
    .map((index) => `${index.name.replace('signups_', '')} ${index.read}`)
    .join(', ');
}
