import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAccountIdOf } from '../../../src/shared/account/accounts/test-account.ts';
import { integrationTypes } from '../../../src/shared/events/integrations/providers/index.ts';
import { insertIntegration, sealedIntegration } from '../../../src/shared/events/integrations/queries.ts';
import { statement } from '../../../src/shared/platform/postgres/transaction.ts';
import { signedIn, wordsOf } from '../../support/dashboard.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { useFake } from '../../support/fakes/use-fake.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { grantRewards } from '../../support/referrals/rewards.ts';
import { type TestAccount, testModeOf } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

describe('the test mode (N8)', () => {
  const service = useService();
  const live = useFake(() => startFakeProvider(() => ({ status: 200, body: '{}' })));
  let sink: MailSink;
  let worker: TestWorker;

  beforeAll(async () => {
    sink = await startMailSink();
    worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  });
  afterAll(async () => {
    await worker.close();
    await sink.close();
  });

  const statusOf = async (account: TestAccount, list: string, id: string) =>
    (await service.call('GET', `/v1/waitlists/${list}/signups/${id}`, account.key)).json().email_status;

  test('has keys of its own form, and lists that a live key does not know, and the other way round', async () => {
    const account = await service.account();
    const mode = await testModeOf(service, account);
    expect(mode.key).toMatch(/^wl_test_[0-9A-Za-z]{38}$/);
    const create = (key: string) =>
      service.call('POST', '/v1/waitlists', key, { payload: { name: 'Launch' } });
    const [one, other] = [await create(account.key), await create(mode.key)];
    expect([one.statusCode, other.statusCode]).toEqual([201, 201]); // a name is unique in its mode
    expect((await create(mode.key)).statusCode).toBe(409);
    for (const [key, list] of [
      [account.key, other.json().id],
      [mode.key, one.json().id],
    ]) {
      for (const path of ['', '/signups', '/signups/export', '/stats', '/settings'])
        expect((await service.call('GET', `/v1/waitlists/${list}${path}`, key)).statusCode).toBe(404);
      const payload = { email: 'ada@example.com' };
      const added = await service.call('POST', `/v1/waitlists/${list}/signups`, key, { payload });
      expect(added.statusCode).toBe(404);
    }
    const listed = await service.call('GET', '/v1/waitlists', mode.key);
    expect(listed.json().data.map(({ id }: { id: string }) => id)).toEqual([other.json().id]);
  });

  test('has no lists of the live account, and an error page with the way back to it', async () => {
    const account = await service.account();
    const list = await service.waitlist(account);
    const visitor = await signedIn(service, account);
    const open = async (path: string) => {
      const answer = await visitor.open(`/dashboard/waitlists/${path}`);
      expect(answer.statusCode).toBe(404);
      return wordsOf(answer);
    };
    expect(await open(crypto.randomUUID())).toContain('Error No such waitlist. Back to the overview');
    expect(await open('a/b/c/d')).toContain('Error No such page.');
    await visitor.send('/dashboard/mode', { mode: 'test' });
    expect(await open(list)).toContain('No such waitlist. This is the test mode, which has its own lists');
  });

  test('counts neither keys nor signups in the plan, and has bounds of its own', async () => {
    const account = await service.account({ plan: 'free' });
    const mode = await testModeOf(service, account); // the free plan has one key
    const list = await service.waitlist(mode);
    await service.signUp(mode, list, { email: 'ada@example.com' });
    const quotaOf = async ({ key }: TestAccount) => (await service.call('GET', '/v1/account', key)).json();
    const [ofLive, ofTest] = [await quotaOf(account), await quotaOf(mode)];
    expect(ofLive).toMatchObject({ account_id: account.accountId, quota: { signups_used: 0 } });
    expect(ofTest).toMatchObject({
      account_id: account.accountId,
      quota: { signups_used: 1, signups_limit: 1_000 },
    });
    await service.sql`UPDATE waitlist_counters SET live_count = 1000 WHERE account_id = ${mode.accountId}`;
    expect((await service.signUp(mode, list, { email: 'bea@example.com' })).statusCode).toBe(402);
  });

  test('records mails as sent to nobody, and reports what an address asks for', async () => {
    const account = await service.account();
    const mode = await testModeOf(service, account);
    await service.sql`UPDATE accounts SET managed_emails_per_month = 0 WHERE id = ${mode.accountId}`;
    const list = await service.waitlist(mode);
    const expected = {
      ada: 'sent',
      delivered: 'delivered',
      'open+1': 'opened',
      clicked: 'clicked',
      delayed: 'delivery_delayed',
      bounced: 'bounced',
      complain: 'complained',
    };
    const ids: Record<string, string> = {};
    for (const name of Object.keys(expected))
      ids[name] = (await service.signUp(mode, list, { email: `${name}@example.com` })).json().id;
    await worker.sendAll();
    await worker.applyEvents();
    for (const [name, status] of Object.entries(expected))
      expect([name, await statusOf(mode, list, ids[name] ?? '')]).toEqual([name, status]);
    const blocked = await service.call('GET', '/v1/suppressions', mode.key);
    expect(blocked.json().data).toHaveLength(2); // as after a provider's own report
    expect(sink.received.size).toBe(0);
    const usage = await service.sql`SELECT 1 FROM email_usage WHERE account_id = ${mode.accountId}`;
    expect(usage).toHaveLength(0);
  });

  test('sends nobody anything, whatever its lists do', async () => {
    const account = await service.account();
    const mode = await testModeOf(service, account);
    const list = await service.waitlist(mode);
    const call = async (path: string, payload: object, method: 'POST' | 'PATCH' | 'PUT' = 'POST') => {
      const answer = await service.call(method, `/v1${path}`, mode.key, { payload });
      expect([path, answer.statusCode < 300, answer.body]).toEqual([path, true, expect.anything()]);
      return answer.json();
    };
    // An address outside this machine, and a service of this machine that nobody allowed, are no receivers.
    const hook = (url: string) => ({
      payload: { config: { url, signing_secret: 'a-secret-of-24-characters' } },
    });
    for (const url of ['https://example.com/hook', `http://localhost:${new URL(live().url).port}/hook`])
      expect((await service.call('PUT', '/v1/integrations/webhook', mode.key, hook(url))).statusCode).toBe(
        400,
      );
    for (const type of integrationTypes.filter((type) => type !== 'webhook'))
      expect(
        (await service.call('PUT', `/v1/integrations/${type}`, mode.key, { payload: { config: {} } })).json(),
      ).toMatchObject({ error: { message: expect.stringContaining('test mode') } });
    // Not even one that is stored all the same.
    const target = `http://localhost:${new URL(live().url).port}/`;
    const bound = sealedIntegration.config.boundTo({
      account_id: mode.accountId,
      type: 'chat_blocks',
    });
    const sealed_config = service.ctx.vault.seal(
      JSON.stringify({ webhook_url: target, events: [], include: [] }),
      bound,
    );
    await statement(service.sql, (tx) =>
      insertIntegration(tx, {
        ...{
          id: crypto.randomUUID(),
          account_id: mode.accountId,
          type: 'chat_blocks',
          events: [],
          include: [],
        },
        ...{ retries: 'none', sealed_config },
      }),
    );
    const arrived: string[] = [];
    const receiver = createServer((request, response) => {
      arrived.push(String(request.url));
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    expect(
      (await service.call('PUT', '/v1/integrations/webhook', mode.key, hook(`http://127.0.0.1:${port}/here`)))
        .statusCode,
    ).toBe(201);

    await call(
      `/waitlists/${list}/settings`,
      {
        links: { site_url: 'https://acme.test', status_page: true },
        confirmation: { enabled: true },
        invitations: { url: 'https://acme.test/in' },
        rewards: [{ at: 1, key: 'sticker' }],
      },
      'PATCH',
    );
    const ada = (await service.signUp(mode, list, { email: 'clicked@example.com' })).json();
    await service.signUp(mode, list, { email: 'bea@example.com', referral_code: ada.referral_code });
    await call(`/waitlists/${list}/signups/${ada.id}/invite`, { deliver: 'email' });
    for (let round = 0; round < 3; round++) {
      await worker.sendAll();
      await worker.applyEvents();
      await grantRewards(worker);
      await worker.fanOutAndDeliver();
    }
    receiver.close();
    const kinds = await service.sql<{ kind: string; state: string; provider: string }[]>`
      SELECT DISTINCT kind, state, provider FROM mails WHERE account_id = ${mode.accountId} ORDER BY kind`;
    expect(kinds).toEqual([
      { kind: 'confirm', state: 'sent', provider: 'test' },
      { kind: 'invite', state: 'sent', provider: 'test' },
    ]);
    expect(arrived.length).toBeGreaterThan(2);
    expect(new Set(arrived)).toEqual(new Set(['/here']));
    const refused = await service.sql<{ error: string }[]>`
      SELECT DISTINCT d.error FROM deliveries d JOIN integrations i ON i.id = d.integration_id WHERE i.type = 'chat_blocks' AND i.account_id = ${mode.accountId}`;
    expect(refused).toEqual([{ error: expect.stringContaining('this machine') }]);
    expect(live().requests).toHaveLength(0);
    expect(sink.received.size).toBe(0);
  });

  test('is a click away in the dashboard, with the mails that did not leave', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const list = await service.waitlist(account);
    expect(wordsOf(await owner.open('/dashboard'))).not.toContain('Leave test mode');
    await owner.send('/dashboard/mode', { mode: 'test' });
    expect(wordsOf(await owner.open('/dashboard/waitlists'))).toContain('Leave test mode');
    expect((await owner.open(`/dashboard/waitlists/${list}`)).statusCode).toBe(404);
    await owner.send('/dashboard/waitlists', { name: 'Only a test' });
    const made = await owner.send('/dashboard/api-keys', {
      name: 'Mine',
      preset: 'custom',
      scopes: ['signups:write'],
    });
    const [key = ''] = /wl_test_[0-9A-Za-z]{38}/.exec(made.body) ?? [];
    const [row] = await service.sql<{ id: string }[]>`
      SELECT id FROM waitlists WHERE account_id = ${testAccountIdOf(account.accountId)}`;
    const mode = { accountId: testAccountIdOf(account.accountId), key };
    const { id } = (await service.signUp(mode, row?.id ?? '', { email: 'opened@example.com' })).json();
    await worker.sendAll();
    await worker.applyEvents();
    const page = wordsOf(await owner.open(`/dashboard/waitlists/${row?.id}/signups/${id}`));
    expect(page).toContain('None of them left');
    expect(page).toContain('Opened');
    const provider = { from: 'a@acme.test', host: '127.0.0.1', port: '25', secure: 'false' };
    expect((await owner.send('/dashboard/email/provider/smtp', provider)).body).toContain('test mode');
    expect(wordsOf(await owner.open('/dashboard/users'))).toContain(owner.email);
    await owner.send('/dashboard/mode', { mode: 'live' });
    expect((await owner.open(`/dashboard/waitlists/${list}`)).statusCode).toBe(200);
  });
});
