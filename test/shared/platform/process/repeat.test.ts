import { expect, test } from 'vitest';
import { repeat, skipped, toldElsewhere } from '../../../../src/shared/platform/process/repeat.ts';

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

test('a failure that others tell of is reported again until it is another one, and its end is theirs', async () => {
  const results = ['done', 'away', 'away', 'done', 'away', 'broken', 'broken', 'away', 'done'];
  const reports: string[] = [];
  let runs = 0;
  const timer = repeat(
    1,
    async () => {
      const result = results[runs++] ?? 'done';
      if (result !== 'done') throw new Error(result);
    },
    {
      onFailing(err) {
        const isAway = err instanceof Error && err.message === 'away';
        reports.push(`${isAway ? 'away' : 'broken'} in ${runs}`);
        return isAway ? toldElsewhere : undefined;
      },
      onRecovered: () => reports.push(`recovered in ${runs}`),
    },
  );
  await expect.poll(() => runs).toBeGreaterThan(results.length);
  await timer.stop();
  expect(reports).toEqual(['away in 2', 'away in 3', 'away in 5', 'broken in 6', 'recovered in 9']);
});
