import { expect, test } from 'vitest';
import { repeat } from '../../../src/shared/process/repeat.ts';

test('what fails again and again is reported once as it begins, and once as it ends', async () => {
  const results = [true, false, false, false, true, true, false, true];
  const reports: string[] = [];
  let runs = 0;
  const timer = repeat(
    1,
    async () => {
      runs += 1;
      if (results[runs - 1] === false) throw new Error(`run ${runs}`);
    },
    {
      onFailing: (err) => reports.push(`failing in ${err instanceof Error ? err.message : ''}`),
      onRecovered: () => reports.push(`recovered in run ${runs}`),
    },
  );
  await expect.poll(() => runs).toBeGreaterThan(results.length);
  await timer.stop();
  expect(reports).toEqual([
    'failing in run 2',
    'recovered in run 5',
    'failing in run 7',
    'recovered in run 8',
  ]);
});
