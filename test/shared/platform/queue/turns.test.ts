import { expect, test } from 'vitest';
import { openTurns } from '../../../../src/shared/platform/queue/turns.ts';

/** Turns whose work waits until the test ends it. */
function heldTurns(limit: number) {
  const turns = openTurns(limit);
  const running: { name: string; end(): void }[] = [];
  const run = (account: string, name: string) =>
    turns.run(account, () => new Promise<void>((end) => void running.push({ name, end })));
  const names = async () => {
    await new Promise(setImmediate);
    return running.map(({ name }) => name);
  };
  const end = (name: string) => {
    const [work] = running.splice(
      running.findIndex((each) => each.name === name),
      1,
    );
    work?.end();
  };
  return { run, names, end };
}

test('accounts take turns, each with one piece of work at a time, however much one of them wants', async () => {
  const { run, names, end } = heldTurns(2);
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => run(name.slice(0, 1), name));
  expect(await names()).toEqual(['a1', 'b1']);
  end('a1');
  expect(await names()).toEqual(['b1', 'c1']);
  end('b1');
  expect(await names()).toEqual(['c1', 'a2']);
  end('c1');
  expect(await names()).toEqual(['a2', 'b2']);
  end('a2');
  end('b2');
  expect(await names()).toEqual(['a3']);
  end('a3');
  await Promise.all(all);
});

test('work that fails ends its turn', async () => {
  const turns = openTurns(1);
  const failed = turns.run('a', () => Promise.reject(new Error('no')));
  const next = turns.run('b', async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});
