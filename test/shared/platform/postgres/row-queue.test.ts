import { EventEmitter, once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { startDeliveries } from '../../../../src/shared/events/integrations/deliveries/start-queries.ts';
import { lockWaitlistCounter } from '../../../../src/shared/list/waitlists/queries.ts';
import { lockWaitlistsOf } from '../../../../src/shared/mail/sending/start-queries.ts';
import { newId } from '../../../../src/shared/platform/ids.ts';
import type { Tx } from '../../../../src/shared/platform/postgres/connection.ts';
import { isAwaited } from '../../../../src/shared/platform/postgres/row-queue.ts';
import { makeList, type TestList } from '../../../support/list.ts';
import { useService } from '../../../support/service/service.ts';

describe('rows that workers share all the time', () => {
  const service = useService({ DATABASE_POOL: '8' });

  /** How many statements of other connections wait for a lock. */
  const waiting = async () => {
    const [row] = await service.sql<[{ count: number }]>`
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'`;
    return row.count;
  };
  /** A transaction that shares rows and holds them until told. */
  function share(lock: (tx: Tx) => Promise<unknown>) {
    const events = new EventEmitter();
    const held = once(events, 'held');
    const told = once(events, 'told');
    const done = service.sql.begin(async (tx) => {
      await lock(tx);
      events.emit('held');
      await told;
    });
    // Rejects if the lock fails.
    return { done, held: Promise.race([held, done]), end: () => events.emit('told') };
  }
  /**
   * One shares, then somebody waits to change, then another one wants to share. @returns whether that one has
   * the row before the change
   */
  async function isPassed(lock: (tx: Tx) => Promise<unknown>, change: () => Promise<unknown>) {
    const first = share(lock);
    await first.held;
    const changed = change();
    await vi.waitFor(async () => expect(await waiting()).toBe(1), 240_000);
    const last = share(lock);
    const passed = await Promise.race([
      last.held.then(() => true),
      vi.waitFor(async () => expect(await waiting()).toBe(2), 240_000).then(() => false),
    ]);
    first.end();
    last.end();
    await Promise.all([first.done, changed, last.done]);
    return passed;
  }

  /** Starts a delivery of its own to the account's webhook. */
  async function deliverer(list: TestList) {
    const { accountId, key } = list.account;
    const payload = { config: { url: 'http://127.0.0.1:1/' } };
    await service.call('PUT', '/v1/integrations/webhook', key, { payload });
    const [integration] = await service.sql`SELECT id FROM integrations WHERE account_id = ${accountId}`;
    return async (tx: Tx) => {
      const id = newId();
      const job = { fired_at: new Date().toISOString(), type: 'signup.created', event_id: newId(), seq: 1 };
      await service.sql`
        INSERT INTO outbox (account_id, job, id, integration_id, payload)
        VALUES (${accountId}, 'deliver-event', ${id}, ${integration?.id}, ${JSON.stringify(job)}::text::json)`;
      await startDeliveries(tx, [{ accountId, id }]);
    };
  }

  test.each<[string, 'PATCH' | 'PUT' | 'DELETE', object | undefined]>([
    ['pause', 'PATCH', { enabled: false }],
    ['change', 'PUT', { config: { url: 'http://127.0.0.1:2/' } }],
    ['removal', 'DELETE', undefined],
  ])('a %s of an integration is passed by no delivery that begins after it', async (_, method, payload) => {
    const list = await makeList(service);
    const start = await deliverer(list);
    const change = async () => {
      const url = '/v1/integrations/webhook';
      const answer = await service.call(method, url, list.account.key, payload && { payload });
      expect(answer.statusCode).toBeLessThan(300);
    };
    expect(await isPassed(start, change)).toBe(false);
  });

  test.each<[string, 'PATCH' | 'DELETE', object | undefined]>([
    ['new name', 'PATCH', { name: 'Another' }],
    ['deletion', 'DELETE', undefined],
  ])('a %s of a waitlist is passed by no mail that is started after it', async (_, method, payload) => {
    const list = await makeList(service);
    const { id } = await list.add({ email: 'ada@example.com' });
    const change = async () => {
      const answer = await service.call(method, list.url, list.account.key, payload && { payload });
      expect(answer.statusCode).toBeLessThan(300);
    };
    const lock = (tx: Tx) => Promise.all(lockWaitlistsOf(tx, [{ accountId: list.account.accountId, id }]));
    expect(await isPassed(lock, change)).toBe(false);
  });

  test('a transaction knows who waits for its rows of a table', async () => {
    const list = await makeList(service);
    const { accountId } = list.account;
    const waits: Promise<unknown>[] = [];
    const awaited = await service.sql.begin(async (tx) => {
      await lockWaitlistCounter(tx, accountId, list.id);
      const before = await isAwaited(tx, 'waitlist_counters');
      waits.push(list.signUp({ email: 'ada@example.com' }));
      await vi.waitFor(async () => expect(await waiting()).toBe(1), 240_000);
      return [before, await isAwaited(tx, 'waitlist_counters'), await isAwaited(tx, 'signups')];
    });
    await Promise.all(waits);
    expect(awaited).toEqual([false, true, false]);
  });
});
