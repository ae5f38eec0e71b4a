import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LinkKind, makeLinkToken } from '../../../../src/shared/list/links/link-token.ts';
import {
  type FakeResend,
  managedOver,
  managedSecret,
  signResendEvent,
  startFakeResend,
} from '../../../support/fakes/resend.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../../support/service/worker.ts';
import { until } from '../../../support/until.ts';

let resend: FakeResend;
let worker: TestWorker;
const env: NodeJS.ProcessEnv = {};
const service = useService(env, async () => {
  resend = await startFakeResend();
  Object.assign(env, managedOver(resend));
});
beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(async () => {
  await worker.close();
  await resend.close();
});

describe('whoever reads the mails to an earlier address of a signup', () => {
  const correct = async ({ key }: TestAccount, list: string, id: string) => {
    const payload = { email: `new-${id}@example.com` };
    const url = `/v1/waitlists/${list}/signups/${id}`;
    expect((await service.call('PATCH', url, key, { payload })).statusCode).toBe(200);
  };

  test('sees no status, unsubscribes nobody and confirms nothing; the new links do', async () => {
    const account = await service.account({ plan: 'launch' });
    const list = await service.waitlist(account);
    const settings = { links: { status_page: true }, confirmation: { enabled: true } };
    await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload: settings });
    const { id } = (await service.signUp(account, list, { email: 'ada@example.com' })).json();
    const { key } = await service.ctx.linkSigner();
    const token = (kind: LinkKind, generation: number) =>
      makeLinkToken(key, kind, { accountId: account.accountId, id, epoch: 0, generation });
    const statusOf = async (path: string, method: 'GET' | 'POST' = 'GET') =>
      (await service.app.inject({ method, url: path })).statusCode;
    const stateOf = async () => {
      const [row] = await service.sql`
        SELECT confirmed_at IS NOT NULL AS confirmed, unsubscribed_at IS NOT NULL AS unsubscribed, confirm_count
        FROM signups WHERE id = ${id}`;
      return row;
    };
    const before = await stateOf();
    expect(await statusOf(`/s/${token('status', 0)}`)).toBe(200);
    await correct(account, list, id);
    expect(await statusOf(`/s/${token('status', 0)}`)).toBe(404);
    expect(await statusOf(`/u/${token('unsubscribe', 0)}`, 'POST')).toBeLessThan(500);
    const page = await service.app.inject({ url: `/u/${token('unsubscribe', 0)}` });
    expect(page.body).not.toContain('@example.com');
    for (const path of ['', '/again'])
      expect(await statusOf(`/c/${token('confirm', 0)}${path}`, 'POST')).toBe(404);
    expect((await service.app.inject({ url: `/c/${token('confirm', 0)}` })).body).not.toContain(
      '@example.com',
    );
    expect(await stateOf()).toEqual(before);
    const suppressed = await service.call('GET', '/v1/suppressions', account.key);
    expect(suppressed.json().total).toBe(0);

    expect(await statusOf(`/s/${token('status', 1)}`)).toBe(200);
    expect(await statusOf(`/c/${token('confirm', 1)}`, 'POST')).toBe(303); // to the status page
    expect(await statusOf(`/u/${token('unsubscribe', 1)}`, 'POST')).toBe(200);
    expect(await stateOf()).toMatchObject({ confirmed: true, unsubscribed: true });
    const links = await service.call('GET', `/v1/waitlists/${list}/signups/${id}/links`, account.key);
    expect(links.json()).toMatchObject({ status_token: token('status', 1) });
  });

  test('changes no state: reports of their mails count no more, those of the next mail do', async () => {
    const account = await service.account({ plan: 'launch' });
    const list = await service.waitlist(account);
    const { id } = (await service.signUp(account, list, { email: 'bob@example.com' })).json();
    const messageOf = async () => {
      const [mail] = await service.sql`SELECT provider_message_id AS id FROM mails WHERE id = ${id}`;
      return String(mail?.id);
    };
    const report = async (type: string, messageId: string) => {
      const data = { email_id: messageId, tags: { signup_id: id } };
      const body = JSON.stringify({ type: `email.${type}`, created_at: new Date().toISOString(), data });
      const now = Math.floor(Date.now() / 1_000);
      const headers = signResendEvent(managedSecret, `msg_${messageId}_${type}`, now, body);
      await service.call('POST', '/v1/webhooks/email_provider', undefined, {
        payload: body,
        headers: { 'content-type': 'application/json', ...headers },
      });
      await worker.applyEvents();
      const signup = await service.call('GET', `/v1/waitlists/${list}/signups/${id}`, account.key);
      return signup.json().email_status;
    };
    await worker.send(id);
    const first = await messageOf();
    expect(await report('delivered', first)).toBe('delivered');
    await correct(account, list, id);
    expect(await report('opened', first)).toBeNull();
    await worker.send(id);
    expect(await messageOf()).not.toBe(first);
    expect(await report('bounced', first)).toBe('sent');
    expect((await service.call('GET', '/v1/suppressions', account.key)).json().total).toBe(0);
    expect(await report('delivered', await messageOf())).toBe('delivered');
  });

  test('changes no state either if the address is corrected while a report is applied', async () => {
    const account = await service.account({ plan: 'launch' });
    const list = await service.waitlist(account);
    const { id } = (await service.signUp(account, list, { email: 'dora@example.com' })).json();
    await worker.send(id);
    const [mail] = await service.sql`SELECT provider_message_id AS id FROM mails WHERE id = ${id}`;
    const data = { email_id: mail?.id, tags: { signup_id: id }, bounce: { type: 'Permanent' } };
    const body = JSON.stringify({ type: 'email.bounced', created_at: new Date().toISOString(), data });
    const headers = signResendEvent(managedSecret, `msg_${id}`, Math.floor(Date.now() / 1_000), body);
    await service.call('POST', '/v1/webhooks/email_provider', undefined, {
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const applying = await service.sql.begin(async (tx) => {
      await tx`SELECT FROM signups WHERE id = ${id} FOR UPDATE`;
      const applied = worker.applyEvents(); // it has found the mail, and waits for the signup
      await until(async () => (await service.sql`SELECT FROM pg_locks WHERE NOT granted`).length > 0, 10);
      await tx`
        UPDATE signups SET address_generation = 1, email_status = 0, email = 'e@example.com', email_key = 'e@example.com'
        WHERE id = ${id}`;
      return { applied };
    });
    await applying.applied;
    const signup = await service.call('GET', `/v1/waitlists/${list}/signups/${id}`, account.key);
    expect(signup.json().email_status).toBeNull();
    expect((await service.call('GET', '/v1/suppressions', account.key)).json().total).toBe(0);
  });

  test('is handed no mail again that was under way when its worker died, nor is anybody else', async () => {
    const account = await service.account({ plan: 'launch' });
    const list = await service.waitlist(account);
    const payload = { confirmation: { enabled: true } };
    await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload });
    const { id } = (await service.signUp(account, list, { email: 'cleo@example.com' })).json();
    const [mail] = await service.sql`SELECT id FROM mails WHERE signup_id = ${id}`;
    await worker.start(String(mail?.id));
    await correct(account, list, id);
    await service.sql`UPDATE outbox SET due_at = now() WHERE job = 'send-signup-email'`;
    await worker.sendAll();
    const sent = [...resend.mails.values()].map(({ to }) => [to].flat().join());
    expect(sent.filter((to) => to === 'cleo@example.com')).toEqual([]);
    expect(sent.filter((to) => to === `new-${id}@example.com`)).toHaveLength(1);
    const states = await service.sql`SELECT state, ambiguous FROM mails WHERE signup_id = ${id} ORDER BY id`;
    expect([...states]).toEqual([
      { state: 'sent', ambiguous: true },
      { state: 'sent', ambiguous: false },
    ]);
  });
});
