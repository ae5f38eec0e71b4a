import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeResend, resendKey, startFakeResend } from '../support/fakes/resend.ts';
import { eventSecret } from '../support/race-matrix/operations.ts';
import { runRaceMatrix } from '../support/race-matrix/race-matrix.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';

const env: NodeJS.ProcessEnv = {};
let resend: FakeResend;
const service = useService(env, async () => {
  resend = await startFakeResend();
  Object.assign(env, {
    RESEND_API_URL: resend.url,
    MANAGED_EMAIL_URL: `resend://${resendKey}`,
    MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
    MANAGED_EMAIL_WEBHOOK_SECRET: eventSecret,
  });
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

test('every pair of operations meets: no 500, no failed operation, no deadlock, every number right', {
  timeout: 300_000,
}, async () => {
  const urls = processes.flatMap(({ url }) => (url.endsWith(':undefined') ? [] : [url]));
  expect(urls).toHaveLength(2);
  const { deadlocks, wrong } = await runRaceMatrix({ urls, env: service.env, rounds: 1 });
  expect(wrong).toEqual([]);
  expect(deadlocks).toBe(0);
});
