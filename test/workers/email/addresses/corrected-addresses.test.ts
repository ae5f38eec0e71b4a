import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailSink, startMailSink } from '../../../support/mail-sink.ts';
import { makeInvitingList } from '../../../support/release/inviting.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../../support/service/worker.ts';
import { findBrokenInvariants } from '../../../support/storm/invariants.ts';

const service = useService({ BASE_URL: 'https://waitlist.test' });
let sink: MailSink;
let worker: TestWorker;
let account: TestAccount;
let made = 0;
/** Runs while a mail is with the server, before its answer. */
let meanwhile: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  sink = await startMailSink({
    async beforeAnswer() {
      const work = meanwhile;
      meanwhile = undefined;
      await work?.();
    },
  });
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  account = await service.account({ plan: 'scale' });
});
afterAll(async () => {
  await worker.close();
  await sink.close();
});

async function listWith(settings: object = {}): Promise<string> {
  const list = await service.waitlist(account);
  const url = `/v1/waitlists/${list}/settings`;
  expect((await service.call('PATCH', url, account.key, { payload: settings })).statusCode).toBe(200);
  return list;
}
const newAddress = () => `person${++made}@example.com`;
const signUp = async (list: string, email: string, body: object = {}) =>
  (await service.signUp(account, list, { email, ...body })).json();
const correct = async (list: string, id: string, email: string, more: object = {}) => {
  const url = `/v1/waitlists/${list}/signups/${id}`;
  const answer = await service.call('PATCH', url, account.key, { payload: { email, ...more } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const subjectsTo = async (email: string) => (await sink.mailsTo(email)).map(({ subject }) => subject);
const signup = async (list: string, id: string, include = '') =>
  (await service.call('GET', `/v1/waitlists/${list}/signups/${id}${include}`, account.key)).json();
const confirmLink = async (email: string) =>
  /https:\/\/waitlist\.test(\/c\/[\w-]{68,72})"/.exec((await sink.mailsTo(email)).at(-1)?.html ?? '')?.[1] ??
  '';
const post = (url: string) => service.app.inject({ method: 'POST', url });

describe('the address of a signup that was corrected (N9)', () => {
  test('gets the signup email once, and begins its state anew', async () => {
    const [wrong, right] = [newAddress(), newAddress()];
    const list = await listWith();
    const { id } = await signUp(list, wrong);
    await worker.sendAll();
    expect((await signup(list, id)).email_status).toBe('sent');
    expect((await correct(list, id, right)).email_status).toBeNull();
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    await worker.sendAll();
    await worker.sendAll();
    expect([await subjectsTo(wrong), await subjectsTo(right)].map(({ length }) => length)).toEqual([1, 1]);
    expect((await signup(list, id)).email_status).toBe('sent');
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('gets the mail that waited for the first address, once', async () => {
    const [wrong, right] = [newAddress(), newAddress()];
    const list = await listWith();
    const { id } = await signUp(list, wrong);
    await correct(list, id, right);
    await worker.sendAll();
    expect([await subjectsTo(wrong), await subjectsTo(right)].map(({ length }) => length)).toEqual([0, 1]);
  });

  test('does not take the result of a mail that was under way to the first one', async () => {
    const [wrong, right] = [newAddress(), newAddress()];
    const list = await listWith();
    const { id } = await signUp(list, wrong);
    meanwhile = () => correct(list, id, right);
    await worker.send(id);
    expect(await subjectsTo(wrong)).toHaveLength(1);
    expect((await signup(list, id)).email_status).toBeNull();
    await worker.sendAll();
    expect(await subjectsTo(right)).toHaveLength(1);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('is asked to confirm, and the link in the mail to the first one does nothing', async () => {
    const [wrong, right] = [newAddress(), newAddress()];
    const list = await listWith({ confirmation: { enabled: true, credit: 'on_confirm' } });
    const friend = await signUp(list, newAddress());
    const { id } = await signUp(list, wrong, { referral_code: friend.referral_code });
    await worker.sendAll();
    const old = await confirmLink(wrong);
    expect((await post(old)).statusCode).toBe(200);
    await worker.sendAll();
    expect(await signup(list, friend.id)).toMatchObject({ referral_count: 1 });
    await correct(list, id, right);
    const read = () => signup(list, id, '?include=confirmation');
    expect(await read()).toMatchObject({ confirmation: { confirmed_at: null, sent: 1 }, email_status: null });
    expect((await post(old)).statusCode).toBe(404);
    await worker.sendAll();
    expect(await subjectsTo(right)).toEqual([expect.stringMatching(/^Confirm your place/)]);
    expect((await post(await confirmLink(right))).statusCode).toBe(200);
    await worker.sendAll();
    expect(await subjectsTo(right)).toHaveLength(2);
    expect((await read()).confirmation.confirmed_at).not.toBeNull();
    // The referrer keeps the credit, and gets no second one.
    expect(await signup(list, friend.id)).toMatchObject({ referral_count: 1 });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('has its confirmation begin without a mail where nobody is to be mailed', async () => {
    const [wrong, right] = [newAddress(), newAddress()];
    const list = await listWith({ confirmation: { enabled: true } });
    const { id } = await signUp(list, wrong);
    await correct(list, id, right, { notify: false });
    await worker.sendAll();
    expect([await subjectsTo(wrong), await subjectsTo(right)]).toEqual([[], []]);
    expect((await signup(list, id, '?include=confirmation')).confirmation).toMatchObject({ sent: 0 });
    await signUp(list, right); // the person asks again
    await worker.sendAll();
    expect(await subjectsTo(right)).toHaveLength(1);
  });

  test('gets mails though the first one is suppressed, and none if it is itself', async () => {
    const list = await listWith();
    const [wrong, right, gone] = [newAddress(), newAddress(), newAddress()];
    const { id } = await signUp(list, wrong);
    const suppress = (email: string) =>
      service.call('POST', '/v1/suppressions', account.key, { payload: { email } });
    await suppress(wrong);
    await suppress(gone);
    await correct(list, id, right);
    await worker.sendAll();
    expect(await subjectsTo(right)).toHaveLength(1);
    await correct(list, id, gone);
    await worker.sendAll();
    expect(await subjectsTo(gone)).toEqual([]);
    const found = await service.call('GET', `/v1/suppressions?email=${wrong}`, account.key);
    expect(found.json().total).toBe(1);
  });

  test('keeps an unsubscription of its own, and none of the first one', async () => {
    const list = await listWith();
    const [wrong, left] = [newAddress(), newAddress()];
    const leaver = await signUp(list, left);
    const { unsubscribe_url } = (
      await service.call('GET', `/v1/waitlists/${list}/signups/${leaver.id}/links`, account.key)
    ).json();
    await worker.sendAll();
    expect((await post(new URL(unsubscribe_url).pathname)).statusCode).toBe(200);
    await service.call('DELETE', `/v1/waitlists/${list}/signups/${leaver.id}`, account.key);
    const { id } = await signUp(list, wrong);
    await correct(list, id, left);
    await worker.sendAll();
    expect(await subjectsTo(left)).toHaveLength(1); // the one before
    const row = () => service.sql`SELECT unsubscribed_at IS NULL AS may FROM signups WHERE id = ${id}`;
    expect(await row()).toEqual([{ may: false }]);
    await correct(list, id, newAddress());
    expect(await row()).toEqual([{ may: true }]);
  });

  test('gets an open invitation with another token; the one before is unknown then', async () => {
    const list = await makeInvitingList(service, account, worker);
    const [wrong, right] = [newAddress(), newAddress()];
    const { id } = await list.add({ email: wrong });
    await list.launch({ deliver: 'email' });
    await worker.sendAll();
    const tokenIn = async (email: string) =>
      /[?&]token=(inv_\w+)/.exec((await sink.mailsTo(email)).at(-1)?.html ?? '')?.[1] ?? '';
    const verify = async (token: string) =>
      (await list.call('POST', '/invitations/verify', { token })).body.reason;
    const old = await tokenIn(wrong);
    expect(await verify(old)).toBeNull();
    await correct(list.id, id, right);
    expect(await verify(old)).toBe('unknown');
    await worker.sendAll();
    expect(await verify(await tokenIn(right))).toBeNull();
    const third = newAddress();
    await correct(list.id, id, third, { notify: false });
    await worker.sendAll();
    expect(await verify(await tokenIn(right))).toBe('unknown');
    expect(await subjectsTo(third)).toEqual([]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('gets the invitation that still waited, whether it is mailed at once or not', async () => {
    const list = await makeInvitingList(service, account, worker);
    const [wrong, right] = [newAddress(), newAddress()];
    const { id } = await list.add({ email: wrong });
    await list.launch({ deliver: 'email' });
    await correct(list.id, id, right, { notify: false });
    await worker.sendAll();
    expect([await subjectsTo(wrong), await subjectsTo(right)].map(({ length }) => length)).toEqual([0, 1]);
    const mails = await service.sql`SELECT kind, state FROM mails WHERE coalesce(signup_id, id) = ${id}`;
    expect([...mails]).toEqual([{ kind: 'invite', state: 'sent' }]);
  });
});
