import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/shared/config.ts';
import type { Ring } from '../../src/shared/jobs.ts';
import { openConsumerRedis } from '../../src/shared/redis.ts';
import { openQueueWorker, type QueueWorker } from '../../src/workers/queue-worker.ts';
import { useService } from '../support/service.ts';

const service = useService();
const job = 'apply-email-event';
let connection: Redis;
let worker: QueueWorker | undefined;

beforeEach(() => {
  connection = openConsumerRedis(readConfig(service.env), service.ctx.log);
});
afterEach(async () => {
  await worker?.close();
  connection.disconnect();
  await queue()?.obliterate({ force: true });
});

const queue = () => service.ctx.doorbell.queues.find(({ name }) => name === job);
const ringsOf = (count: number): Ring[] =>
  Array.from({ length: count }, (_, n) => ({ id: `ring${n}`, accountId: 'account' }));

/** Rings, and waits until Redis has them. */
async function ring(rings: readonly Ring[]): Promise<void> {
  service.ctx.doorbell.ring(job, rings);
  await expect
    .poll(async () =>
      (await queue()?.getJobs(['waiting']))?.reduce((sum, { data }) => sum + data.rings.length, 0),
    )
    .toBe(rings.length);
}

function open(slots: number, answer: (ring: Ring) => Promise<void>): void {
  worker = openQueueWorker({ connection, log: service.ctx.log }, job, slots, answer);
}

test('125 rings are three jobs, and each is answered once, in no more slots than there are', async () => {
  await ring(ringsOf(125));
  expect(await queue()?.getWaitingCount()).toBe(3);
  const answered: string[] = [];
  let [running, most] = [0, 0];
  open(4, async ({ id }) => {
    most = Math.max(most, ++running);
    await sleep(5);
    running -= 1;
    answered.push(id);
  });
  await expect.poll(() => answered.length).toBe(125);
  await expect.poll(async () => (await queue()?.getJobCounts('active', 'waiting'))?.active).toBe(0);
  expect(answered.toSorted()).toEqual(
    ringsOf(125)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(most).toBe(4);
});

test('a ring that is not answered keeps no other from it, and its job is kept to look at', async () => {
  await ring(ringsOf(10));
  const answered: string[] = [];
  open(2, async ({ id }) => {
    if (id === 'ring3') throw new Error('no claim today');
    answered.push(id);
  });
  await expect
    .poll(async () => (await queue()?.getFailed())?.map((each) => each.failedReason))
    .toEqual(['no claim today']);
  expect(answered.toSorted()).toEqual(
    ringsOf(10)
      .flatMap(({ id }) => (id === 'ring3' ? [] : [id]))
      .toSorted(),
  );
});

test('what waits for a slot is known, and is left to others at the end', async () => {
  await ring(ringsOf(10));
  const answered: string[] = [];
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  open(3, async ({ id }) => {
    await finished;
    answered.push(id);
  });
  const rest = ringsOf(10).slice(3);
  await expect.poll(() => worker?.waiting()).toEqual(rest.map(({ id }) => id));
  const closed = worker?.close();
  finish();
  await closed;
  expect(answered).toEqual(['ring0', 'ring1', 'ring2']);
  expect(worker?.waiting()).toEqual([]);
});
