import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeResend, managedOver, startFakeResend } from '../support/fakes/resend.ts';
import { allPairs, runRaceMatrix } from '../support/race-matrix/race-matrix.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { randomFrom } from '../support/storm/random.ts';

const env: NodeJS.ProcessEnv = {};
let resend: FakeResend;
const service = useService(env, async () => {
  resend = await startFakeResend();
  Object.assign(env, managedOver(resend));
});
const processes: ServiceProcess[] = [];

beforeAll(async () => {
  const kinds = ['web', 'web', 'worker', 'worker'] as const;
  processes.push(...(await Promise.all(kinds.map((kind) => startProcess(kind, service.env)))));
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await resend.close();
});

/** Of how many pairs one is raced. The fault run race-matrix races all of them. */
const oneOf = 10;
const seed = Number(process.env.RACE_SEED ?? Date.now() % 2 ** 31);

test('pairs of operations meet: no 500, no failed operation, no deadlock, every number right', async () => {
  console.log(`RACE_SEED=${seed}`);
  const random = randomFrom(seed);
  const pairs = allPairs().filter(() => random() < 1 / oneOf);
  const urls = processes.flatMap(({ url }) => (url.endsWith(':undefined') ? [] : [url]));
  expect(urls).toHaveLength(2);
  const { deadlocks, wrong } = await runRaceMatrix({ urls, env: service.env, pairs });
  expect(wrong).toEqual([]);
  expect(deadlocks).toBe(0);
});
