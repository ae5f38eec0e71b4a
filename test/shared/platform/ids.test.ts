import { afterEach, describe, expect, test, vi } from 'vitest';
import { isIdOf, newId, newIdOf, randomBytes } from '../../../src/shared/platform/ids.ts';

describe('newIdOf', () => {
  test('is a new UUID of version 7 that tells its origin', () => {
    const [origin, other] = [newId(), newId()];
    const ids = Array.from({ length: 500 }, (_, number) => newIdOf(origin, number));
    expect(new Set(ids).size).toBe(500);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect([isIdOf(id, origin), isIdOf(id, other)]).toEqual([true, false]);
    }
  });
});

describe('newId', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is a UUID of version 7, in lower case (§2)', () => {
    for (let n = 0; n < 1_000; n++)
      expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('begins with the time, so that later ids sort behind earlier ones', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const times = [0, 1, 1_700_000_000_000, 1_700_000_000_001, Date.UTC(2100, 0)];
    const ids = times.map((time) => {
      vi.setSystemTime(time);
      return newId();
    });
    expect(ids.toSorted()).toEqual(ids);
    expect(ids.map((id) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))).toEqual(times);
  });

  test('sorts in the order of making within a millisecond', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 5 });
    const ids = Array.from({ length: 4_096 }, newId);
    expect(ids.toSorted()).toEqual(ids);
  });

  test('never repeats, across refills of its randomness', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    expect(new Set(Array.from({ length: 20_000 }, newId)).size).toBe(20_000);
  });
});

test('randomBytes gives as many as asked for, never the same ones again', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 2_000; n++) {
    const bytes = randomBytes(1 + (n % 48) + 10);
    expect(bytes).toHaveLength(1 + (n % 48) + 10);
    seen.add(bytes.toString('hex'));
  }
  expect(seen.size).toBe(2_000);
});
