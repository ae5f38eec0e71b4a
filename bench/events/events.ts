import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { platformAccountId } from '../../src/shared/platform/ids.ts';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { notifyWorkers } from '../../test/support/deployment/notify-workers.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';

const signups = 5_000;
const rounds = 3;

/**
 * Measures how many events of a mail provider one worker applies per second: a delivery and an open for each
 * signup of one list.
 */
export async function events(): Promise<void> {
  const deployment = await startDeployment({ webs: 0, workers: 1 });
  const { sql, progress } = deployment;
  try {
    const rows = [];
    // The first round does not count: a new process still compiles its code.
    for (let round = 0; round <= rounds; round++) {
      progress.show(`Round ${round} of ${rounds}`);
      const list = await deployment.makeWaitlist();
      const ids = await storeSignups(sql, list, signups);
      await sql`
        INSERT INTO mails (id, account_id, state, route, provider, sent_at)
        SELECT id, ${list.accountId}, 'sent', 'managed', 'resend', now() FROM unnest(${ids}::uuid[]) id`;
      const stored = ids.flatMap((signup) => [6, 7].map((rank) => ({ id: randomUUID(), signup, rank })));
      await sql.begin(async (tx) => {
        await tx`
          INSERT INTO email_events (account_id, id, event_id, provider, status_rank, occurred_at, signup_id)
          SELECT ${platformAccountId}, id, id, 'resend', rank, now(), signup
          FROM json_to_recordset(${JSON.stringify(stored)}::text::json) AS e(id uuid, signup uuid, rank smallint)`;
        await tx`
          INSERT INTO outbox (account_id, job, id)
          SELECT ${platformAccountId}, 'apply-email-event', id FROM json_to_recordset(${JSON.stringify(stored)}::text::json) AS e(id uuid)`;
      });
      const started = performance.now();
      await notifyWorkers(
        deployment,
        'apply-email-event',
        platformAccountId,
        stored.map(({ id }) => id),
      );
      while ((await sql`SELECT 1 FROM outbox WHERE job = 'apply-email-event' LIMIT 1`).length > 0)
        await sleep(20);
      const seconds = (performance.now() - started) / 1_000;
      if (round > 0)
        rows.push({
          events: stored.length,
          seconds: seconds.toFixed(1),
          'events/s': Math.round(stored.length / seconds),
        });
    }
    progress.end();
    console.table(rows);
  } finally {
    await deployment.close();
  }
}
