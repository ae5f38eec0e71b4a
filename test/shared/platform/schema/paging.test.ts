import { expect, test } from 'vitest';
import { readWhole } from '../../../../src/shared/platform/schema/paging.ts';

test('a whole list holds an item once that a newer one pushes to the next page meanwhile (C8.5)', async () => {
  let newestFirst = Array.from({ length: 300 }, (_, n) => `list ${300 - n}`);
  const whole = await readWhole(
    async ({ limit, offset }) => {
      const data = newestFirst.slice(offset, offset + limit);
      const page = { data, has_more: offset + data.length < newestFirst.length };
      if (offset === 0) newestFirst = ['list 301', ...newestFirst];
      return page;
    },
    (name) => name,
  );
  expect(whole.total).toBe(300);
  expect(new Set(whole.data).size).toBe(300);
});
