import { startDeployment } from '../../support/deployment/deployment.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { findRemains } from '../../support/people/find-remains.ts';
import { listPendingRemovals } from '../../support/people/pending-removals.ts';
import { ask, plantPerson, startOutside } from '../../support/people/plant-person.ts';
import { startProcess } from '../../support/service/processes.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startKilledWorkers } from '../support/killed-workers.ts';

const otherEvents = 12_000;
const kills = 5;

/** The tables that have the address before. */
const places = [
  'events',
  'delivery_details',
  'outbox',
  'idempotency_keys',
  'signups',
  'signup_daily',
  'conversions',
  'import_outcomes',
  'import_rows',
  'imports',
  'referral_aliases',
  'waves',
] as const;

/**
 * Plants a person in every feature, on lists whose feed has 12,000 other events, erases it twice at once and
 * again while workers are killed and connected tools fail at first, and searches all tables, all keys of
 * Redis and the logs for each spelling of the address (N3). Each removal must arrive. With `plantedBug` it
 * keeps the rows of one table after the other, as a scrub that is left out would, and silences a removal.
 */
export const erasure: FaultRun = async ({ plantedBug, seed }) => {
  const outside = await startOutside();
  const deployment = await startDeployment({ webs: 0, workers: 0 }, outside.env);
  const { sql, env, progress } = deployment;
  try {
    const web = await startProcess('web', env, { logLevel: 'trace' });
    const first = await startProcess('worker', env, { logLevel: 'trace' });
    const account = await deployment.makeWaitlist();
    const world = { sql, url: web.url, outside, ...account };
    progress.show('Planting a person');
    const planted = await plantPerson(world);
    await first.stop();
    await planted.plantPending();
    await storeSignups(sql, account, otherEvents, { notified: true });
    const before = new Map<string, readonly object[]>();
    for (const place of places) {
      const rows = await sql<{ row: object }[]>`
        SELECT to_jsonb(t) AS row FROM ${sql(place)} t WHERE account_id = ${account.accountId} AND lower(t::text) LIKE ${`%${planted.spellings[1]}%`}`;
      before.set(
        place,
        rows.map(({ row }) => row),
      );
    }
    progress.show('Erasing it');
    const erase = () => ask(world, 'POST', '/v1/people/erase', { email: planted.spellings[2] });
    await Promise.all([erase(), erase()]);
    const removals = await listPendingRemovals(sql);
    if (plantedBug)
      await sql`
        DELETE FROM outbox WHERE (account_id, job, id) IN (
          SELECT account_id, job, id FROM outbox WHERE job = 'fan-out-event' AND payload ->> 'type' = 'signup.removed' AND due_at < 'infinity' LIMIT 1)`;
    const workers = await startKilledWorkers(2, env, seed);
    for (let kill = 1; kill <= kills; kill++) {
      progress.show(`Kill ${kill} of ${kills}`);
      await workers.killOne();
      if (kill === 2) await erase();
    }
    progress.show('Waiting for the end of the erasure');
    await until(async () => (await sql`SELECT 1 FROM erasures WHERE finished_at IS NULL`).length === 0, 300);
    await workers.stop();
    await web.stop();
    const logs = [web, first].map((each, index) => ({
      name: `the log of process ${index}`,
      bytes: Buffer.from(each.output()),
    }));
    logs.push({ name: 'the logs of killed workers', bytes: Buffer.from(JSON.stringify(workers.log())) });
    const search = () => findRemains({ sql, redisUrl: env.REDIS_URL ?? '', more: logs }, planted.spellings);
    progress.show('Searching');
    const remains = await search();
    const broken = await findBrokenInvariants(sql);
    const missing = removals.filter((id) => !outside.arrived.has(id)).length;
    const silent = unless(missing === 0, `${missing} of ${removals.length} removals did not arrive`);
    const found: Record<string, readonly string[]> = { 'a silenced removal': silent };
    if (plantedBug)
      for (const place of places) {
        await sql`
          CREATE TABLE left_over AS
          SELECT * FROM jsonb_populate_recordset(NULL::${sql(place)}, ${JSON.stringify(before.get(place))}::text::jsonb)`;
        found[place] = await search();
        await sql`DROP TABLE left_over`;
      }
    progress.end();
    const passed = report(
      {
        'other events': otherEvents,
        kills,
        signups: planted.signupIds.length,
        removals: removals.length,
        'places before': before.size,
      },
      [
        ...remains.map((place) => `the address is in ${place}`),
        ...broken,
        ...[...before].flatMap(([place, rows]) => unless(rows.length > 0, `${place} never had the address`)),
        ...silent,
        ...unless(
          removals.length >= planted.signupIds.length,
          `only ${removals.length} removals were published`,
        ),
      ],
    );
    return plantedBug ? missedOne(found) : passed;
  } finally {
    await deployment.close();
    await outside.close();
  }
};
