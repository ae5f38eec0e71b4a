import { listEvents } from '../../../src/shared/events/feed/list-events.ts';
import { EventQuery } from '../../../src/shared/events/feed/schema.ts';
import { beginFeed } from '../../../src/shared/list/publishing/fan-out-queries.ts';
import { statement } from '../../../src/shared/platform/postgres/transaction.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { asOperator } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';

const events = 20_000;

/**
 * Two workers fan out 20,000 events of one account while a poller reads its feed as fast as it can (N2). It
 * sees every event once, in the order of the numbers, and the numbers have no holes. With `plantedBug` one in
 * 500 events becomes visible a second later than its number, as with a plain sequence.
 */
export const feedOrder: FaultRun = async ({ plantedBug }) => {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const { sql } = deployment;
  try {
    const list = await deployment.makeWaitlist();
    await statement(sql, (tx) => beginFeed(tx, list.accountId));
    await storeSignups(sql, list, events, { notified: true });
    if (plantedBug)
      await sql.unsafe(`
        CREATE TABLE late (LIKE events);
        CREATE FUNCTION come_late() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO late VALUES (NEW.*); RETURN NULL; END';
        CREATE TRIGGER come_late BEFORE INSERT ON events FOR EACH ROW
          WHEN (NEW.seq % 500 = 0 AND current_setting('app.late', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION come_late()`);
    const comeLate = () =>
      sql.begin(async (tx) => {
        await tx`SELECT set_config('app.late', 'on', true)`;
        await tx`INSERT INTO events SELECT * FROM late`;
        await tx`DELETE FROM late`;
      });
    const workers = await Promise.all([deployment.start('worker'), deployment.start('worker')]);
    const started = performance.now();
    const { seen, pages } = await asOperator(deployment, async (ctx) => {
      const ids: string[] = [];
      let reads = 0;
      let after = 'e0';
      for (let isLast = false; ; ) {
        const query = EventQuery.parse({ after, limit: '200' });
        const page = await listEvents(ctx, { accountId: list.accountId, plan: 'scale' }, query);
        ids.push(...page.data.map(({ id }) => id));
        after = page.next_cursor;
        reads += 1;
        deployment.progress.show(`Read ${ids.length} of ${events}`);
        if (isLast && page.data.length === 0) return { seen: ids, pages: reads };
        const [pending] = await sql`SELECT 1 FROM outbox WHERE job = 'fan-out-event' LIMIT 1`;
        if (plantedBug && reads % 20 === 0) await comeLate();
        isLast = !pending && page.data.length === 0;
      }
    });
    const seconds = (performance.now() - started) / 1_000;
    deployment.progress.end();
    if (plantedBug) await comeLate();
    await Promise.all(workers.map((worker) => worker.stop()));
    const stored = await sql<{ id: string; seq: number }[]>`
      SELECT id, seq FROM events WHERE account_id = ${list.accountId} ORDER BY seq`;
    const holes = stored.filter(({ seq }, index) => seq !== index + 1).length;
    const missed = stored.length - new Set(seen).size;
    const outOfOrder = seen.filter((id, index) => id !== stored[index]?.id).length;
    const wrong = [
      ...unless(stored.length === events, `${stored.length} events were recorded`),
      ...unless(holes === 0, `${holes} numbers follow a hole`),
    ];
    const unseen = [
      ...unless(missed === 0, `the poller missed ${missed} events`),
      ...unless(seen.length === new Set(seen).size, 'the poller saw an event twice'),
      ...unless(outOfOrder === 0, `${outOfOrder} events were not in their place`),
    ];
    const passed = report(
      { events, 'events seen': seen.length, pages, missed, seconds: seconds.toFixed(1) },
      [...wrong, ...unseen],
    );
    return plantedBug ? missedOne({ 'events that commit out of order': unseen }) : passed;
  } finally {
    await deployment.close();
  }
};
