import { insertWave } from '../../../../src/shared/capabilities/release/waves/queries.ts';
import { readConfig } from '../../../../src/shared/config.ts';
import { openScans } from '../../../../src/shared/list/signups/search/scans.ts';
import { startSelection } from '../../../../src/shared/list/signups/selection/start-selection.ts';
import { newId } from '../../../../src/shared/platform/ids.ts';
import { openJobNotifier } from '../../../../src/shared/platform/queue/job-notifier.ts';
import { enqueue } from '../../../../src/shared/platform/queue/outbox.ts';
import { asOperator } from '../../../support/deployment/operator.ts';
import { storeSignups } from '../../../support/deployment/store-signups.ts';
import { until } from '../../../support/until.ts';
import { addressLikeFile, longFile, type World } from './world.ts';

/** A job that works on the most that an account may store. */
export interface HeavyJob {
  readonly name: string;
  /** Stores what it works on, anew for each try, which is not measured. */
  prepare(): Promise<void>;
  start(): Promise<void>;
  isDone(): Promise<boolean>;
}

const listSize = 10_000;
const erasures = 20;
const waveSeconds = 120;
/** Its deliveries fail, a few at a time. */
const replayedEvents = 1_000;

export function jobsOf(world: World): readonly HeavyJob[] {
  const { deployment, lists, accountId, call, makeList, upload } = world;
  const { sql } = deployment;
  const storeIn = (list: string) => storeSignups(sql, { accountId, waitlist: list }, listSize);
  /** A list of its own with signups, made in `prepare`. */
  const ownList = () => {
    const own = { list: '' };
    return {
      own,
      async prepare() {
        own.list = await makeList();
        await call('PATCH', `/v1/waitlists/${own.list}/settings`, {
          invitations: { url: 'https://site.example/welcome' },
        });
        await storeIn(own.list);
      },
    };
  };
  const nothing = async () => {};
  const isEmpty = async (rows: Promise<readonly unknown[]>) => (await rows).length === 0;
  const waits = (job: string) =>
    isEmpty(sql`SELECT 1 FROM outbox WHERE account_id = ${accountId} AND job = ${job} LIMIT 1`);

  const validation = (name: string, list: string, file: string): HeavyJob => {
    let id = '';
    return {
      name: `validate-import, ${name}`,
      prepare: nothing,
      async start() {
        id = await upload(list, file);
      },
      isDone: () => isEmpty(sql`SELECT 1 FROM imports WHERE id = ${id} AND state = 'validating'`),
    };
  };
  const run = (name: string, list: string, fileOf: (name: string) => string): HeavyJob => {
    let [id, tries] = ['', 0];
    return {
      name: `run-import, ${name}`,
      async prepare() {
        tries += 1;
        id = await upload(list, fileOf(`run${tries}x`));
        await world.untilImport(list, id, 'ready');
      },
      async start() {
        await call('POST', `/v1/waitlists/${list}/imports/${id}/start`, {});
      },
      isDone: () => isEmpty(sql`SELECT 1 FROM imports WHERE id = ${id} AND finished_at IS NULL`),
    };
  };
  /** Replays the events of the last hour that `chosen` leaves. */
  const replay = (name: string, chosen: () => Promise<object>): HeavyJob => {
    let body = {};
    return {
      name: `replay-events, ${name}`,
      async prepare() {
        body = { since: recently, only: 'all', ...(await chosen()) };
      },
      async start() {
        await call('POST', '/v1/integrations/webhook/replay', body);
      },
      isDone: () => waits('replay-events'),
    };
  };
  const recently = new Date(Date.now() - 3_600_000).toISOString();
  const wave = { list: ownList(), id: '' };
  async function draftWave(): Promise<void> {
    await wave.list.prepare();
    const drafted = { size: listSize, deliver: 'link' };
    const { id } = await call('POST', `/v1/waitlists/${wave.list.own.list}/waves`, drafted);
    wave.id = String(id);
    await until(() => waits('select-wave'), waveSeconds);
  }
  const launchWave = () => call('POST', `/v1/waves/${wave.id}/launch`, { expected_count: listSize });
  let [erased, rewarded, referrer] = [0, 0, ''];
  const selected = ownList();
  const expired = ownList();
  const purged = ownList();
  return [
    validation('texts like addresses', lists.heavy, addressLikeFile('checked')),
    validation('many rows', lists.many, longFile('checked')),
    {
      name: 'erase-person, beside heavy texts',
      prepare: nothing,
      async start() {
        const people = Array.from({ length: erasures }, (_, at) => `person${erased + at + 100}@example.com`);
        erased += erasures;
        await Promise.all(people.map((email) => call('POST', '/v1/people/erase', { email })));
      },
      isDone: () => isEmpty(sql`SELECT 1 FROM erasures WHERE finished_at IS NULL LIMIT 1`),
    },
    run('texts like addresses', lists.heavy, addressLikeFile),
    run('many rows', lists.many, longFile),
    {
      name: 'select-wave, over a gap',
      prepare: nothing,
      // As a request does that has no time for it.
      async start() {
        const key = { accountId, id: newId() };
        await sql.begin(async (tx) => {
          await insertWave(tx, key, lists.gap, {
            size: 100_000,
            order: 'position',
            expires_in_days: 7,
            deliver: 'link',
            filter: { utm_source: 'nobody' },
          });
          await enqueue(tx, 'select-wave', key.id, accountId, {});
        });
      },
      isDone: () => waits('select-wave'),
    },
    {
      name: 'send-wave',
      prepare: draftWave,
      async start() {
        await launchWave();
      },
      isDone: () => waits('send-wave'),
    },
    {
      name: 'cancel-wave',
      prepare: draftWave,
      async start() {
        await launchWave();
        await call('POST', `/v1/waves/${wave.id}/cancel`, { revoke: true });
      },
      isDone: () => waits('cancel-wave'),
    },
    {
      name: 'catch-up-rewards',
      prepare: nothing,
      async start() {
        rewarded += 1;
        const rewards = [1, 10, 100].map((at) => ({ at, key: `after_${at}_${rewarded}` }));
        await call('PATCH', `/v1/waitlists/${lists.many}/settings`, { rewards });
      },
      isDone: async () => (await waits('catch-up-rewards')) && (await waits('grant-rewards')),
    },
    {
      name: 'clear-referrals',
      async prepare() {
        const [row] = await sql<[{ id: string }]>`
          SELECT id FROM signups WHERE waitlist_id = ${lists.many} AND referral_count > 0 ORDER BY position LIMIT 1`;
        referrer = row.id;
      },
      async start() {
        await call('DELETE', `/v1/waitlists/${lists.many}/signups/${referrer}`);
      },
      isDone: () => waits('clear-referrals'),
    },
    {
      name: 'act-on-selection',
      prepare: selected.prepare,
      async start() {
        await asOperator(deployment, async (ctx) => {
          const notifier = openJobNotifier(readConfig(deployment.env), ctx.log);
          await startSelection(
            { ...ctx, scans: openScans(ctx.sql, 2), notifier },
            { accountId, plan: 'scale' } as never,
            selected.own.list,
            {
              action: 'delete',
              selection: { filters: {} as never },
              expected: listSize,
              by: { email: 'owner@example.com', token: 'a token' },
            },
          );
          await notifier.close();
        });
      },
      isDone: () => waits('act-on-selection'),
    },
    {
      name: 'apply-retention',
      prepare: expired.prepare,
      async start() {
        await sql`UPDATE signups SET created_at = created_at - interval '2 days' WHERE waitlist_id = ${expired.own.list}`;
        await sql`UPDATE waitlist_counters SET delete_before = current_date WHERE waitlist_id = ${expired.own.list}`;
      },
      isDone: () => isEmpty(sql`SELECT 1 FROM signups WHERE waitlist_id = ${expired.own.list} LIMIT 1`),
    },
    {
      name: 'purge-waitlist',
      prepare: purged.prepare,
      async start() {
        await call('DELETE', `/v1/waitlists/${purged.own.list}`);
      },
      isDone: () => waits('purge-waitlist'),
    },
    replay('the first to a dead port', async () => {
      const [last] = await sql<[{ created_at: string }]>`
        SELECT created_at FROM events WHERE account_id = ${accountId} ORDER BY seq OFFSET ${replayedEvents} LIMIT 1`;
      return { until: last.created_at };
    }),
    replay('none of many', async () => ({ types: ['signup.email_clicked'] })),
  ];
}
