import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each(['SIGTERM', 'exit'] as const)(
  'no process outlives the tests that started it, by %s',
  async (how) => {
    const script = `
    import { spawn } from 'node:child_process';
    import { endWithTests } from './test/support/service/processes.ts';
    const child = endWithTests(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']));
    console.log(child.pid);
    if (${how === 'exit'}) process.exit();`;
    const tests = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(tests, 'exit');
    const [pid] = await once(tests.stdout, 'data');
    if (how === 'SIGTERM') tests.kill(how);
    expect(await ended).toEqual(how === 'exit' ? [0, null] : [null, 'SIGTERM']);
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  },
);
