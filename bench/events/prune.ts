import { setTimeout as sleep } from 'node:timers/promises';
import { deleteOldEvents } from '../../src/shared/events/feed/queries.ts';
import { beginFeed } from '../../src/shared/list/publishing/fan-out-queries.ts';
import { statement } from '../../src/shared/platform/postgres/transaction.ts';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';

const accounts = 4;
const fresh = 20_000;
/** Behind each fresh event there is as much as a month at this rate leaves; a part of it is enough. */
const old = 200_000;
const perBatch = 5_000;

/**
 * Compares the highest rate at which two workers record events with the rate at which one timer removes old
 * ones, rests included: the removal has to keep up.
 */
export async function pruneEvents(): Promise<void> {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const { sql, progress } = deployment;
  try {
    const lists = await Promise.all(Array.from({ length: accounts }, () => deployment.makeWaitlist()));
    for (const list of lists) {
      await statement(sql, (tx) => beginFeed(tx, list.accountId));
      progress.show('Storing signups');
      await storeSignups(sql, list, fresh / accounts, { notified: true });
    }
    await Promise.all([deployment.start('worker'), deployment.start('worker')]);
    const countLeft = async () =>
      (await sql<[{ count: number }]>`SELECT count(*) AS count FROM outbox WHERE job = 'fan-out-event'`)[0]
        .count;
    while ((await countLeft()) > fresh * 0.9) await sleep(20); // both run by then
    const [first, startedAt] = [await countLeft(), performance.now()];
    while ((await countLeft()) > 0) await sleep(20);
    const recorded = first / ((performance.now() - startedAt) / 1_000);

    progress.show('Storing old events');
    const [source] = lists;
    for (let stored = 0; stored < old; stored += 20_000)
      await sql`
        INSERT INTO events (account_id, seq, id, type, fired_at, created_at, data)
        SELECT account_id, 1000000 + ${stored}::bigint + row_number() OVER (), gen_random_uuid(), type, fired_at, now() - interval '31 days', data
        FROM (SELECT * FROM events, generate_series(1, 4) WHERE account_id = ${source?.accountId ?? ''}) e LIMIT 20000`;
    await sql`
      INSERT INTO delivered_events (account_id, seq, integration_id)
      SELECT account_id, seq, gen_random_uuid() FROM events WHERE seq > 1000000`;
    progress.show('Removing old events');
    const pruneStart = performance.now();
    let removed = 0;
    for (;;) {
      const batchStart = performance.now();
      const count = await statement(sql, (tx) => deleteOldEvents(tx, perBatch));
      removed += count;
      if (count < perBatch) break;
      // As the worker's timer rests.
      await sleep(Math.min(Math.max(performance.now() - batchStart, 5), 1_000));
    }
    const removal = removed / ((performance.now() - pruneStart) / 1_000);
    progress.end();
    console.table({
      'recorded by two workers, events/s': Math.round(recorded),
      'removed by one timer, events/s': Math.round(removal),
      'removed ÷ recorded': (removal / recorded).toFixed(1),
    });
  } finally {
    await deployment.close();
  }
}
