import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freeThrottledEmails } from '../../../../src/shared/mail/sending/throttles/free-throttled-emails.ts';
import { setEmailProvider } from '../../../../src/shared/mail/settings/set-email-provider.ts';
import { platformAccountId } from '../../../../src/shared/platform/ids.ts';
import { type FakeResend, resendKey, startFakeResend } from '../../../support/fakes/resend.ts';
import { type MailSink, startMailSink } from '../../../support/mail-sink.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../../support/service/worker.ts';

let sink: MailSink;
let breaksOff = false;
/** In front of the service's mail server: while that is down, it says so to each connection. */
let gate: Server;
let isUp = true;
const open = new Set<Socket>();
function takeDown(): void {
  isUp = false;
  for (const socket of open) socket.destroy();
}
let dials = 0;
let resend: FakeResend;
let worker: TestWorker;
const env: NodeJS.ProcessEnv = {};
const service = useService(env, async () => {
  const beforeAnswer = () => (breaksOff ? Promise.reject(new Error('broken off')) : Promise.resolve());
  sink = await startMailSink({ beforeAnswer });
  resend = await startFakeResend();
  gate = createServer((socket) => {
    dials += 1;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    if (!isUp) {
      socket.end('421 Not now\r\n');
      return;
    }
    const onward = connect(Number(new URL(sink.url).port), '127.0.0.1').on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  Object.assign(env, {
    RESEND_API_URL: resend.url,
    MANAGED_EMAIL_URL: `smtp://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
  });
});
beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(async () => {
  await worker.close();
  gate.close();
  await Promise.all([sink.close(), resend.close()]);
});
beforeEach(async () => {
  await service.sql`DELETE FROM outbox`;
  await service.sql`UPDATE mails SET throttled_by = NULL`;
  await service.sql`DELETE FROM email_throttles`;
  worker.ctx.failures.clear();
  resend.reset();
  dials = 0;
});
afterEach(() => {
  isUp = true;
  breaksOff = false;
});

let people = 0;
async function enqueue(account: TestAccount, count: number): Promise<{ id: string; email: string }[]> {
  const waitlist = await service.waitlist(account);
  const mails: { id: string; email: string }[] = [];
  for (let n = 0; n < count; n++) {
    const email = `p${people++}@example.com`;
    mails.push({ id: (await service.signUp(account, waitlist, { email })).json().id, email });
  }
  return mails;
}
async function withResend(): Promise<TestAccount> {
  const account = await service.account();
  await setEmailProvider(service.ctx, account.accountId, {
    type: 'resend',
    from: 'Acme <own@acme.test>',
    config: { api_key: resendKey },
    skipVerify: true,
  });
  return account;
}
const mailOf = async (id: string) =>
  (
    await service.sql`SELECT state, ambiguous, send_attempts, retries_exhausted FROM mails WHERE id = ${id}`
  )[0];
const outages = () =>
  service.sql<{ account_id: string; seconds: number; down_error: string }[]>`
    SELECT account_id, extract(epoch FROM clock_timestamp() - down_since)::integer AS seconds, down_error
    FROM email_throttles WHERE down_since IS NOT NULL`;

/** As if so much time had passed. */
async function pass(seconds: number): Promise<void> {
  const by = service.sql`make_interval(secs => ${seconds})`;
  await service.sql`
    UPDATE email_throttles SET lowered_at = lowered_at - ${by}, paused_until = paused_until - ${by}, next_at = next_at - ${by}, down_since = down_since - ${by}`;
  await service.sql`UPDATE mails SET not_before = not_before - ${by}, first_throttled_at = first_throttled_at - ${by}`;
  await service.sql`UPDATE outbox SET due_at = due_at - ${by} WHERE job = 'send-signup-email'`;
}
/** What workers do all the time. @returns how many mails got a permit */
async function work(): Promise<number> {
  const freed = (await freeThrottledEmails(worker.ctx)) ?? [];
  await worker.sendAll();
  return freed.length;
}

test('however long the mail server is down for within a day, one mail at a time finds that out, and all leave once then (C6.6)', async () => {
  const [first, second] = [
    await service.account({ plan: 'launch' }),
    await service.account({ plan: 'launch' }),
  ];
  takeDown();
  const mails = [...(await enqueue(first, 8)), ...(await enqueue(second, 3))];
  await work();
  const [outage] = await outages();
  expect(outage).toMatchObject({
    account_id: platformAccountId,
    down_error: 'The mail server answered 421 to the connection',
  });
  for (let minute = 0; minute < 60; minute += 0.5) {
    await pass(30);
    expect(await work()).toBeLessThanOrEqual(1);
    if (minute === 30) mails.push(...(await enqueue(second, 2)));
  }
  expect((await outages())[0]?.seconds).toBeGreaterThanOrEqual(3_600);
  // One in five minutes at last. Besides the clock of the test only its own time makes more of them.
  expect(dials).toBeLessThan(45);
  const own = await withResend();
  const [apart] = await enqueue(own, 1);
  await work();
  expect(await mailOf(apart?.id ?? '')).toMatchObject({ state: 'sent' });
  for (const { id } of mails) {
    const mail = await mailOf(id);
    expect(mail).toMatchObject({ state: 'queued' });
    expect(mail?.send_attempts).toBeLessThanOrEqual(1);
  }
  isUp = true;
  await pass(302);
  expect(await work()).toBe(1);
  expect(await outages()).toEqual([]);
  await pass(302); // those that have just failed have waits of their own
  await work();
  for (const { id, email } of mails) {
    expect(await mailOf(id)).toMatchObject({ state: 'sent', ambiguous: false });
    expect(sink.received.get(email)).toBe(1);
  }
});

test('a mail that alone waits for its server is tried for a day, and can be sent again after that (C6.6)', async () => {
  takeDown();
  const [mail] = await enqueue(await service.account({ plan: 'launch' }), 1);
  const id = mail?.id ?? '';
  for (let hour = 0; hour < 23; hour++) {
    await work();
    await pass(3_600);
    expect(await mailOf(id)).toMatchObject({ state: 'queued', send_attempts: 1 });
  }
  await work();
  await pass(7_200);
  await work();
  expect(await mailOf(id)).toMatchObject({ state: 'failed', retries_exhausted: true });
});

test('a mail that its provider fails at itself has five attempts, and the others of the account leave meanwhile (C6.6)', async () => {
  const account = await withResend();
  const [bad] = await enqueue(account, 1);
  const id = bad?.id ?? '';
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await mailOf(id)).toMatchObject({ state: 'queued', send_attempts: attempt - 1 });
    resend.next({ status: 500 });
    await pass(600);
    await work();
    const [good] = await enqueue(account, 1);
    await pass(2); // where the failure looked like an outage, the other mail shows that it is none
    await work();
    await pass(2);
    await work();
    expect(await mailOf(good?.id ?? '')).toMatchObject({ state: 'sent' });
    expect(await outages()).toEqual([]);
  }
  expect(await mailOf(id)).toMatchObject({ state: 'failed', send_attempts: 4, retries_exhausted: true });
});

test('a mail server that breaks off in each mail gets three, and one at a time then: the others are not lost (C6.5)', async () => {
  breaksOff = true;
  const mails = await enqueue(await service.account({ plan: 'launch' }), 9);
  for (const { id } of mails) await worker.send(id);
  const states = await service.sql`
    SELECT ambiguous, count(*)::integer FROM mails WHERE id = ANY(${mails.map(({ id }) => id)}::uuid[]) GROUP BY 1 ORDER BY 1`;
  expect(states).toEqual([
    { ambiguous: false, count: 6 },
    { ambiguous: true, count: 3 },
  ]);
  breaksOff = false;
  await pass(2);
  expect(await work()).toBe(1);
  await pass(2);
  await work();
  for (const { email } of mails.slice(3)) expect(sink.received.get(email)).toBe(1);
});
