import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openProgress } from '../../../../src/shared/platform/process/progress.ts';

function stream(isTTY: boolean) {
  const through = new PassThrough();
  return Object.assign(through, { isTTY, columns: 40 }) as unknown as NodeJS.WriteStream & PassThrough;
}

test('a terminal shows one line, which is written anew, is no longer than the terminal is wide, and goes away', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const terminal = stream(true);
  const progress = openProgress(terminal);
  progress.show('1 of 2');
  progress.show(`2 of 2 ${'x'.repeat(100)}`);
  progress.end();
  progress.end();
  const lines = String(terminal.read()).split('\r\u001b[2K');
  expect(lines).toEqual(['', '1 of 2 0 s', `2 of 2 ${'x'.repeat(23)} 0 s`, '']);
});

test('a pipe gets nothing', () => {
  const pipe = stream(false);
  const progress = openProgress(pipe);
  progress.show('1 of 2');
  progress.end();
  expect(pipe.read()).toBe(null);
});
