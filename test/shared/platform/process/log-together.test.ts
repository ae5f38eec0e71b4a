import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logTogether, writeGathered } from '../../../../src/shared/platform/process/log-together.ts';

test('what happens to many rows is one line, with their number and the first of their ids', () => {
  const output = new PassThrough();
  const log = pino({ base: null, timestamp: false }, output);
  for (let n = 1; n <= 1_000; n++) {
    logTogether(log, 'warn', `id-${n}`, { err: new Error('away') }, 'rows failed');
    if (n % 100 === 0) logTogether(log, 'warn', `id-${n}`, { err: new Error('full') }, 'rows failed');
  }
  writeGathered(log);
  writeGathered(log);
  const lines = String(output.read()).trim().split('\n');
  const ids = (step: number) => Array.from({ length: 10 }, (_, n) => `id-${(n + 1) * step}`);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, err: { message: 'away' }, count: 1_000, ids: ids(1), msg: 'rows failed' },
    { level: 40, err: { message: 'full' }, count: 10, ids: ids(100), msg: 'rows failed' },
  ]);
});
