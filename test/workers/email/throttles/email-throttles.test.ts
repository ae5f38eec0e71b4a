import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freeThrottledEmails } from '../../../../src/shared/mail/sending/throttles/free-throttled-emails.ts';
import {
  forgetOldThrottles,
  slowDown,
} from '../../../../src/shared/mail/sending/throttles/throttle-queries.ts';
import { setEmailProvider } from '../../../../src/shared/mail/settings/set-email-provider.ts';
import { platformAccountId } from '../../../../src/shared/platform/ids.ts';
import { statement, transaction } from '../../../../src/shared/platform/postgres/transaction.ts';
import { type FakeResend, resendKey, startFakeResend } from '../../../support/fakes/resend.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../../support/service/worker.ts';

let resend: FakeResend;
let worker: TestWorker;
const env: NodeJS.ProcessEnv = {};
const service = useService(env, async () => {
  resend = await startFakeResend();
  Object.assign(env, {
    RESEND_API_URL: resend.url,
    MANAGED_EMAIL_URL: `resend://${resendKey}`,
    MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
  });
});
beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(async () => {
  await worker.close();
  await resend.close();
});
beforeEach(async () => {
  await service.sql`UPDATE mails SET throttled_by = NULL`;
  await service.sql`DELETE FROM outbox`;
  await service.sql`DELETE FROM email_throttles`;
  resend.reset();
});

const free = async () => (await freeThrottledEmails(worker.ctx)) ?? [];

let emails = 0;
/** The ids of signups whose mails are pending, oldest first. */
async function enqueue(account: TestAccount, count: number): Promise<string[]> {
  const waitlist = await service.waitlist(account);
  const ids: string[] = [];
  for (let n = 0; n < count; n++)
    ids.push((await service.signUp(account, waitlist, { email: `t${emails++}@example.com` })).json().id);
  return ids;
}
async function withOwnProvider(): Promise<TestAccount> {
  const account = await service.account();
  await useResend(account);
  return account;
}
const useResend = ({ accountId }: TestAccount) =>
  setEmailProvider(service.ctx, accountId, {
    type: 'resend',
    from: 'Acme <own@acme.test>',
    config: { api_key: resendKey },
    skipVerify: true,
  });

const tooMany = { status: 429, headers: { 'retry-after': '70' }, body: { name: 'rate_limit_exceeded' } };
const mailOf = async (id: string) =>
  (
    await service.sql`
      SELECT state, ambiguous, retries_exhausted, send_attempts, throttled_by, error, not_before - first_throttled_at AS asked,
             not_before > clock_timestamp() + interval '50 seconds' AS waits_on, first_throttled_at IS NOT NULL AS was_asked
      FROM mails WHERE id = ${id}`
  )[0];
const jobOf = async (id: string) =>
  (
    await service.sql`
      SELECT crash_count, due_at > clock_timestamp() + interval '23 hours' AS put_by, due_at <= clock_timestamp() AS is_due FROM outbox WHERE id = ${id}`
  )[0];
const throttles = () =>
  service.sql<
    { account_id: string; ceiling: number | null; paused: boolean }[]
  >`SELECT account_id, ceiling, paused_until > clock_timestamp() AS paused FROM email_throttles ORDER BY account_id`;
/** As if the pauses were over for so long. */
const endPauses = (seconds = 0) =>
  service.sql`
    UPDATE email_throttles SET lowered_at = clock_timestamp() - make_interval(secs => ${seconds} + 1),
      paused_until = clock_timestamp() - make_interval(secs => ${seconds}), next_at = clock_timestamp() - make_interval(secs => ${seconds})`;
const endWaits = () =>
  service.sql`UPDATE mails SET not_before = clock_timestamp() WHERE not_before IS NOT NULL`;
/** Makes due what has a permit, and sends it. */
async function sendFreed(): Promise<string[]> {
  const freed = (await free()).map(({ id }) => id);
  await Promise.all(freed.map((id) => worker.send(id)));
  return freed;
}

test('a mail that is one too many waits as asked, however often, and no attempt is counted (C6.6)', async () => {
  const account = await withOwnProvider();
  const [id = ''] = await enqueue(account, 1);
  resend.next(...Array.from({ length: 7 }, () => tooMany));
  await worker.send(id);
  for (let refusal = 2; refusal <= 7; refusal++) {
    expect(await mailOf(id)).toMatchObject({
      state: 'queued',
      send_attempts: 0,
      throttled_by: account.accountId,
    });
    expect(await mailOf(id)).toMatchObject({ waits_on: true });
    expect(await jobOf(id)).toMatchObject({ crash_count: 0, put_by: true });
    expect(await sendFreed()).toEqual([]);
    await endWaits();
    expect(await sendFreed()).toEqual([]); // the others on these credentials are paused, too
    await endPauses(60);
    expect(await sendFreed()).toEqual([id]);
    expect(resend.requests).toHaveLength(refusal);
  }
  await endWaits();
  await endPauses(60);
  await sendFreed();
  expect(await mailOf(id)).toMatchObject({
    state: 'sent',
    ambiguous: false,
    send_attempts: 0,
    throttled_by: null,
  });
  expect(resend.requests).toHaveLength(8);
});

test('what is asked beyond a day is asked again within one, and a mail that has waited for a day is given up (C6.6)', async () => {
  const account = await withOwnProvider();
  const [id = ''] = await enqueue(account, 1);
  const years = { ...tooMany, headers: { 'retry-after': '99999999' } };
  resend.next(years, years);
  await worker.send(id);
  const [row] = await service.sql`
    SELECT not_before < clock_timestamp() + interval '24 hours 1 minute' AS mail_in_time,
           paused_until < clock_timestamp() + interval '61 minutes' AS others_in_time
    FROM mails, email_throttles WHERE id = ${id}`;
  expect(row).toEqual({ mail_in_time: true, others_in_time: true });
  await service.sql`UPDATE mails SET first_throttled_at = clock_timestamp() - interval '1 day' WHERE id = ${id}`;
  await endWaits();
  await endPauses(60);
  await sendFreed();
  expect(await mailOf(id)).toMatchObject({
    state: 'failed',
    retries_exhausted: true,
    error: 'Resend answered 429. It was asked to wait for a day.',
  });
  expect(resend.requests).toHaveLength(2);
});

test('a mail that may have left before is recorded as sent after a day of waiting, not as failed (C6.5)', async () => {
  const account = await withOwnProvider();
  const [id = ''] = await enqueue(account, 1);
  resend.next({ drop: true }, tooMany, tooMany);
  await worker.send(id);
  await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE id = ${id}`;
  await worker.send(id);
  expect(await mailOf(id)).toMatchObject({ state: 'sending', was_asked: true });
  await service.sql`UPDATE mails SET first_throttled_at = clock_timestamp() - interval '1 day' WHERE id = ${id}`;
  await endWaits();
  await endPauses(60);
  await sendFreed();
  expect(await mailOf(id)).toMatchObject({ state: 'sent', ambiguous: true, retries_exhausted: false });
});

test('all mails of an account wait behind a pause, without a request or an attempt; those of others do not (C6.6)', async () => {
  const account = await withOwnProvider();
  const ids = await enqueue(account, 3);
  const [others = ''] = await enqueue(await withOwnProvider(), 1);
  const [managed = ''] = await enqueue(await service.account({ plan: 'launch' }), 1);
  resend.next(tooMany);
  for (const id of [...ids, others, managed]) await worker.send(id);
  expect(resend.requests).toHaveLength(3);
  expect(await throttles()).toEqual([{ account_id: account.accountId, ceiling: null, paused: true }]);
  for (const id of ids.slice(1)) {
    expect(await mailOf(id)).toMatchObject({ state: 'queued', send_attempts: 0, was_asked: false });
    expect(await jobOf(id)).toMatchObject({ crash_count: 0, put_by: true });
  }
  expect(await mailOf(others)).toMatchObject({ state: 'sent' });
  expect(await mailOf(managed)).toMatchObject({ state: 'sent' });
});

test('on the service’s credentials one refusal slows all accounts, which share the permits evenly, however many mails each has (C6.6)', async () => {
  const many = await enqueue(await service.account({ plan: 'launch' }), 6);
  const few = await enqueue(await service.account({ plan: 'launch' }), 1);
  const [own = ''] = await enqueue(await withOwnProvider(), 1);
  resend.next(tooMany);
  for (const id of [...many, ...few, own]) await worker.send(id);
  expect(await throttles()).toEqual([{ account_id: platformAccountId, ceiling: null, paused: true }]);
  expect(resend.requests).toHaveLength(2);
  expect(await mailOf(own)).toMatchObject({ state: 'sent' });
  await endWaits();
  await service.sql`
    UPDATE email_throttles SET ceiling = 8, paused_until = clock_timestamp() - interval '20 seconds', next_at = clock_timestamp() - interval '1 day'`;
  const freed = (await free()).map(({ id }) => id).sort();
  // Half a second of 8 a second are 4 permits: 2 for each account.
  expect(freed).toEqual([many[0], many[1], ...few].sort());
  for (const id of freed) expect(await jobOf(id)).toMatchObject({ is_due: true });
});

test('however many workers ask for permits at once, there are no more of them than with one', async () => {
  const account = await withOwnProvider();
  const ids = await enqueue(account, 30);
  resend.next(tooMany);
  for (const id of ids) await worker.send(id);
  await endWaits();
  await service.sql`
    UPDATE email_throttles SET ceiling = 20, paused_until = clock_timestamp() - interval '20 seconds', next_at = clock_timestamp() - interval '1 day'`;
  const [{ at: from } = { at: '' }] = await service.sql<{ at: string }[]>`SELECT clock_timestamp() AS at`;
  const freed: string[] = [];
  for (let round = 0; round < 5; round++) {
    const all = await Promise.all(Array.from({ length: 8 }, () => free()));
    freed.push(...all.flat().map(({ id }) => id));
  }
  const [{ permits } = { permits: 0 }] = await service.sql<{ permits: number }[]>`
    SELECT extract(epoch FROM clock_timestamp() - ${from}::timestamptz + interval '0.5 seconds')::float8 * 20 * 1.2 AS permits`;
  expect(new Set(freed).size).toBe(freed.length);
  expect(freed.length).toBeGreaterThanOrEqual(10);
  expect(freed.length).toBeLessThanOrEqual(Math.ceil(permits));
  expect(freed.sort()).toEqual(ids.slice(0, freed.length)); // the oldest ones
});

test('a mail whose turn has come waits again where there is another pause by then', async () => {
  const account = await withOwnProvider();
  const [first = '', second = ''] = await enqueue(account, 2);
  resend.next(tooMany);
  await worker.send(first);
  await worker.send(second);
  await endPauses(2);
  expect((await free()).map(({ id }) => id)).toEqual([second]);
  await transaction(service.sql, (tx) =>
    slowDown(tx, account.accountId, { pauseSeconds: 70, beganSecondsAgo: 0, hadPermit: false }),
  );
  await worker.send(second);
  expect(resend.requests).toHaveLength(1);
  expect(await mailOf(second)).toMatchObject({ state: 'queued', throttled_by: account.accountId });
});

test('refusals of requests that were on their way together lower the rate once, later ones again', async () => {
  const slow = (beganSecondsAgo: number, hadPermit = true) =>
    transaction(service.sql, (tx) =>
      slowDown(tx, platformAccountId, { pauseSeconds: 1, beganSecondsAgo, hadPermit }),
    );
  const ceiling = async () => (await throttles())[0]?.ceiling ?? null;
  await slow(0, false);
  await slow(60);
  await endPauses(3); // by then 8 a second
  await slow(0.1, false); // started before a limit was known
  expect(await ceiling()).toBeNull();
  const endedAt = performance.now();
  await endPauses(3);
  await slow(0.1);
  const mostDoublings = 3 + (performance.now() - endedAt) / 1_000; // one a second; a busy machine asks later
  const found = Number(await ceiling());
  expect(found).toBeGreaterThanOrEqual(6);
  expect(found).toBeLessThanOrEqual(2 ** mostDoublings);
  await slow(60);
  await slow(600);
  expect(await ceiling()).toBe(found);
  await endPauses(0);
  await slow(0.1);
  expect(Number(await ceiling()) / found).toBeGreaterThan(0.6);
  expect(Number(await ceiling()) / found).toBeLessThan(0.8);
});

test('settings that are saved again are not bound by what the provider allowed before', async () => {
  const account = await withOwnProvider();
  const ids = await enqueue(account, 3);
  resend.next(tooMany);
  for (const id of ids) await worker.send(id);
  await useResend(account);
  expect(await throttles()).toEqual([]);
  await endWaits();
  expect((await sendFreed()).sort()).toEqual(ids);
  for (const id of ids) expect(await mailOf(id)).toMatchObject({ state: 'sent' });
});

test('all mails of an account wait for a provider that is out of order and asks for that; an attempt is counted', async () => {
  const account = await withOwnProvider();
  const [first = '', second = ''] = await enqueue(account, 2);
  resend.next({ status: 503, headers: { 'retry-after': '70' } });
  await worker.send(first);
  await worker.send(second);
  expect(resend.requests).toHaveLength(1);
  expect(await mailOf(first)).toMatchObject({ state: 'queued', send_attempts: 1, throttled_by: null });
  expect(await mailOf(second)).toMatchObject({
    state: 'queued',
    send_attempts: 0,
    throttled_by: account.accountId,
  });
});

test('a throttle is forgotten ten minutes after its last refusal, unless mails wait behind it', async () => {
  const [idle, busy] = [await withOwnProvider(), await withOwnProvider()];
  const [id = ''] = await enqueue(busy, 1);
  for (const { accountId } of [idle, busy])
    await transaction(service.sql, (tx) =>
      slowDown(tx, accountId, { pauseSeconds: 60, beganSecondsAgo: 0, hadPermit: false }),
    );
  await worker.send(id);
  await endPauses(590);
  await statement(service.sql, forgetOldThrottles);
  expect(await throttles()).toHaveLength(2);
  await endPauses(610);
  await statement(service.sql, forgetOldThrottles);
  expect(await throttles()).toMatchObject([{ account_id: busy.accountId }]);
});
