import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** A process of the build that logs lines of a thousand bytes and exits when it is told to. */
function startLogging(lines: number): ChildProcess {
  const script = `
    import { openLog } from './dist/shared/platform/process/log.js';
    const log = openLog({ log: { level: 'info' } }, 'test');
    process.once('SIGTERM', () => {
      log.info('the last line');
      process.exit(0);
    });
    setInterval(() => {}, 1_000);
    for (let line = 0; line < ${lines}; line++) log.info({ line }, 'x'.repeat(1_000));
    process.stderr.write('logged');`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
}

/** Tells it to exit. @returns its code, or the signal that ended what did not */
async function stop(child: ChildProcess): Promise<unknown> {
  child.kill('SIGTERM');
  const [code, signal] = await once(child, 'exit');
  return code ?? signal;
}

test('a log has every line once, the last before the exit included', async () => {
  const child = startLogging(500);
  if (!child.stdout || !child.stderr) throw new Error('It has no pipes');
  const output = text(child.stdout);
  await once(child.stderr, 'data');
  expect(await stop(child)).toBe(0);
  const lines = (await output)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const numbers = lines.flatMap(({ line }) => line ?? []).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 500 }, (_, line) => line));
  expect(lines.filter(({ msg }) => msg === 'the last line')).toHaveLength(1);
});

test('a process exits with what it was told where the reader of its log has gone', async () => {
  const child = startLogging(500);
  if (!child.stderr) throw new Error('It has no pipes');
  await once(child.stderr, 'data');
  child.stdout?.destroy();
  expect(await stop(child)).toBe(0);
});
