import { stampSignup } from '../../src/shared/email/event-queries.ts';
import { lockSignups } from '../../src/shared/email/queries.ts';
import { type EmailStatus, emailStatuses, rankOf } from '../../src/shared/email/status.ts';
import { newId } from '../../src/shared/ids.ts';
import { pick, randomFrom } from '../../test/support/random.ts';
import { startBench } from '../support.ts';
import { type FaultRun, report } from './fault-run.ts';

const inFull = { longestOrder: 6, randomSequences: 10_000 };
const withPlantedBug = { longestOrder: 2, randomSequences: 200 };
const sideBySide = 8;

type EventType = Exclude<EmailStatus, 'config_error'>;
interface Event {
  readonly type: EventType;
  readonly at: string;
}
const types = emailStatuses.filter((status): status is EventType => status !== 'config_error');

/**
 * Every order of up to six of the nine event types, and 10,000 longer random sequences with repeats whose events are
 * stamped side by side: each must end in the row that its events come to whatever their order. With `plantedBug` the time that came first
 * stays, be it the earliest or not.
 */
export const eventOrders: FaultRun = async ({ plantedBug, seed }) => {
  const { longestOrder, randomSequences } = plantedBug ? withPlantedBug : inFull;
  const bench = await startBench({ webs: 0, workers: 0 });
  try {
    const { waitlist } = await bench.makeWaitlist();
    const { sql } = bench;
    if (plantedBug)
      await sql.unsafe(`
        CREATE FUNCTION keep_first() RETURNS trigger LANGUAGE plpgsql AS '
          BEGIN NEW.email_delivered_at := coalesce(OLD.email_delivered_at, NEW.email_delivered_at); RETURN NEW; END';
        CREATE TRIGGER keep_first BEFORE UPDATE ON signups FOR EACH ROW EXECUTE FUNCTION keep_first()`);

    async function stampAll(events: readonly Event[], together: boolean): Promise<string> {
      const id = newId();
      await sql`
        INSERT INTO signups (id, waitlist_id, position, email, email_key, referral_code, metadata, fields, created_at)
        VALUES (${id}, ${waitlist}, (random() * 2000000000)::int, ${id}, ${id}, ${id}, '{}', '{}', clock_timestamp() - interval '1 day')`;
      const stampInTurn = (inOrder: readonly Event[]) =>
        sql.begin(async (tx) => {
          await lockSignups(tx, [id]);
          for (const { type, at } of inOrder)
            await stampSignup(tx, id, { status_rank: rankOf(type), occurred_at: at });
        });
      if (together) await Promise.all(events.map((event) => stampInTurn([event])));
      else await stampInTurn(events);
      const [row] = await sql`
        DELETE FROM signups WHERE id = ${id} RETURNING email_status, email_delivered_at, email_opened_at, email_clicked_at`;
      return JSON.stringify(row);
    }

    const start = Date.now() - 3_600_000;
    const at = (second: number) => new Date(start + second * 1000).toISOString();
    const orders = ordersOf(types, longestOrder).map((order) =>
      order.map((type) => ({ type, at: at(rankOf(type)) })),
    );
    const random = randomFrom(seed);
    const sequences = Array.from({ length: randomSequences }, () =>
      Array.from({ length: 7 + Math.floor(random() * 14) }, () => ({
        type: pick(types, random()),
        at: at(Math.floor(random() * 600)),
      })),
    );
    const wrong: string[] = [];
    const check = async (events: readonly Event[], together: boolean) => {
      const found = await stampAll(events, together);
      if (found !== expected(events)) wrong.push(`${JSON.stringify(events)} came to ${found}`);
    };
    await inParallel(orders, (events) => check(events, false));
    await inParallel(sequences, (events) => check(events, true));

    return report(
      {
        [`orders of up to ${longestOrder} types`]: orders.length,
        'random sequences, side by side': sequences.length,
        'events stamped': [...orders, ...sequences].reduce((sum, { length }) => sum + length, 0),
      },
      wrong,
    );
  } finally {
    await bench.close();
  }
};

/** The highest rank, and the earliest time of each kind. */
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

/** Every ordered choice of 1 to `longest` of the items. */
function ordersOf<T>(items: readonly T[], longest: number): T[][] {
  if (longest === 0) return [];
  return items.flatMap((item) => {
    const others = items.filter((other) => other !== item);
    return [[item], ...ordersOf(others, longest - 1).map((rest) => [item, ...rest])];
  });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
}
