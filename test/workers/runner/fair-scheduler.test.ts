import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { openAccountLanes, type SlotShares } from '../../../src/workers/runner/fair-scheduler.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Lanes whose rings, named by their account and a number, are answered one by one, when the test says so. */
function manualLanes(share: SlotShares) {
  const open = new Map<string, { resolve: (hadWork: boolean) => void; reject: (err: Error) => void }>();
  const lanes = openAccountLanes(
    share,
    ({ id }) => new Promise((resolve, reject) => open.set(id, { resolve, reject })),
  );
  return {
    lanes,
    running: () => [...open.keys()],
    ring: (id: string) => lanes.answer({ id, accountId: id.charAt(0) }),
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

test('an account begins with its first slots; the rest waits, once and in order, and another account does not', async () => {
  const { lanes, ring, running, finish } = manualLanes({ slots: 100, perAccount: 10, atFirst: 2 });
  void ring('a1');
  void ring('a2');
  await ring('a3'); // keeps nobody waiting for it
  await ring('a3');
  await ring('a4');
  void ring('b1');
  expect(running()).toEqual(['a1', 'a2', 'b1']);
  expect(lanes.waiting()).toEqual(['a3', 'a4']);
  for (const id of ['a1', 'a2', 'a3', 'a4', 'b1']) await finish(id);
  expect(running()).toEqual([]);
  expect(lanes.waiting()).toEqual([]);
});

test('quick answers give an account one slot more each, up to its share; a slow one takes it back to the first', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { ring, running, finish } = manualLanes({ slots: 100, perAccount: 10, atFirst: 2 });
  for (const id of numbered('a', 60)) void ring(id);
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

test('jobs that other workers have done give an account no slot, and take none from it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { ring, running, finish, findNothing } = manualLanes({ slots: 100, perAccount: 10, atFirst: 2 });
  for (const id of numbered('a', 60)) void ring(id);
  for (const id of numbered('a', 20)) await findNothing(id);
  expect(running()).toEqual(['a21', 'a22']);
  await finish('a21');
  await findNothing('a22');
  expect(running()).toHaveLength(3);
});

test('of an account 5,000 jobs wait at most, of all 50,000, but for 20 of each further account', async () => {
  const { lanes, ring } = manualLanes({ slots: 1, perAccount: 1, atFirst: 1 });
  for (let n = 0; n < 6_000; n++) void ring(`a${n}`);
  const waitingOf = (account: string) => lanes.waiting().filter((id) => id.startsWith(account)).length;
  expect(waitingOf('a')).toBe(5_000);
  expect(lanes.accepts({ id: 'a9999', accountId: 'a' })).toBe(false);
  for (const account of 'bcdefghij') for (let n = 0; n < 5_000; n++) void ring(`${account}${n}`);
  for (let n = 0; n < 100; n++) void ring(`k${n}`);
  expect(lanes.waiting()).toHaveLength(50_020);
  expect(waitingOf('k')).toBe(20);
});

test('accounts with a thousand jobs that wait need no more from the sweep', async () => {
  const { lanes, ring } = manualLanes({ slots: 2, perAccount: 1, atFirst: 1 });
  for (let n = 0; n < 1_000; n++) void ring(`a${n}`);
  void ring('b1');
  void ring('b2');
  expect(lanes.supplied()).toEqual([]);
  void ring('a1000');
  expect(lanes.supplied()).toEqual(['a']);
  expect(lanes.accepts({ id: 'b2', accountId: 'b' })).toBe(false); // it waits here
  expect(lanes.accepts({ id: 'b3', accountId: 'b' })).toBe(true);
});

test('an account that never has more than its first slots gets no others: when its provider begins to hang, it holds those', async () => {
  const { ring, running, finish } = manualLanes({ slots: 100, perAccount: 10, atFirst: 2 });
  void ring('a1');
  for (const [n, id] of numbered('a', 50).entries()) {
    void ring(`a${n + 2}`);
    await finish(id);
  }
  for (const id of numbered('a', 99).slice(51)) void ring(id);
  expect(running()).toHaveLength(2);
});

test('an account keeps what it has got while it has nothing to do, unless a thousand others come', async () => {
  const lanes = openAccountLanes({ slots: 2_000, perAccount: 10, atFirst: 2 }, () => sleep(1, true));
  const most = async () => {
    const rings = numbered('a', 40).map((id) => lanes.answer({ id, accountId: 'a' }));
    const waiting = lanes.waiting().length;
    await Promise.all(rings);
    await expect.poll(lanes.waiting).toEqual([]);
    await sleep(5);
    return 40 - waiting;
  };
  expect(await most()).toBe(2);
  expect(await most()).toBe(10);
  for (let n = 0; n < 999; n++) await lanes.answer({ id: 'other', accountId: `other${n}` });
  await sleep(5);
  expect(await most()).toBe(10);
  for (let n = 0; n < 999; n++) await lanes.answer({ id: 'other', accountId: `another${n}` });
  expect(await most()).toBe(2);
});

test('accounts take turns at slots that are short, and whoever waits for one only is waited for', async () => {
  const { lanes, ring, running, finish } = manualLanes({ slots: 2, perAccount: 10, atFirst: 2 });
  const done: string[] = [];
  for (const id of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void ring(id).then(() => done.push(id));
  await new Promise(setImmediate);
  expect(running()).toEqual(['a1', 'a2']);
  expect(done).toEqual(['a3', 'a4']); // behind others of their account
  expect(lanes.waiting()).toEqual(['a3', 'a4', 'b1', 'b2', 'c1']);
  await ring('b1'); // waits once, and whoever rang first waits for it
  const order: string[] = [];
  while (running().length > 0) {
    const [id = ''] = running();
    order.push(id);
    await finish(id);
  }
  expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
  expect(done).toEqual(['a3', 'a4', 'a1', 'a2', 'b1', 'c1', 'b2']);
});

test('a ring that cannot be answered fails for whoever waits for it, and for no other', async () => {
  const { ring, running, finish } = manualLanes({ slots: 100, perAccount: 5, atFirst: 1 });
  const first = ring('a1');
  await ring('a2');
  await ring('a3');
  const failed = expect(first).rejects.toThrow('no claim today');
  await finish('a1', new Error('no claim today'));
  await failed;
  await finish('a2', new Error('nobody waits for this one'));
  expect(running()).toEqual(['a3']);
});

test('at the end nothing more is begun, nobody waits for what has not begun, and what runs is finished', async () => {
  const { lanes, ring, running, finish } = manualLanes({ slots: 2, perAccount: 10, atFirst: 2 });
  const ends: string[] = [];
  for (const id of ['a1', 'a2', 'a3', 'b1']) void ring(id).then(() => ends.push(id));
  const closed = lanes.close().then(() => ends.push('closed'));
  await ring('c1');
  expect(ends.toSorted()).toEqual(['a3', 'b1']);
  expect(lanes.waiting()).toEqual([]);
  await finish('a1');
  expect(running()).toEqual(['a2']);
  await finish('a2');
  await closed;
  expect(ends.at(-1)).toBe('closed');
  expect(running()).toEqual([]);
});

test('whatever is rung and answered: no slot stays empty while somebody may have it, none has too many, and each ring is answered once', async () => {
  const step = fc.oneof(
    fc.record({ ring: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({ finish: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      fc.array(step, { maxLength: 80 }),
      async (slots, perAccount, most, steps) => {
        const atFirst = Math.min(most, perAccount);
        const { lanes, ring, running, finish } = manualLanes({ slots, perAccount, atFirst });
        const of = (ids: readonly string[], accountId: string) =>
          ids.filter((id) => id.startsWith(accountId));
        const rung: string[] = [];
        const answered: string[] = [];
        const check = () => {
          expect(running().length).toBeLessThanOrEqual(slots);
          for (const accountId of ['a', 'b', 'c', 'd']) {
            const mine = of(running(), accountId).length;
            expect(mine).toBeLessThanOrEqual(perAccount);
            if (of(lanes.waiting(), accountId).length > 0 && running().length < slots)
              expect(mine).toBeGreaterThanOrEqual(atFirst);
          }
        };
        const finishOne = async (index: number) => {
          const id = running()[index % running().length];
          if (id === undefined) return;
          answered.push(id);
          await finish(id);
        };
        for (const each of steps) {
          if ('ring' in each) {
            const id = `${each.ring}${rung.length}`;
            rung.push(id);
            void ring(id);
          } else {
            await finishOne(each.finish);
          }
          check();
        }
        while (running().length > 0) await finishOne(0);
        expect(answered.toSorted()).toEqual(rung.toSorted());
        expect(lanes.waiting()).toEqual([]);
      },
    ),
  );
});
