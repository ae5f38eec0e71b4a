import { setTimeout as sleep } from 'node:timers/promises';
import { countPeople } from '../../src/shared/capabilities/announcements/selection/select-queries.ts';
import { rankOf } from '../../src/shared/list/mail-state/status.ts';
import { toWideFilter, type WideFilter } from '../../src/shared/list/signups/selection/wide-filter.ts';
import type { Tx } from '../../src/shared/platform/postgres/connection.ts';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { call } from '../support/call.ts';
import { type LargeList, makeLargeList } from './searches.ts';

const signups = Number(process.env.SIGNUPS ?? 1_000_000);

/** Filters that a tenth of the list meets, or what is nearest. */
const filters: Readonly<Record<string, WideFilter>> = {
  everybody: {},
  'a field, a part of its text': { fields: { company: 'Company 1' }, match: 'contains' },
  'a field, exactly': { fields: { team: 'red' } },
  'a source, exactly': { utm_source: 'newsletter' },
  'a source, in any case': { utm_source: 'NEWSLETTER', match: 'any_case' },
  'signed up before a day': { created_before: '2026-01-11' },
  'signed up from a day on': { created_from: '2026-04-01' },
  'a referral or more': { min_referrals: 1 },
  confirmed: { confirmed: true },
  'a status of the mail': { email_status: 'delivered' },
  invited: { invitation_state: 'invited' },
  'never invited': { invitation_state: 'none' },
  'a reward': { reward: 'shirt' },
  'a source, but not of two domains': {
    utm_source: 'newsletter',
    not_email_domains: ['acme.com', 'gmail.com'],
  },
  'everybody but 20 domains': { not_email_domains: Array.from({ length: 20 }, (_, n) => `d${n}.com`) },
  'all of them': {
    utm_source: 'newsletter',
    fields: { team: 'red' },
    confirmed: true,
    invitation_state: 'invited',
    reward: 'shirt',
  },
};

/**
 * Drafts an announcement for a tenth of a waitlist by each filter, and schedules it, which notes its members:
 * how long each takes, and what Postgres reads to find the people. 1,000,000 signups, unless SIGNUPS says
 * otherwise.
 */
export async function selections(): Promise<void> {
  const deployment = await startDeployment({ webs: 1, workers: 1 });
  try {
    const list = await makeLargeList(deployment, signups);
    await markTenths(deployment, list);
    const ofList = `/waitlists/${list.waitlist}`;
    await call(deployment, list, 'PATCH', `${ofList}/settings`, {
      mail: { postal_address: '1 Long Street' },
      invitations: { url: 'https://notes.test/welcome' },
      rewards: [{ at: 1, key: 'shirt' }],
    });
    const table: Record<string, object> = {};
    for (const [name, filter] of Object.entries(filters)) {
      deployment.progress.show(`Selecting: ${name}`);
      table[name] = await select(deployment, list, filter);
    }
    deployment.progress.end();
    console.log(`${signups} signups`);
    console.table(table);
    for (const [name, filter] of Object.entries(filters))
      console.log(`${name}: ${await readsOf(deployment, list, filter)}`);
  } finally {
    await deployment.close();
  }
}

/** Gives the same tenth of the signups, spread over the list, all that a filter can ask for. */
async function markTenths({ sql, progress }: Deployment, { accountId, waitlist }: LargeList): Promise<void> {
  progress.show('Marking a tenth');
  const admin = await sql.reserve();
  await admin`SET statement_timeout = 0`;
  await admin`
    UPDATE signups SET utm_source = 'newsletter', fields = '{"team":"red"}', confirmed_at = created_at, confirmable_until = created_at,
           email_status = ${rankOf('delivered')}
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlist} AND position % 10 = 0`;
  await admin`
    INSERT INTO field_definitions (account_id, waitlist_id, key, label, type, required, position)
    VALUES (${accountId}, ${waitlist}, 'team', 'Team', 'string', false, 2)`;
  await admin`
    INSERT INTO invitations (account_id, id, waitlist_id, signup_id, deliver, token_hash, valid_days, expires_at)
    SELECT account_id, gen_random_uuid(), waitlist_id, id, 'link', sha256(id::text::bytea), 30, clock_timestamp() + interval '30 days'
    FROM signups WHERE account_id = ${accountId} AND waitlist_id = ${waitlist} AND position % 10 = 0`;
  await admin`
    INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
    SELECT account_id, id, 1, waitlist_id, 'shirt', 1
    FROM signups WHERE account_id = ${accountId} AND waitlist_id = ${waitlist} AND position % 10 = 0`;
  await admin`VACUUM ANALYZE signups, invitations, reward_grants`;
  await admin`SET statement_timeout = 5000`;
  admin.release();
}

async function select(deployment: Deployment, list: LargeList, filter: WideFilter) {
  const ofList = `/waitlists/${list.waitlist}`;
  const written = {
    name: 'News',
    subject: 'News',
    html: '<p>News</p>',
    filter,
    send_at: '2027-10-01T09:00:00Z',
  };
  const draft = await timedUntil(
    () => call(deployment, list, 'POST', `${ofList}/announcements`, written),
    'draft',
  );
  const { id, matched, selected } = draft.last;
  const launched = await timedUntil(
    () => call(deployment, list, 'POST', `/announcements/${id}/launch`, { expected_count: selected }),
    'scheduled',
  );
  return { matched, selected, 'draft ms': draft.ms, 'launch ms': launched.ms };

  async function timedUntil(work: () => Promise<Announcement>, state: string) {
    const startedAt = performance.now();
    let last = await work();
    while (last.state !== state) {
      await sleep(50);
      last = await call(deployment, list, 'GET', `/announcements/${last.id}`);
    }
    return { last, ms: Math.round(performance.now() - startedAt) };
  }
}

interface Announcement {
  readonly id: string;
  readonly state: string;
  readonly matched: number;
  readonly selected: number;
}

/** The tables and indexes that the count of a filter reads, with the rows or entries read of each. */
async function readsOf(
  { sql }: Deployment,
  { accountId, waitlist }: LargeList,
  given: WideFilter,
): Promise<string> {
  const filter = await toWideFilter(sql, accountId, waitlist, given);
  const readSoFar = (tx: Tx) => tx<{ name: string; read: number }[]>`
    SELECT relname AS name, pg_stat_get_xact_tuples_returned(relid) AS read FROM pg_stat_user_tables
    UNION ALL SELECT indexrelname, pg_stat_get_xact_tuples_returned(indexrelid) FROM pg_stat_user_indexes ORDER BY 1`;
  const read = await sql.begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`;
    const before = await readSoFar(tx);
    await countPeople(tx, accountId, waitlist, { filter, suppressed: new Map() }, false);
    const after = await readSoFar(tx);
    return after.map((row, index) => ({ ...row, read: row.read - (before[index]?.read ?? 0) }));
  });
  return read
    .filter((each) => each.read > 0)
    .map((each) => `${each.name} ${each.read}`)
    .join(', ');
}
