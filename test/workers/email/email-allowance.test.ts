import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateAccount } from '../../../src/shared/account/administration/update-account.ts';
import { clearEmailProvider } from '../../../src/shared/mail/settings/clear-email-provider.ts';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { resendKey, startFakeResend } from '../../support/fakes/resend.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { unhurried } from '../../support/values/unhurried.ts';

const service = useService();
let sink: MailSink;
let workers: TestWorker[];

beforeAll(async () => {
  sink = await startMailSink();
  const open = () => openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  workers = [open(), open()];
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await sink.close();
});

/** An account with this base allowance, a list, and signups on it whose mails are pending. */
async function pendingEmails(signups: number, managedEmails: number) {
  const account = await service.account({ plan: 'launch' });
  await updateAccount(service.ctx, account.accountId, { managedEmails });
  const waitlist = await service.waitlist(account);
  const emails = Array.from({ length: signups }, (_, index) => `p${index}.${account.accountId}@example.com`);
  const ids: string[] = [];
  for (const email of emails) ids.push((await service.signUp(account, waitlist, { email })).json().id);
  return { account, waitlist, emails, ids };
}

const sendBoth = () => Promise.all(workers.map((worker) => worker.sendAll()));
const received = (emails: string[]) => emails.filter((email) => sink.received.get(email));
const statesOf = async (accountId: string) =>
  (
    await service.sql<
      { state: string }[]
    >`SELECT state FROM mails WHERE account_id = ${accountId} ORDER BY id`
  ).map(({ state }) => state);

test('two workers and 200 mails at once send exactly the base and its 20 % burst, the others are held (§8 rule 3, C6.4)', async () => {
  const { account, emails } = await pendingEmails(200, 25);
  await sendBoth();
  expect(received(emails)).toHaveLength(30);
  expect([...emails].filter((email) => (sink.received.get(email) ?? 0) > 1)).toEqual([]);
  const states = await statesOf(account.accountId);
  expect(states.filter((state) => state === 'sent')).toHaveLength(30);
  expect(states.filter((state) => state === 'held')).toHaveLength(170);
  await workers[0]?.maintain();
  await sendBoth();
  expect(received(emails)).toHaveLength(30);
});

test('signups go on while mails are held, and read null (§8 rule 3, C6.4)', async () => {
  const { account, waitlist } = await pendingEmails(3, 1);
  await sendBoth();
  expect((await statesOf(account.accountId)).toSorted()).toEqual(['held', 'held', 'sent']);
  const later = await service.signUp(account, waitlist, { email: 'later@example.com' });
  expect(later.statusCode).toBe(201);
  await sendBoth();
  const list = await service.call('GET', `/v1/waitlists/${waitlist}/signups`, account.key);
  const statuses = list.json().data.map((signup: { email_status: string | null }) => signup.email_status);
  expect(statuses.toSorted()).toEqual([null, null, null, 'sent']);
});

test('held mails go out oldest first when the month turns, and no newer one overtakes them (C6.4)', async () => {
  const { account, waitlist, emails } = await pendingEmails(12, 5);
  for (const worker of workers) await worker.sendAll();
  expect(received(emails)).toHaveLength(6);
  const held = emails.filter((email) => !sink.received.get(email));
  const newer = `newer.${account.accountId}@example.com`;
  await service.signUp(account, waitlist, { email: newer });
  await turnMonth(1);
  await sendBoth();
  expect(sink.received.get(newer)).toBeUndefined(); // behind the held ones
  await workers[0]?.maintain();
  await sendBoth();
  expect(received(held)).toEqual(held);
  expect(sink.received.get(newer)).toBeUndefined(); // an allowance of six, and six older mails
  await turnMonth(2);
  await workers[1]?.maintain();
  await sendBoth();
  expect(sink.received.get(newer)).toBe(1);
});

test('held mails go out when the plan rises (C6.4)', async () => {
  const { account, emails } = await pendingEmails(4, 2);
  await sendBoth();
  expect(received(emails)).toHaveLength(2);
  await updateAccount(service.ctx, account.accountId, { managedEmails: 4 });
  await workers[0]?.maintain();
  await sendBoth();
  expect(received(emails)).toHaveLength(4);
});

test('held mails go out when an own provider is set, however many they are (C6.2, C6.4)', async () => {
  const { account, emails } = await pendingEmails(8, 1);
  await sendBoth();
  expect(received(emails)).toHaveLength(1);
  await setEmailProvider(service.ctx, account.accountId, {
    type: 'smtp',
    from: 'Own <own@example.com>',
    config: { host: '127.0.0.1', port: Number(new URL(sink.url).port) },
    skipVerify: false,
  });
  await workers[0]?.maintain();
  await sendBoth();
  expect(received(emails)).toEqual(emails);
});

test('a mail whose worker died is never sent again, though its provider is gone since (C6.5)', async () => {
  const account = await service.account({ plan: 'free' });
  const own = {
    type: 'smtp' as const,
    from: 'Own <own@example.com>',
    config: { host: '127.0.0.1', port: Number(new URL(sink.url).port) },
    skipVerify: false,
  };
  await setEmailProvider(service.ctx, account.accountId, own);
  const waitlist = await service.waitlist(account);
  const { id } = (await service.signUp(account, waitlist, { email: 'cut-off@example.com' })).json();
  await workers[0]?.start(id); // and then the worker is gone
  await clearEmailProvider(service.ctx, account.accountId);
  await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE id = ${id}`;
  await workers[1]?.send(id);
  await setEmailProvider(service.ctx, account.accountId, own);
  await workers[1]?.maintain();
  await sendBoth();
  expect(sink.received.get('cut-off@example.com')).toBeUndefined();
  const [row] = await service.sql`SELECT state, ambiguous FROM mails WHERE id = ${id}`;
  expect(row).toEqual({ state: 'sent', ambiguous: true });
});

test('a mail whose provider is cleared before it is sent waits for another one (C6.2)', async () => {
  const account = await service.account({ plan: 'free' });
  const own = {
    type: 'smtp' as const,
    from: 'Own <own@example.com>',
    config: { host: '127.0.0.1', port: Number(new URL(sink.url).port) },
    skipVerify: false,
  };
  await setEmailProvider(service.ctx, account.accountId, own);
  const waitlist = await service.waitlist(account);
  const { id } = (await service.signUp(account, waitlist, { email: 'cleared@example.com' })).json();
  await clearEmailProvider(service.ctx, account.accountId);
  await workers[0]?.send(id);
  expect(await statesOf(account.accountId)).toEqual(['held']);
  await setEmailProvider(service.ctx, account.accountId, own);
  await workers[0]?.maintain();
  await sendBoth();
  expect(sink.received.get('cleared@example.com')).toBe(1);
});

test('a refused mail gives its reservation back (C6.4: counted when the provider accepts)', async () => {
  const refusing = await startMailSink({ refuse: () => '550 No such user' });
  const worker = openTestWorker(service, { MANAGED_EMAIL_URL: refusing.url });
  const { account, ids } = await pendingEmails(3, 5);
  for (const id of ids) await worker.send(id);
  expect(await statesOf(account.accountId)).toEqual(['failed', 'failed', 'failed']);
  const [usage] = await service.sql`SELECT reserved FROM email_usage WHERE account_id = ${account.accountId}`;
  expect(usage?.reserved).toBe(0);
  await worker.close();
  await refusing.close();
});

test('a deleted signup gives the reservation of its waiting mail back (C6.4)', async () => {
  const busy = await startMailSink({ refuse: () => '451 Later' });
  const worker = openTestWorker(service, { MANAGED_EMAIL_URL: busy.url });
  const { account, waitlist, ids } = await pendingEmails(1, 5);
  await worker.send(ids[0] ?? '');
  const reserved = async () =>
    (await service.sql`SELECT reserved FROM email_usage WHERE account_id = ${account.accountId}`)[0]
      ?.reserved;
  expect(await reserved()).toBe(1);
  await service.call('DELETE', `/v1/waitlists/${waitlist}/signups/${ids[0]}`, account.key);
  expect(await reserved()).toBe(0);
  await worker.close();
  await busy.close();
});

/** Moves this database's idea of the month. */
async function turnMonth(months: number): Promise<void> {
  await service.sql.unsafe(`
    CREATE OR REPLACE FUNCTION current_month() RETURNS date LANGUAGE sql VOLATILE
      RETURN (date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') + interval '${months} months')::date`);
}

const reservedOf = async (accountId: string) =>
  (await service.sql`SELECT reserved FROM email_usage WHERE account_id = ${accountId}`)[0]?.reserved;

/** An account whose only mail has a reservation and waits for another attempt. */
async function waitingForRetry() {
  const busy = await startMailSink({ refuse: () => '451 Later' });
  const worker = openTestWorker(service, { MANAGED_EMAIL_URL: busy.url });
  const pending = await pendingEmails(1, 5);
  await worker.send(pending.ids[0] ?? '');
  await worker.close();
  await busy.close();
  expect(await reservedOf(pending.account.accountId)).toBe(1);
  await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE id = ${pending.ids[0] ?? ''}`;
  return pending;
}

test('a waiting mail that goes over the account’s own provider after all gives its reservation back (C6.4)', async () => {
  const { account, emails } = await waitingForRetry();
  await setEmailProvider(service.ctx, account.accountId, {
    type: 'smtp',
    from: 'Own <own@example.com>',
    config: { host: '127.0.0.1', port: Number(new URL(sink.url).port) },
    skipVerify: false,
  });
  await sendBoth();
  expect(received(emails)).toEqual(emails);
  expect(await reservedOf(account.accountId)).toBe(0);
});

test('a waiting mail that is held after all gives its reservation back (C6.4)', async () => {
  const { account } = await waitingForRetry();
  await updateAccount(service.ctx, account.accountId, { managedEmails: 0 });
  await sendBoth();
  expect(await statesOf(account.accountId)).toEqual(['held']);
  expect(await reservedOf(account.accountId)).toBe(0);
});

test('a deleted waitlist gives the reservations of its waiting mails back (C6.4)', async () => {
  const { account, waitlist } = await waitingForRetry();
  await service.call('DELETE', `/v1/waitlists/${waitlist}`, account.key);
  await workers[0]?.run('purge-waitlist', { id: waitlist, accountId: account.accountId });
  expect(await statesOf(account.accountId)).toEqual([]);
  expect(await reservedOf(account.accountId)).toBe(0);
});

test('an allowance as large as the operator can set is one (C5.4, C6.4)', async () => {
  const { emails } = await pendingEmails(1, 2_147_483_647);
  await sendBoth();
  expect(received(emails)).toEqual(emails);
});

test('the release of one account’s mails does not depend on another’s (C6.4)', async () => {
  const [stuck, other] = [await pendingEmails(2, 1), await pendingEmails(2, 1)];
  await sendBoth();
  for (const { account } of [stuck, other])
    await updateAccount(service.ctx, account.accountId, { managedEmails: 5 });
  let done = () => {};
  const isDone = new Promise<void>((resolve) => {
    done = resolve;
  });
  let held = () => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const holding = unhurried(service.sql, async (tx) => {
    await tx`SELECT 1 FROM mails WHERE account_id = ${stuck.account.accountId} FOR UPDATE`;
    held();
    await isDone;
  });
  await isHeld;
  await workers[0]?.maintain();
  done();
  await holding;
  await sendBoth();
  expect(received(other.emails)).toEqual(other.emails);
});

test('held mails of a month that is used up are not even locked', async () => {
  const { account } = await pendingEmails(2, 1);
  await sendBoth();
  const lastLock = () => service.sql`
    SELECT xmax::text FROM mails WHERE account_id = ${account.accountId} AND state = 'held'`;
  const before = await lastLock();
  expect(before).toHaveLength(1);
  await workers[0]?.maintain();
  expect(await lastLock()).toEqual(before);
});

test.each(['accepted', 'refused'])(
  'a mail that was cut off in one month and is %s in the next counts once, for it may have left (C6.4, C6.5)',
  async (what) => {
    const resend = await startFakeResend();
    const worker = openTestWorker(service, {
      RESEND_API_URL: resend.url,
      MANAGED_EMAIL_URL: `resend://${resendKey}`,
      MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
    });
    await turnMonth(0);
    const { account, ids } = await pendingEmails(1, 5);
    const [id = ''] = ids;
    await worker.start(id); // and then the worker is gone
    await turnMonth(1);
    await service.sql`INSERT INTO email_usage (account_id, month, reserved) VALUES (${account.accountId}, current_month(), 0)`;
    if (what === 'refused') resend.next({ status: 422, body: { name: 'validation_error', message: 'No.' } });
    await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE id = ${id}`;
    await worker.send(id);
    expect(await statesOf(account.accountId)).toEqual(['sent']);
    const [usage] = await service.sql`
    SELECT sum(reserved)::integer AS reserved FROM email_usage WHERE account_id = ${account.accountId}`;
    expect(usage?.reserved).toBe(1);
    await worker.close();
    await resend.close();
  },
);
