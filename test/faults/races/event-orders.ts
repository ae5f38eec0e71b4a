import { type EmailStatus, emailStatuses, rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { lockSignups } from '../../../src/shared/list/signups/queries.ts';
import { stampSignups } from '../../../src/shared/mail/mail-events/event-queries.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import type { Sql, Tx } from '../../../src/shared/platform/postgres/connection.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { pick, randomFrom } from '../../support/storm/random.ts';
import { type FaultRun, report } from '../fault-run.ts';

const inFull = { longestOrder: 6, randomSequences: 10_000 };
const withPlantedBug = { longestOrder: 2, randomSequences: 200 };
const concurrency = 8;

type EventType = Exclude<EmailStatus, 'config_error'>;
interface Event {
  readonly type: EventType;
  readonly at: string;
}
const types = emailStatuses.filter((status): status is EventType => status !== 'config_error');

/**
 * Applies every order of up to six of the nine event types, and 10,000 longer random sequences with repeats,
 * whose events are applied concurrently. The final row must not depend on the order. Orders are walked as a
 * tree, because many share their beginning. With `plantedBug` the first stored time stays, even if an earlier
 * one follows.
 */
export const eventOrders: FaultRun = async ({ plantedBug, seed }) => {
  const { longestOrder, randomSequences } = plantedBug ? withPlantedBug : inFull;
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  try {
    const { sql } = deployment;
    const accountId = newId();
    if (plantedBug)
      await sql.unsafe(`
        CREATE FUNCTION keep_first() RETURNS trigger LANGUAGE plpgsql AS '
          BEGIN NEW.email_delivered_at := coalesce(OLD.email_delivered_at, NEW.email_delivered_at); RETURN NEW; END';
        CREATE TRIGGER keep_first BEFORE UPDATE ON signups FOR EACH ROW EXECUTE FUNCTION keep_first()`);

    const wrong: string[] = [];
    const counts = { orders: 0, applied: 0 };
    async function addSignup(waitlist: string): Promise<string> {
      const id = newId();
      await sql`
        INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, metadata, fields, created_at)
        VALUES (${accountId}, ${id}, ${waitlist}, (random() * 2000000000)::int, ${id}, ${id}, ${id}, '{}', '{}', clock_timestamp() - interval '1 day')`;
      return id;
    }
    async function stamp(tx: Tx, id: string, { type, at }: Event): Promise<void> {
      counts.applied += 1;
      await lockSignups(tx, [{ accountId, id }]);
      await stampSignups(tx, [
        { account_id: accountId, id, status_rank: rankOf(type), occurred_at: at, address_generation: 0 },
      ]);
    }
    async function check(tx: Sql | Tx, id: string, events: readonly Event[]): Promise<void> {
      const [row] = await tx`
        SELECT email_status, email_delivered_at, email_opened_at, email_clicked_at FROM signups WHERE id = ${id}`;
      const found = JSON.stringify(row);
      if (found !== expected(events)) wrong.push(`${JSON.stringify(events)} resulted in ${found}`);
    }

    const start = Date.now() - 3_600_000;
    const at = (second: number) => new Date(start + second * 1000).toISOString();
    const oneOfEach = types.map((type) => ({ type, at: at(rankOf(type)) }));

    /** Applies each event that the order lacks, checks the row, continues from there, and rolls back. */
    async function walk(tx: Tx, id: string, order: readonly Event[]): Promise<void> {
      for (const event of oneOfEach.filter((other) => !order.includes(other))) {
        const longer = [...order, event];
        counts.orders += 1;
        await tx`SAVEPOINT before_event`;
        await stamp(tx, id, event);
        await check(tx, id, longer);
        if (longer.length < longestOrder) await walk(tx, id, longer);
        await tx`ROLLBACK TO SAVEPOINT before_event`;
        await tx`RELEASE SAVEPOINT before_event`;
      }
    }
    await inParallel(oneOfEach, async (first) => {
      // A list each, because its counters stay locked until the end.
      const { waitlist } = await deployment.makeWaitlist();
      const id = await addSignup(waitlist);
      counts.orders += 1;
      await sql.begin(async (tx) => {
        await stamp(tx, id, first);
        await check(tx, id, [first]);
        await walk(tx, id, [first]);
      });
    });

    const random = randomFrom(seed);
    const sequences = Array.from({ length: randomSequences }, () =>
      Array.from({ length: 7 + Math.floor(random() * 14) }, () => ({
        type: pick(types, random()),
        at: at(Math.floor(random() * 600)),
      })),
    );
    const { waitlist } = await deployment.makeWaitlist();
    await inParallel(sequences, async (events) => {
      const id = await addSignup(waitlist);
      await Promise.all(events.map((event) => sql.begin((tx) => stamp(tx, id, event))));
      await check(sql, id, events);
      await sql`DELETE FROM signups WHERE id = ${id}`;
    });

    return report(
      {
        [`orders of up to ${longestOrder} types`]: counts.orders,
        'random concurrent sequences': sequences.length,
        'events applied': counts.applied,
      },
      wrong,
    );
  } finally {
    await deployment.close();
  }
};

/** The row as JSON: the highest rank, and the earliest time of each kind. */
function expected(events: readonly Event[]): string {
  const earliest = (kind: EventType) => {
    const [first = null] = events
      .filter(({ type }) => type === kind)
      .map(({ at }) => at)
      .sort();
    return first;
  };
  return JSON.stringify({
    email_status: Math.max(...events.map(({ type }) => rankOf(type))),
    email_delivered_at: earliest('delivered'),
    email_opened_at: earliest('opened'),
    email_clicked_at: earliest('clicked'),
  });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const workAll = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, workAll));
}
