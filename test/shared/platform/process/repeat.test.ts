import { expect, test } from 'vitest';
import { repeat, skipped } from '../../../../src/shared/platform/process/repeat.ts';

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

test('a run that was skipped says nothing about what fails', async () => {
  const results = ['failed', 'skipped', 'failed', 'skipped', 'done'];
  const reports: string[] = [];
  let runs = 0;
  const timer = repeat(
    1,
    async () => {
      const result = results[runs++];
      if (result === 'failed') throw new Error('x');
      return result === 'skipped' ? skipped : undefined;
    },
    {
      onFailing: () => reports.push(`failing in ${runs}`),
      onRecovered: () => reports.push(`recovered in ${runs}`),
    },
  );
  await expect.poll(() => runs).toBeGreaterThan(results.length);
  await timer.stop();
  expect(reports).toEqual(['failing in 1', 'recovered in 5']);
});
