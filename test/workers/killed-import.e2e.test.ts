import { expect, test } from 'vitest';
import { importsOf } from '../support/imports/imports.ts';
import { makeList } from '../support/list.ts';
import { startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker } from '../support/service/worker.ts';
import { findBrokenInvariants } from '../support/storm/invariants.ts';

const service = useService();
const rows = 12_000;

test('an import whose worker is killed goes on where it was, each row once (N6)', async () => {
  const tests = openTestWorker(service);
  const list = await makeList(service);
  const imports = importsOf(service, tests, list);
  const lines = Array.from(
    { length: rows },
    (_, n) => `p${n}@example.com,2024-01-01,C-${n},${n === 0 ? '' : `C-${n % 7}`}`,
  );
  const answer = await imports.upload(`email,created_at,referral_code,referred_by\n${lines.join('\n')}\n`);
  const { id } = answer.json();
  /** Kills a worker each time that it has got further, and lets the last one finish. */
  const workUntil = async (
    isDone: () => Promise<boolean>,
    progress: () => Promise<number>,
    kills: number,
  ) => {
    for (let kill = 0; ; kill++) {
      const before = await progress();
      const worker = await startProcess('worker', service.env);
      if (kill < kills && !(await isDone())) {
        await expect
          .poll(async () => (await progress()) > before || (await isDone()), { interval: 20 })
          .toBe(true);
        await worker.stop('SIGKILL');
        // Its claim would hold for half a minute.
        await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 minute', crash_count = 0 WHERE id = ${id}`;
        continue;
      }
      await expect.poll(isDone).toBe(true);
      await worker.stop();
      return;
    }
  };
  const counts = async () => {
    const { state, would_create, created, referrals } = await imports.read(id);
    return { state, validated: would_create, stored: created + referrals };
  };
  await workUntil(
    async () => (await counts()).state === 'ready',
    async () => (await counts()).validated,
    2,
  );
  expect(await imports.read(id)).toMatchObject({ would_create: rows, rejected: 0, duplicates: 0 });
  await imports.act(id, 'start', { expected_count: rows });
  await workUntil(
    async () => (await counts()).state === 'finished',
    async () => (await counts()).stored,
    4,
  );
  expect(await imports.read(id)).toMatchObject({ created: rows, existing: 0, referrals: rows - 7 });
  const stored = await service.sql<{ email: string; position: number }[]>`
    SELECT email, position FROM signups WHERE waitlist_id = ${list.id} ORDER BY position`;
  expect(stored).toEqual(lines.map((_, n) => ({ email: `p${n}@example.com`, position: n + 1 })));
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
  await tests.close();
});
