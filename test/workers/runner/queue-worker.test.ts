import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../src/shared/config.ts';
import type { Ring } from '../../../src/shared/queue/jobs.ts';
import { openConsumerRedis } from '../../../src/shared/queue/redis.ts';
import { openQueueWorker, type QueueWorker } from '../../../src/workers/runner/queue-worker.ts';
import { useService } from '../../support/service/service.ts';

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

function open(mostGroups: number, answer: (ring: Ring) => Promise<void>): void {
  worker = openQueueWorker({ connection, log: service.ctx.log }, job, mostGroups, answer);
}

test('125 rings are three jobs, of which no more are taken at a time than said, and each is answered once', async () => {
  await ring(ringsOf(125));
  expect(await queue()?.getWaitingCount()).toBe(3);
  const answered: string[] = [];
  let [running, most] = [0, 0];
  open(2, async ({ id }) => {
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
  expect(most).toBe(100);
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

test('it ends when what it has is answered, and takes no more', async () => {
  const answered: string[] = [];
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await ring(ringsOf(60));
  open(1, async ({ id }) => {
    answered.push(id);
    await finished;
  });
  await expect.poll(() => answered.length).toBe(50);
  let isClosed = false;
  const closed = worker?.close().then(() => {
    isClosed = true;
  });
  await sleep(2_200); // longer than Redis is waited for
  expect(isClosed).toBe(false);
  finish();
  await closed;
  expect(answered).toHaveLength(50);
  expect(await queue()?.getWaitingCount()).toBe(1);
});
