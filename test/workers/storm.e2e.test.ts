import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { checkHistory } from '../support/storm/check-history.ts';
import { checkMails } from '../support/storm/check-mails.ts';
import { storm } from '../support/storm/storm.ts';

const service = useService();
let sink: MailSink;
let webs: ServiceProcess[];
let workers: ServiceProcess[];

beforeAll(async () => {
  sink = await startMailSink();
  const env = { ...service.env, MANAGED_EMAIL_URL: sink.url };
  webs = await Promise.all([startProcess('web', env), startProcess('web', env)]);
  workers = await Promise.all([startProcess('worker', env), startProcess('worker', env)]);
});

afterAll(async () => {
  await Promise.all([...webs, ...workers].map((process) => process.stop()));
  await sink.close();
});

test('two web and two worker processes: positions 1..n, credits exact, one mail each (§1 rules 1-4, §4.6, C3.4, C3.10, C6.5)', async () => {
  const account = await service.account();
  const waitlist = await service.waitlist(account);
  const history = await storm({
    urls: webs.map(({ url }) => url),
    key: account.key,
    waitlist,
    requests: 800,
    concurrency: 64,
    repeats: 0.1,
    referrals: 0.1,
    seed: 1,
  });
  expect(history.signups.filter(({ status }) => status !== 201)).toEqual([]);
  expect(await checkHistory(service.sql, waitlist, history)).toEqual([]);
  await expect.poll(() => service.pendingJobs('send-signup-email')).toEqual([]);
  expect(await checkMails(service.sql, waitlist, sink.received)).toEqual([]);
});

test('SIGTERM under load: what was accepted is answered and mailed, each process exits 0 (C9.6)', async () => {
  const account = await service.account();
  const waitlist = await service.waitlist(account);
  const env = { ...service.env, MANAGED_EMAIL_URL: sink.url };
  const [web, worker] = await Promise.all([startProcess('web', env), startProcess('worker', env)]);
  const running = storm({
    urls: [web.url],
    key: account.key,
    waitlist,
    requests: 600,
    concurrency: 32,
    repeats: 0,
    referrals: 0,
    seed: 2,
  });
  await expect
    .poll(async () => (await service.sql`SELECT 1 FROM signups WHERE waitlist_id = ${waitlist}`).length)
    .toBeGreaterThan(50);
  const codes = await Promise.all([web.stop('SIGTERM'), worker.stop('SIGTERM')]);
  expect(codes).toEqual([0, 0]);
  const history = await running;
  // Status 0: the process took no more connections.
  expect(history.signups.filter(({ status }) => status !== 201 && status !== 0)).toEqual([]);
  expect(await checkHistory(service.sql, waitlist, history)).toEqual([]);
  await expect.poll(() => service.pendingJobs('send-signup-email')).toEqual([]);
  const mails = new Map(
    [...sink.received].filter(([address]) => history.signups.some(({ email }) => email === address)),
  );
  const stored = await service.sql<
    { email: string }[]
  >`SELECT email FROM signups WHERE waitlist_id = ${waitlist}`;
  expect(stored.map(({ email }) => mails.get(email) ?? 0).filter((count) => count === 0)).toEqual([]);
});
