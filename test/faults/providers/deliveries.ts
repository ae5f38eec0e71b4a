import { startDeployment } from '../../support/deployment/deployment.ts';
import { setWebhook } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startKilledWorkers } from '../support/killed-workers.ts';
import { countDeliveries } from '../support/pending-jobs.ts';

const events = 20_000;
/** Enough that no delivery log exceeds 1,000 records. */
const accounts = 40;
const kills = 50;
const receiverMs = 10;
/** The concurrency of a worker. */
const mostInFlight = 200;
const longestRecoverySeconds = 60;

/**
 * Kills one of two workers 50 times during 20,000 events for webhooks (C7.4). Each event causes at most one
 * request and exactly one record. With `plantedBug` the run enqueues interrupted deliveries again after each
 * kill.
 */
export const deliveries: FaultRun = async ({ plantedBug, seed }) => {
  const receiver = await startFakeProvider(() => ({ status: 200 }), { delayMs: receiverMs });
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });
  const { sql } = deployment;
  try {
    for (let account = 0; account < accounts; account++) {
      const list = await deployment.makeWaitlist();
      await setWebhook(deployment, list.accountId, `${receiver.url}/${list.accountId}`);
      await storeSignups(sql, list, events / accounts, { notified: true });
    }
    if (plantedBug)
      await sql.unsafe(`
        CREATE TABLE completed (LIKE outbox);
        CREATE FUNCTION keep_completed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO completed VALUES (OLD.*); RETURN OLD; END';
        CREATE TRIGGER keep_completed AFTER DELETE ON outbox FOR EACH ROW WHEN (OLD.job = 'deliver-event') EXECUTE FUNCTION keep_completed()`);
    const started = performance.now();
    const workers = await startKilledWorkers(2, deployment.env, seed);
    const countPending = async () => {
      const [row] = await sql<[{ undone: number; fanned: number }]>`
        SELECT count(*) FILTER (WHERE job = 'fan-out-event') AS undone, count(*) FILTER (WHERE job = 'deliver-event') AS fanned FROM outbox`;
      return row.undone + row.fanned;
    };
    // Kills depend on progress and not on time, so that none comes after the last event.
    for (let kill = 1; kill <= kills; kill++) {
      deployment.progress.show(`Kill ${kill} of ${kills}`);
      await until(async () => (await countPending()) <= events * (1 - kill / (kills + 2)), 300);
      await workers.killOne();
      if (plantedBug)
        await sql`
          INSERT INTO outbox (account_id, job, id, integration_id, payload)
          SELECT s.account_id, s.job, gen_random_uuid(), s.integration_id, s.payload FROM completed s JOIN deliveries d ON d.id = s.id WHERE d.status = 'attempting'`;
    }
    const lastKill = performance.now();
    deployment.progress.show('Waiting for pending jobs');
    await until(async () => (await countPending()) === 0, 300);
    deployment.progress.end();
    const recovery = (performance.now() - lastKill) / 1_000;
    await workers.stop();
    const seconds = (performance.now() - started) / 1_000;

    const delivered = countDeliveries(receiver.requests);
    const [records] = await sql<
      [{ all: number; success: number; failed: number; interrupted: number; uneven: number }]
    >`
      SELECT count(*) AS all, count(*) FILTER (WHERE status = 'success') AS success, count(*) FILTER (WHERE status = 'failed') AS failed,
             count(*) FILTER (WHERE status = 'attempting') AS interrupted,
             (SELECT count(*) FROM (SELECT 1 FROM deliveries GROUP BY integration_id HAVING count(*) <> ${events / accounts}) t) AS uneven
      FROM deliveries`;
    const doubled = [...delivered.values()].filter((count) => count > 1).length;
    const repeated = unless(doubled === 0, `${doubled} events were delivered twice`);
    const wrong = [
      ...repeated,
      ...unless(records.all === events, `${records.all} records for ${events} events`),
      ...unless(records.uneven === 0, `${records.uneven} integrations have too few or too many records`),
      ...unless(
        records.failed === 0,
        `${records.failed} attempts failed at a receiver that accepts everything`,
      ),
      ...unless(
        records.success <= delivered.size,
        'more events are recorded as success than the receiver got',
      ),
      ...unless(
        events - delivered.size <= records.interrupted,
        'an event that was not delivered is not recorded as interrupted',
      ),
      ...unless(
        records.interrupted <= kills * mostInFlight,
        `${records.interrupted} deliveries were interrupted`,
      ),
      ...unless(recovery <= longestRecoverySeconds, `recovery took ${recovery.toFixed(0)} s`),
    ];
    const passed = report(
      {
        events,
        kills,
        'requests at the receiver': receiver.requests.length,
        'events delivered twice': doubled,
        'events never delivered': events - delivered.size,
        records: records.all,
        'of them success': records.success,
        'of them interrupted': records.interrupted,
        seconds: seconds.toFixed(1),
        'seconds from the last kill to the last record': recovery.toFixed(1),
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'repeated deliveries': repeated }) : passed;
  } finally {
    await deployment.close();
    await receiver.close();
  }
};
