import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import type { Deployment } from '../../support/deployment/deployment.ts';
import { notifyWorkers } from '../../support/deployment/notify-workers.ts';
import { setWebhook } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import type { FakeProvider, RecordedRequest } from '../../support/fakes/fake-provider.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { unless } from '../fault-run.ts';

/** A list in its own account, with a pending mail and a pending webhook event for each signup. */
export interface ListWithJobs {
  readonly accountId: string;
  readonly waitlist: string;
  readonly ids: readonly string[];
}

/**
 * Creates accounts with a webhook and `signups` signups each, with their jobs. At most 1,000 each: a delivery
 * log keeps no more.
 */
export async function storeJobs(
  deployment: Deployment,
  receiver: FakeProvider,
  { accounts, signups }: { accounts: number; signups: number },
): Promise<ListWithJobs[]> {
  const lists: ListWithJobs[] = [];
  for (let account = 0; account < accounts; account++) {
    const list = await deployment.makeWaitlist();
    await setWebhook(deployment, list.accountId, `${receiver.url}/${list.accountId}`);
    const domain = `${list.waitlist}.example.com`;
    const ids = await storeSignups(deployment.sql, list, signups, { mailed: true, notified: true, domain });
    lists.push({ ...list, ids });
  }
  return lists;
}

/** Notifies workers of all jobs of these lists. */
export async function notifyOfJobs(deployment: Deployment, lists: readonly ListWithJobs[]): Promise<void> {
  for (const { accountId, ids } of lists) {
    await notifyWorkers(deployment, 'send-signup-email', accountId, ids);
    const events = await deployment.sql<{ id: string }[]>`
      SELECT id FROM outbox WHERE job = 'fan-out-event' AND account_id = ${accountId}`;
    await notifyWorkers(
      deployment,
      'fan-out-event',
      accountId,
      events.map(({ id }) => id),
    );
  }
}

/** The number of pending jobs of every kind. */
export async function countPendingJobs(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`SELECT count(*) FROM outbox`;
  return row.count;
}

/** How many events of each signup a webhook received, by signup id. */
export function countDeliveries(requests: readonly RecordedRequest[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { body } of requests) {
    const { id } = JSON.parse(body).data;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Checks that the receivers and the database have exactly one mail and one event of each stored signup. */
export async function checkEffects(
  sql: Sql,
  received: ReadonlyMap<string, number>,
  receiver: FakeProvider,
): Promise<{ figures: Record<string, number>; wrong: string[] }> {
  const delivered = countDeliveries(receiver.requests);
  const signups = await sql<{ id: string; email_key: string }[]>`SELECT id, email_key FROM signups`;
  const mails = signups.map(({ email_key }) => received.get(email_key) ?? 0);
  const events = signups.map(({ id }) => delivered.get(id) ?? 0);
  const [rows] = await sql<[{ sent: number; records: number; success: number; pending: number }]>`
    SELECT (SELECT count(*) FROM mails WHERE state = 'sent' AND NOT ambiguous) AS sent,
           (SELECT count(*) FROM deliveries) AS records, (SELECT count(*) FROM deliveries WHERE status = 'success') AS success,
           (SELECT count(*) FROM outbox) AS pending`;
  const count = (times: readonly number[], test: (n: number) => boolean) => times.filter(test).length;
  const figures = {
    'mails and events, each': signups.length,
    'mails lost': count(mails, (n) => n === 0),
    'mails doubled': count(mails, (n) => n > 1),
    'events lost': count(events, (n) => n === 0),
    'events doubled': count(events, (n) => n > 1),
  };
  const wrong = [
    ...(await findBrokenInvariants(sql)),
    ...unless(figures['mails lost'] === 0, `${figures['mails lost']} mails were lost`),
    ...unless(figures['mails doubled'] === 0, `${figures['mails doubled']} mails were sent twice`),
    ...unless(figures['events lost'] === 0, `${figures['events lost']} events were lost`),
    ...unless(figures['events doubled'] === 0, `${figures['events doubled']} events were delivered twice`),
    ...unless(rows.sent === mails.length, `${rows.sent} of ${mails.length} mails are recorded as sent`),
    ...unless(
      rows.records === events.length && rows.success === events.length,
      `${rows.records} delivery records, ${rows.success} of them success, for ${events.length} events`,
    ),
    ...unless(rows.pending === 0, `${rows.pending} jobs are still pending`),
  ];
  return { figures, wrong };
}

/** Plants a bug: two of a hundred completed deliveries are enqueued again. */
export async function plantRepeats(sql: Sql): Promise<void> {
  await sql.unsafe(`
    CREATE FUNCTION enqueue_again() RETURNS trigger LANGUAGE plpgsql AS '
      BEGIN INSERT INTO outbox (account_id, job, id, integration_id, payload, claim_count)
            VALUES (OLD.account_id, OLD.job, gen_random_uuid(), OLD.integration_id, OLD.payload, 1); RETURN OLD; END';
    CREATE TRIGGER enqueue_again AFTER DELETE ON outbox FOR EACH ROW
      WHEN (OLD.job = 'deliver-event' AND OLD.claim_count = 0 AND random() < 0.02) EXECUTE FUNCTION enqueue_again()`);
}
