import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../src/shared/config.ts';
import type { JobNotification } from '../../../src/shared/platform/queue/jobs.ts';
import { openConsumerRedis, type RedisClient } from '../../../src/shared/platform/redis/redis.ts';
import { openQueueReader, type QueueReader } from '../../../src/workers/runner/queue-reader.ts';
import { openQueueWorker, type QueueWorker } from '../../../src/workers/runner/queue-worker.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const job = 'apply-email-event';
let connection: RedisClient;
let reader: QueueReader;
let worker: QueueWorker | undefined;

beforeEach(() => {
  const config = readConfig(service.env);
  connection = openConsumerRedis(config, service.ctx.log);
  reader = openQueueReader(config, service.ctx.log, connection);
});
afterEach(async () => {
  await worker?.close();
  reader.close();
  connection.disconnect();
  await queue()?.obliterate({ force: true });
});

const queue = () => service.ctx.notifier.queues.find(({ name }) => name === job);
const notificationsOf = (count: number): JobNotification[] =>
  Array.from({ length: count }, (_, n) => ({ id: `notification${n}`, accountId: 'account' }));

/** Notifies, and waits until Redis has them. */
async function notify(notifications: readonly JobNotification[]): Promise<void> {
  service.ctx.notifier.notify(job, notifications);
  await expect
    .poll(async () =>
      (await queue()?.getJobs(['waiting']))?.reduce((sum, { data }) => sum + data.notifications.length, 0),
    )
    .toBe(notifications.length);
}

function open(mostGroups: number, run: (notification: JobNotification) => Promise<void>): void {
  worker = openQueueWorker({ ...service.ctx, connection, reader }, job, mostGroups, run);
}

test('125 notifications are three groups, of which no more are taken at a time than asked for, and each job runs once', async () => {
  await notify(notificationsOf(125));
  expect(await queue()?.getWaitingCount()).toBe(3);
  const done: string[] = [];
  let [running, most] = [0, 0];
  let bothRun: () => void = () => {};
  const untilBothRun = new Promise<void>((resolve) => {
    bothRun = resolve;
  });
  open(2, async ({ id }) => {
    most = Math.max(most, ++running);
    if (running === 100) bothRun();
    await untilBothRun;
    await sleep(50);
    running -= 1;
    done.push(id);
  });
  await expect.poll(() => done.length).toBe(125);
  await expect.poll(async () => (await queue()?.getJobCounts('active', 'waiting'))?.active).toBe(0);
  expect(done.toSorted()).toEqual(
    notificationsOf(125)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(most).toBe(100);
});

test('a job that fails to start keeps no other from it, and its group is kept to look at', async () => {
  await notify(notificationsOf(10));
  const done: string[] = [];
  open(2, async ({ id }) => {
    if (id === 'notification3') throw new Error('no claim today');
    done.push(id);
  });
  await expect
    .poll(async () => (await queue()?.getFailed())?.map((each) => each.failedReason))
    .toEqual(['no claim today']);
  expect(done.toSorted()).toEqual(
    notificationsOf(10)
      .flatMap(({ id }) => (id === 'notification3' ? [] : [id]))
      .toSorted(),
  );
});

test('what a worker has no room for goes to another, and it is told again once it has room', async () => {
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const run = (of: string) => (notification: JobNotification) => {
    const name = `${notification.id} ${of}`;
    started.push(name);
    return new Promise<void>((resolve) => finish.set(name, resolve));
  };
  const add = async (id: string) => {
    service.ctx.notifier.notify(job, [{ id, accountId: 'account' }]);
    await expect.poll(() => started.filter((name) => name.startsWith(id))).toHaveLength(1);
  };
  open(1, run('first'));
  await add('a');
  const config = readConfig(service.env);
  const otherReader = openQueueReader(config, service.ctx.log, connection);
  const other = openQueueWorker({ ...service.ctx, connection, reader: otherReader }, job, 1, run('other'));
  await add('b');
  finish.get('a first')?.();
  await add('c');
  expect(started).toEqual(['a first', 'b other', 'c first']);
  finish.get('c first')?.();
  const closed = worker?.close(); // a worker that ends takes nothing from the others
  finish.get('b other')?.();
  await add('d');
  expect(started.at(-1)).toBe('d other');
  finish.get('d other')?.();
  await Promise.all([closed, other.close()]);
  otherReader.close();
});

test('it ends when what it has is done, and takes no more', async () => {
  const done: string[] = [];
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await notify(notificationsOf(60));
  open(1, async ({ id }) => {
    done.push(id);
    await finished;
  });
  await expect.poll(() => done.length).toBe(50);
  let isClosed = false;
  const closed = worker?.close().then(() => {
    isClosed = true;
  });
  await sleep(2_200); // longer than Redis is waited for
  expect(isClosed).toBe(false);
  finish();
  await closed;
  expect(done).toHaveLength(50);
  expect(await queue()?.getWaitingCount()).toBe(1);
});
