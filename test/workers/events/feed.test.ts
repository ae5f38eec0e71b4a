import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldEvents } from '../../../src/shared/events/feed/queries.ts';
import { statement } from '../../../src/shared/platform/postgres/transaction.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { hookCalls } from './hooked.ts';

describe('the feed of events', () => {
  const service = useService();
  let receiver: FakeProvider;
  let worker: TestWorker;
  const { get, put, hooked, setEnabled, signUp } = hookCalls(service, () => receiver);

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 200 }));
    worker = openTestWorker(service);
  });
  afterEach(() => receiver.reset());
  afterAll(async () => {
    await worker.close();
    await receiver.close();
  });

  const emails = (page: { data: { data: { email: string } }[] }) => page.data.map(({ data }) => data.email);

  test('begins with the first GET, which answers an empty page with a cursor (N2)', async () => {
    const account = await service.account({ plan: 'launch' });
    const waitlist = await service.waitlist(account);
    await signUp({ account, waitlist }, 'before');
    expect(await service.pendingJobs('fan-out-event')).toEqual([]);
    const first = await get(account, 'events');
    expect(first).toEqual({ data: [], next_cursor: expect.stringMatching(/^e/), has_more: false });
    const signup = await signUp({ account, waitlist }, 'after');
    expect((await get(account, `events?after=${first.next_cursor}`)).data).toEqual([]); // no worker has run
    await worker.fanOut();
    const next = await get(account, `events?after=${first.next_cursor}`);
    expect(next).toMatchObject({
      data: [
        {
          id: signup.id,
          type: 'signup.created',
          waitlist_id: waitlist,
          data: {
            id: signup.id,
            email: 'after@example.com',
            position: 2,
            created_at: expect.stringMatching(/Z$/),
          },
        },
      ],
      has_more: false,
    });
    expect((await get(account, `events?after=${next.next_cursor}`)).data).toEqual([]);
  });

  test('has what no integration wants or gets: unwanted types, and what happens while one is paused (N2)', async () => {
    const hook = await hooked({ events: ['signup.removed'] });
    await signUp(hook, 'unwanted');
    await setEnabled(hook.account, false);
    await signUp(hook, 'paused');
    await worker.fanOutAndDeliver();
    expect(receiver.requests).toHaveLength(0);
    expect(emails(await get(hook.account, 'events'))).toEqual(['unwanted@example.com', 'paused@example.com']);
  });

  test('a delivery has the same data and id as the feed, and its job does not repeat them (N2)', async () => {
    const hook = await hooked();
    await signUp(hook);
    await worker.fanOut();
    const [job] = await service.sql`
      SELECT payload FROM outbox WHERE account_id = ${hook.account.accountId} AND job = 'deliver-event'`;
    expect(Object.keys(job?.payload).toSorted()).toEqual([
      'event_id',
      'fired_at',
      'is_surplus',
      'seq',
      'type',
    ]);
    await worker.deliver();
    const [event] = (await get(hook.account, 'events')).data;
    const [request] = receiver.requests;
    expect(JSON.parse(request?.body ?? '')).toEqual({ type: event.type, data: event.data });
    expect(request?.headers['webhook-id']).toBe(event.id);
  });

  test('pages, filters and finds a time, each event once and in order (N2)', async () => {
    const hook = await hooked();
    const other = { ...hook, waitlist: await service.waitlist(hook.account) };
    for (let n = 0; n < 5; n++) {
      await signUp(n % 2 === 0 ? hook : other, `p${n}`);
      await worker.fanOut();
    }
    const removed = await signUp(hook, 'gone');
    await service.call('DELETE', `/v1/waitlists/${hook.waitlist}/signups/${removed.id}`, hook.account.key);
    await worker.fanOut();
    const all = await get(hook.account, 'events');
    expect(emails(all)).toEqual(
      ['p0', 'p1', 'p2', 'p3', 'p4', 'gone', 'gone'].map((name) => `${name}@example.com`),
    );
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const page = await get(hook.account, `events?limit=2${after}`);
      seen.push(...page.data.map(({ id }: { id: string }) => id));
      after = `&after=${page.next_cursor}`;
      if (!page.has_more) break;
    }
    expect(seen).toEqual(all.data.map(({ id }: { id: string }) => id));
    expect(emails(await get(hook.account, `events?waitlist_id=${other.waitlist.toUpperCase()}`))).toEqual([
      'p1@example.com',
      'p3@example.com',
    ]);
    const typed = await get(hook.account, 'events?types=signup.removed,signup.email_opened&limit=1');
    expect([emails(typed), typed.has_more]).toEqual([['gone@example.com'], false]);
    for (const [index, { created_at: from }] of all.data.entries()) {
      const page = await get(hook.account, `events?from=${from}`);
      const first = all.data.findIndex((event: { created_at: string }) => event.created_at === from);
      expect([index, page.data]).toEqual([index, all.data.slice(first)]);
    }
    expect((await get(hook.account, 'events?from=2999-01-01T00:00:00Z')).data).toEqual([]);
  });

  test('a page ends at about 1 MiB, and the next one goes on behind it (N2)', async () => {
    const hook = await hooked();
    const metadata = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`key${at}`, '€'.repeat(1_000)]),
    );
    for (let n = 0; n < 40; n++) await signUp(hook, `fat${n}`, { metadata }); // 30 kB each
    await worker.fanOut();
    const sizes: number[] = [];
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const page = await get(hook.account, `events?limit=200${after}`);
      sizes.push(Buffer.byteLength(JSON.stringify(page)));
      seen.push(...emails(page));
      after = `&after=${page.next_cursor}`;
      if (!page.has_more) break;
    }
    expect(seen).toEqual(Array.from({ length: 40 }, (_, n) => `fat${n}@example.com`));
    expect(sizes).toHaveLength(2);
    expect(Math.max(...sizes)).toBeLessThan(1.2 * 1024 ** 2);
  });

  test('two workers that fan out at once give out numbers without holes, and a reader misses none (N2)', async () => {
    const hook = await hooked();
    const other = openTestWorker(service);
    await Promise.all(Array.from({ length: 60 }, (_, n) => signUp(hook, `n${n}`)));
    const jobs = await service.pendingJobs('fan-out-event');
    const running = Promise.all(
      jobs.map((id, n) =>
        [worker, other][n % 2]?.run('fan-out-event', { id, accountId: hook.account.accountId }),
      ),
    );
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    const seen: string[] = [];
    for (let after = '', last = false; ; ) {
      const page = await get(hook.account, `events?limit=7${after}`);
      seen.push(...emails(page));
      after = `&after=${page.next_cursor}`;
      if (last && !page.has_more) break;
      last = isOver;
    }
    await running;
    await other.close();
    expect(seen.toSorted()).toEqual(Array.from({ length: 60 }, (_, n) => `n${n}@example.com`).toSorted());
    const rows =
      await service.sql`SELECT seq FROM events WHERE account_id = ${hook.account.accountId} ORDER BY seq`;
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
  });

  test('keeps events for 30 days, and removes older ones in bounded steps (N2)', async () => {
    const hook = await hooked();
    for (let n = 0; n < 4; n++) await signUp(hook, `old${n}`);
    await worker.fanOutAndDeliver();
    await service.sql`
      UPDATE events SET created_at = created_at - interval '31 days' WHERE account_id = ${hook.account.accountId} AND seq <= 3`;
    const prune = () => statement(service.sql, (tx) => deleteOldEvents(tx, 2));
    expect([await prune(), await prune(), await prune()]).toEqual([2, 1, 0]);
    expect(emails(await get(hook.account, 'events'))).toEqual(['old3@example.com']);
    const arrived =
      await service.sql`SELECT seq FROM delivered_events WHERE account_id = ${hook.account.accountId}`;
    expect(arrived.map(({ seq }) => seq)).toEqual([4]);
  });

  test('needs a plan with integrations, and is of its own account only (N2)', async () => {
    const free = await service.account({ plan: 'free' });
    expect((await service.call('GET', '/v1/events', free.key)).json().error).toMatchObject({
      code: 'quota_exceeded',
    });
    const [hook, stranger] = [await hooked(), await hooked()];
    await signUp(hook);
    await put(stranger.account);
    await worker.fanOut();
    expect((await get(stranger.account, 'events')).data).toEqual([]);
  });

  test.each(['after=41', 'after=e', 'types=signup.none', 'from=yesterday', 'limit=201', 'waitlist_id=x'])(
    '%s is refused',
    async (query) => {
      const account = await service.account({ plan: 'launch' });
      const { statusCode, body } = await service.call('GET', `/v1/events?${query}`, account.key);
      expect([statusCode, JSON.parse(body).error.message]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${query.split('=')[0]}`)),
      ]);
    },
  );
});
