import { expect, test } from 'vitest';
import { openAccountLanes } from '../../src/workers/account-lanes.ts';

/** Rings that are answered one by one, when the test says so. */
function manualAnswers() {
  const open = new Map<string, () => void>();
  return {
    running: () => [...open.keys()],
    answer: ({ id }: { id: string }) => new Promise<void>((resolve) => open.set(id, resolve)),
    async finish(id: string) {
      open.get(id)?.();
      open.delete(id);
      await new Promise(setImmediate);
    },
  };
}

test('an account has at most its share of slots; another one is answered meanwhile, and what waits is answered in order', async () => {
  const answers = manualAnswers();
  const lanes = openAccountLanes(2, answers.answer);
  const ring = (id: string, accountId: string) => lanes.answer({ id, accountId });
  void ring('a1', 'a');
  void ring('a2', 'a');
  await ring('a3', 'a'); // gives its slot back
  await ring('a3', 'a'); // rung twice, waits once
  await ring('a4', 'a');
  void ring('b1', 'b');
  expect(answers.running()).toEqual(['a1', 'a2', 'b1']);
  expect(lanes.waiting()).toEqual(['a3', 'a4']);
  await answers.finish('a2');
  expect(answers.running()).toEqual(['a1', 'b1', 'a3']);
  await answers.finish('a1');
  expect(answers.running()).toEqual(['b1', 'a3', 'a4']);
  void lanes.close();
  for (const id of ['b1', 'a3', 'a4']) await answers.finish(id);
  expect(answers.running()).toEqual([]);
});

test('an account that is paused begins nothing for that time, the others do, and what waited goes on by itself', async () => {
  const answers = manualAnswers();
  const lanes = openAccountLanes(2, answers.answer);
  const ring = (id: string, accountId: string) => lanes.answer({ id, accountId });
  for (const id of ['a1', 'a2', 'a3', 'a4', 'a5']) void ring(id, 'a');
  lanes.pause('a', 200);
  await answers.finish('a1');
  await ring('a6', 'a');
  void ring('b1', 'b');
  expect(answers.running()).toEqual(['a2', 'b1']);
  expect(lanes.waiting()).toEqual(['a3', 'a4', 'a5', 'a6']);
  lanes.pause('a', 50); // shorter than what is asked for already
  await expect.poll(answers.running).toEqual(['a2', 'b1', 'a3']);
  await answers.finish('a2');
  expect(answers.running()).toEqual(['b1', 'a3', 'a4']);
  const closed = lanes.close();
  for (const id of ['b1', 'a3', 'a4']) await answers.finish(id);
  await closed;
  expect(answers.running()).toEqual([]);
});
