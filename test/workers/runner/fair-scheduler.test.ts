import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { type ConcurrencyLimits, openFairScheduler } from '../../../src/workers/runner/fair-scheduler.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Its jobs are named by their account and a number, and run until the test finishes them. */
function manualScheduler(share: ConcurrencyLimits) {
  const open = new Map<string, { resolve: (hadWork: boolean) => void; reject: (err: Error) => void }>();
  const scheduler = openFairScheduler(
    share,
    ({ id }) => new Promise((resolve, reject) => open.set(id, { resolve, reject })),
  );
  return {
    scheduler,
    running: () => [...open.keys()],
    run: (id: string, isLate = false) => scheduler.run({ id, accountId: id.charAt(0), isLate }),
    async finish(id: string, err?: Error) {
      const { resolve, reject } = open.get(id) ?? {};
      open.delete(id);
      if (err) reject?.(err);
      else resolve?.(true);
      await new Promise(setImmediate);
    },
    /** Another worker had the job. */
    async findNothing(id: string) {
      open.get(id)?.resolve(false);
      open.delete(id);
      await new Promise(setImmediate);
    },
  };
}

const numbered = (accountId: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${accountId}${n + 1}`);

test('an account begins with its first concurrency; the rest waits, once and in order, and another account does not', async () => {
  const { scheduler, run, running, finish } = manualScheduler({ total: 100, perAccount: 10, atFirst: 2 });
  void run('a1');
  void run('a2');
  await run('a3'); // keeps nobody waiting for it
  await run('a3');
  await run('a4');
  void run('b1');
  expect(running()).toEqual(['a1', 'a2', 'b1']);
  expect(scheduler.waiting()).toEqual(['a3', 'a4']);
  for (const id of ['a1', 'a2', 'a3', 'a4', 'b1']) await finish(id);
  expect(running()).toEqual([]);
  expect(scheduler.waiting()).toEqual([]);
});

test('quick jobs give an account one more at a time each, up to its share; a slow one takes it back to the first', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { run, running, finish } = manualScheduler({ total: 100, perAccount: 10, atFirst: 2 });
  for (const id of numbered('a', 60)) void run(id);
  const sizes: number[] = [];
  for (const id of numbered('a', 10)) {
    await finish(id);
    sizes.push(running().length);
  }
  expect(sizes).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 10, 10]);
  vi.advanceTimersByTime(4_999);
  await finish('a11');
  expect(running()).toHaveLength(10);
  vi.advanceTimersByTime(1);
  for (const id of numbered('a', 19).slice(11)) await finish(id);
  expect(running()).toEqual(['a20', 'a21']);
});

test('jobs that other workers have done neither raise nor lower the concurrency of an account', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { run, running, finish, findNothing } = manualScheduler({ total: 100, perAccount: 10, atFirst: 2 });
  for (const id of numbered('a', 60)) void run(id);
  for (const id of numbered('a', 20)) await findNothing(id);
  expect(running()).toEqual(['a21', 'a22']);
  await finish('a21');
  await findNothing('a22');
  expect(running()).toHaveLength(3);
});

test('of an account 5,000 jobs wait at most, of all 50,000, but for 20 of each further account', async () => {
  const { scheduler, run } = manualScheduler({ total: 1, perAccount: 1, atFirst: 1 });
  for (let n = 0; n < 6_000; n++) void run(`a${n}`);
  const waitingOf = (account: string) => scheduler.waiting().filter((id) => id.startsWith(account)).length;
  expect(waitingOf('a')).toBe(5_000);
  expect(scheduler.accepts({ id: 'a9999', accountId: 'a' })).toBe(false);
  for (const account of 'bcdefghij') for (let n = 0; n < 5_000; n++) void run(`${account}${n}`);
  for (let n = 0; n < 100; n++) void run(`k${n}`);
  expect(scheduler.waiting()).toHaveLength(50_020);
  expect(waitingOf('k')).toBe(20);
});

test('accounts with 2,500 jobs that wait need no more from the sweep', async () => {
  const { scheduler, run } = manualScheduler({ total: 2, perAccount: 1, atFirst: 1 });
  for (let n = 0; n < 2_500; n++) void run(`a${n}`);
  void run('b1');
  void run('b2');
  expect(scheduler.supplied()).toEqual([]);
  void run('a2500');
  expect(scheduler.supplied()).toEqual(['a']);
  expect(scheduler.accepts({ id: 'b2', accountId: 'b' })).toBe(false); // it waits here
  expect(scheduler.accepts({ id: 'b3', accountId: 'b' })).toBe(true);
});

test('an account that never needs more than its first concurrency gets no more: when its provider starts to hang, it holds that much', async () => {
  const { run, running, finish } = manualScheduler({ total: 100, perAccount: 10, atFirst: 2 });
  void run('a1');
  for (const [n, id] of numbered('a', 50).entries()) {
    void run(`a${n + 2}`);
    await finish(id);
  }
  for (const id of numbered('a', 99).slice(51)) void run(id);
  expect(running()).toHaveLength(2);
});

test('an account keeps what it has got while it has nothing to do, unless a thousand others come', async () => {
  const scheduler = openFairScheduler({ total: 2_000, perAccount: 10, atFirst: 2 }, () => sleep(1, true));
  const most = async () => {
    const notifications = numbered('a', 40).map((id) => scheduler.run({ id, accountId: 'a' }));
    const waiting = scheduler.waiting().length;
    await Promise.all(notifications);
    await expect.poll(scheduler.waiting).toEqual([]);
    await sleep(5);
    return 40 - waiting;
  };
  expect(await most()).toBe(2);
  expect(await most()).toBe(10);
  for (let n = 0; n < 999; n++) await scheduler.run({ id: 'other', accountId: `other${n}` });
  await sleep(5);
  expect(await most()).toBe(10);
  for (let n = 0; n < 999; n++) await scheduler.run({ id: 'other', accountId: `another${n}` });
  expect(await most()).toBe(2);
});

test('accounts take turns where concurrency is short, and a caller waits for a job that waits for that alone', async () => {
  const { scheduler, run, running, finish } = manualScheduler({ total: 2, perAccount: 10, atFirst: 2 });
  const done: string[] = [];
  for (const id of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void run(id).then(() => done.push(id));
  await new Promise(setImmediate);
  expect(running()).toEqual(['a1', 'a2']);
  expect(done).toEqual(['a3', 'a4']); // behind others of their account
  expect(scheduler.waiting()).toEqual(['a3', 'a4', 'b1', 'b2', 'c1']);
  await run('b1'); // waits once, and its first caller waits for it
  const order: string[] = [];
  while (running().length > 0) {
    const [id = ''] = running();
    order.push(id);
    await finish(id);
  }
  expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
  expect(done).toEqual(['a3', 'a4', 'a1', 'a2', 'b1', 'c1', 'b2']);
});

test('a job that fails before it starts rejects for its caller, and for no other', async () => {
  const { run, running, finish } = manualScheduler({ total: 100, perAccount: 5, atFirst: 1 });
  const first = run('a1');
  await run('a2');
  await run('a3');
  const failed = expect(first).rejects.toThrow('no claim today');
  await finish('a1', new Error('no claim today'));
  await failed;
  await finish('a2', new Error('nobody waits for this one'));
  expect(running()).toEqual(['a3']);
});

test('at the end nothing more is started, no caller waits for what was not started, and what runs is finished', async () => {
  const { scheduler, run, running, finish } = manualScheduler({ total: 2, perAccount: 10, atFirst: 2 });
  const ends: string[] = [];
  for (const id of ['a1', 'a2', 'a3', 'b1']) void run(id).then(() => ends.push(id));
  const closed = scheduler.close().then(() => ends.push('closed'));
  await run('c1');
  expect(ends.toSorted()).toEqual(['a3', 'b1']);
  expect(scheduler.waiting()).toEqual([]);
  await finish('a1');
  expect(running()).toEqual(['a2']);
  await finish('a2');
  await closed;
  expect(ends.at(-1)).toBe('closed');
  expect(running()).toEqual([]);
});

test('whatever is notified and finished: all concurrency is used while an account may use it, none has too much, and each job runs once', async () => {
  const step = fc.oneof(
    fc.record({ notification: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({ finish: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      fc.array(step, { maxLength: 80 }),
      async (total, perAccount, most, steps) => {
        const atFirst = Math.min(most, perAccount);
        const { scheduler, run, running, finish } = manualScheduler({ total, perAccount, atFirst });
        const of = (ids: readonly string[], accountId: string) =>
          ids.filter((id) => id.startsWith(accountId));
        const notified: string[] = [];
        const finished: string[] = [];
        const check = () => {
          expect(running().length).toBeLessThanOrEqual(total);
          for (const accountId of ['a', 'b', 'c', 'd']) {
            const mine = of(running(), accountId).length;
            expect(mine).toBeLessThanOrEqual(perAccount);
            if (of(scheduler.waiting(), accountId).length > 0 && running().length < total)
              expect(mine).toBeGreaterThanOrEqual(atFirst);
          }
        };
        const finishOne = async (index: number) => {
          const id = running()[index % running().length];
          if (id === undefined) return;
          finished.push(id);
          await finish(id);
        };
        for (const each of steps) {
          if ('notification' in each) {
            const id = `${each.notification}${notified.length}`;
            notified.push(id);
            void run(id);
          } else {
            await finishOne(each.finish);
          }
          check();
        }
        while (running().length > 0) await finishOne(0);
        expect(finished.toSorted()).toEqual(notified.toSorted());
        expect(scheduler.waiting()).toEqual([]);
      },
    ),
  );
});

test('late jobs wait behind all others of their account', async () => {
  const { run, running, finish } = manualScheduler({ total: 100, perAccount: 10, atFirst: 2 });
  for (const id of ['a1', 'a2', 'a3']) void run(id, true);
  for (const id of ['a4', 'a5']) void run(id);
  await run('a3', true); // waits once, and keeps nobody waiting for it
  expect(running()).toEqual(['a1', 'a2']);
  await finish('a1');
  expect(running()).toEqual(['a2', 'a4', 'a5']);
  for (const id of ['a4', 'a5', 'a2', 'a3']) await finish(id);
  expect(running()).toEqual([]);
});

test('few late jobs of any account run while others come and go', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const { run, running, finish } = manualScheduler({ total: 50, perAccount: 25, atFirst: 10 });
  void run('b1');
  for (const id of numbered('a', 8)) void run(id, true);
  expect(running()).toEqual(['b1', 'a1', 'a2']); // a 25th of all
  vi.advanceTimersByTime(150);
  await finish('b1');
  await finish('a1');
  expect(running()).toEqual(['a2', 'a3']);
  vi.advanceTimersByTime(250);
  expect(running()).toEqual(numbered('a', 8).slice(1));
});
