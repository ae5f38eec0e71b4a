import type { Sql } from '../../../src/shared/postgres/connection.ts';
import type { Deployment } from '../../support/deployment/deployment.ts';
import { notifyWorkers } from '../../support/deployment/notify-workers.ts';
import { setWebhook } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import type { FakeProvider, RecordedRequest } from '../../support/fakes/fake-provider.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { unless } from '../fault-run.ts';

/** A list of an account of its own, with signups that are owed a mail each and an event to a webhook each. */
export interface OwedList {
  readonly accountId: string;
  readonly waitlist: string;
  readonly ids: readonly string[];
}

/** Makes accounts with a webhook, and owes `signups` mails and as many events of each: at most 1,000, for a delivery log keeps no more. */
export async function oweAll(
  deployment: Deployment,
  receiver: FakeProvider,
  { accounts, signups }: { accounts: number; signups: number },
): Promise<OwedList[]> {
  const lists: OwedList[] = [];
  for (let account = 0; account < accounts; account++) {
    const list = await deployment.makeWaitlist();
    await setWebhook(deployment, list.accountId, `${receiver.url}/${list.accountId}`);
    const domain = `${list.waitlist}.example.com`;
    const ids = await storeSignups(deployment.sql, list, signups, { mailed: true, notified: true, domain });
    lists.push({ ...list, ids });
  }
  return lists;
}

/** Rings for all that is owed of lists, as the processes that owe it do. */
export async function notifyAboutAll(deployment: Deployment, lists: readonly OwedList[]): Promise<void> {
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

/** How many jobs of any kind are owed. */
export async function countOwed(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`SELECT count(*) FROM outbox`;
  return row.count;
}

/** How often a webhook was told of each signup, by its id. */
export function countTold(requests: readonly RecordedRequest[]): Map<string, number> {
  const told = new Map<string, number>();
  for (const { body } of requests) {
    const { id } = JSON.parse(body).data;
    told.set(id, (told.get(id) ?? 0) + 1);
  }
  return told;
}

/** What receivers got and the database has, beside the signups that are stored: each was owed one mail and one event. */
export async function checkDone(
  sql: Sql,
  received: ReadonlyMap<string, number>,
  receiver: FakeProvider,
): Promise<{ figures: Record<string, number>; wrong: string[] }> {
  const told = countTold(receiver.requests);
  const signups = await sql<{ id: string; email_key: string }[]>`SELECT id, email_key FROM signups`;
  const mails = signups.map(({ email_key }) => received.get(email_key) ?? 0);
  const events = signups.map(({ id }) => told.get(id) ?? 0);
  const [rows] = await sql<[{ sent: number; records: number; success: number; owed: number }]>`
    SELECT (SELECT count(*) FROM signup_emails WHERE state = 'sent' AND NOT ambiguous) AS sent,
           (SELECT count(*) FROM deliveries) AS records, (SELECT count(*) FROM deliveries WHERE status = 'success') AS success,
           (SELECT count(*) FROM outbox) AS owed`;
  const count = (times: readonly number[], test: (n: number) => boolean) => times.filter(test).length;
  const figures = {
    'mails and events owed, each': signups.length,
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
    ...unless(figures['events doubled'] === 0, `${figures['events doubled']} events were told twice`),
    ...unless(rows.sent === mails.length, `${rows.sent} of ${mails.length} mails are recorded as sent`),
    ...unless(
      rows.records === events.length && rows.success === events.length,
      `${rows.records} records, ${rows.success} of a success, of ${events.length} events`,
    ),
    ...unless(rows.owed === 0, `${rows.owed} jobs are still owed`),
  ];
  return { figures, wrong };
}

/** The bug that double notifications must not be able to show: of two deliveries in a hundred that are struck off, another one is owed. */
export async function plantRepeats(sql: Sql): Promise<void> {
  await sql.unsafe(`
    CREATE FUNCTION owe_again() RETURNS trigger LANGUAGE plpgsql AS '
      BEGIN INSERT INTO outbox (job, id, account_id, payload, claim_count) VALUES (OLD.job, gen_random_uuid(), OLD.account_id, OLD.payload, 1); RETURN OLD; END';
    CREATE TRIGGER owe_again AFTER DELETE ON outbox FOR EACH ROW
      WHEN (OLD.job = 'deliver-event' AND OLD.attempts = 0 AND random() < 0.02) EXECUTE FUNCTION owe_again()`);
}
