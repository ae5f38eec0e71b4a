import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MicroBatchOptions, microBatch } from '../../../../src/shared/platform/queue/micro-batch.ts';

/** A batcher whose batches wait until the test lets them go. */
function heldBatcher(options: Partial<MicroBatchOptions<string, string>> = {}) {
  const batches: string[][] = [];
  const waiting: (() => void)[] = [];
  let arrived = () => {};
  const add = microBatch<string, string>({
    maxItems: 100,
    ...options,
    run: async (items) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        arrived();
      });
      return options.run ? options.run(items) : items.map((item) => item.toUpperCase());
    },
  });
  /** Waits for the next batch to be running and lets it end. */
  const release = async () => {
    if (waiting.length === 0)
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    waiting.shift()?.();
  };
  return { add, batches, release };
}

describe('microBatch', () => {
  test('a lone call runs alone', async () => {
    const { add, batches, release } = heldBatcher();
    const result = add('a');
    await release();
    expect(await result).toBe('A');
    expect(batches).toEqual([['a']]);
  });

  test('calls that arrive while a batch runs share the next one, in their order', async () => {
    const { add, batches, release } = heldBatcher();
    const first = add('a');
    await release();
    const others = Promise.all(['c', 'b', 'd'].map(add));
    expect(await first).toBe('A');
    await release();
    expect(await others).toEqual(['C', 'B', 'D']);
    expect(batches).toEqual([['a'], ['c', 'b', 'd']]);
  });

  test('calls that come soon behind a batch share the next one where it gathers', async () => {
    const gatherMs = 2_000;
    const { add, batches, release } = heldBatcher({ gatherMs });
    const first = add('a');
    await release();
    await first;
    const later = [add('b')];
    await new Promise(setImmediate);
    later.push(add('c'));
    await release();
    expect(await Promise.all(later)).toEqual(['B', 'C']);
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  test('a batch holds at most maxItems', async () => {
    const { add, batches, release } = heldBatcher({ maxItems: 2 });
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(add));
    for (let n = 0; n < 3; n++) await release();
    expect(await all).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('items of one key never share a batch and keep their order', async () => {
    const { add, batches, release } = heldBatcher({ keyOf: (item) => item.slice(0, 1) });
    const all = Promise.all(['a1', 'a2', 'b1', 'a3', 'b2', 'c1'].map(add));
    for (let n = 0; n < 3; n++) await release();
    expect(await all).toEqual(['A1', 'A2', 'B1', 'A3', 'B2', 'C1']);
    expect(batches).toEqual([['a1', 'b1', 'c1'], ['a2', 'b2'], ['a3']]);
  });

  test('one bad item fails alone: the others are tried by themselves', async () => {
    const batches: string[][] = [];
    const add = microBatch<string, string>({
      run: async (items) => {
        batches.push([...items]);
        if (items.includes('bad')) throw new Error('bad item');
        return items;
      },
      maxItems: 10,
      isItemError: () => true,
    });
    const settled = await Promise.allSettled(['a', 'bad', 'b'].map(add));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
    expect(await add('later')).toBe('later');
  });

  test('what is nobody’s own fault fails the whole batch, once', async () => {
    let runs = 0;
    const add = microBatch<string, string>({
      run: async (items) => {
        runs += 1;
        if (runs === 1) throw new Error('database is away');
        return items;
      },
      maxItems: 10,
      isItemError: (error) => !String(error).includes('away'),
    });
    const settled = await Promise.allSettled(['a', 'b'].map(add));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toBe(1);
    expect(await add('later')).toBe('later');
  });

  test('a batch that gives too few results fails', async () => {
    const add = microBatch<string, string>({ run: async (items) => items.slice(1), maxItems: 10 });
    const settled = await Promise.allSettled(['a', 'b'].map(add));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('one call more than may wait is refused as 503, and room comes back (C1.16)', async () => {
    const { add, release } = heldBatcher({ maxWaiting: 2 });
    const first = add('a');
    await release();
    await first;
    const waiting = Promise.all(['b', 'c'].map(add));
    await expect(add('d')).rejects.toMatchObject({
      code: 'internal_error',
      status: 503,
      retryAfterSeconds: 1,
    });
    await release();
    expect(await waiting).toEqual(['B', 'C']);
    const again = add('d');
    await release();
    expect(await again).toBe('D');
  });

  test('whatever is called: each item runs once, alone in its key, in order, and gets its own result', async () => {
    const calls = fc.array(fc.record({ key: fc.integer({ min: 0, max: 4 }), pause: fc.boolean() }), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 1, max: 7 }), async (list, maxItems) => {
        type Item = { key: number; number: number };
        const batches: (readonly Item[])[] = [];
        let running = 0;
        const add = microBatch<Item, number>({
          run: async (items) => {
            running += 1;
            expect(running).toBe(1);
            batches.push(items);
            await new Promise(setImmediate);
            running -= 1;
            return items.map(({ number }) => number);
          },
          maxItems,
          keyOf: ({ key }) => String(key),
        });
        const results: Promise<number>[] = [];
        for (const [number, { key, pause }] of list.entries()) {
          if (pause) await new Promise(setImmediate);
          results.push(add({ key, number }));
        }
        expect(await Promise.all(results)).toEqual(list.map((_, number) => number));
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(maxItems);
          expect(new Set(batch.map(({ key }) => key)).size).toBe(batch.length);
        }
        const order = batches.flat();
        expect(order).toHaveLength(list.length);
        for (const key of [0, 1, 2, 3, 4]) {
          const numbers = order.filter((item) => item.key === key).map(({ number }) => number);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 50 },
    );
  });
});
