import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signedIn, wordsOf } from '../support/dashboard.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';

const path = '/dashboard/integrations/webhook';

describe('the page of an integration', () => {
  const service = useService();
  let receiver: FakeProvider;
  let worker: TestWorker;

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 204 }));
    worker = openTestWorker(service);
  });
  afterEach(() => receiver.reset());
  afterAll(async () => {
    await worker.close();
    await receiver.close();
  });

  async function visit() {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const made = await visitor.send(path, {
      url: `${receiver.url}/hook`,
      retries: 'standard',
      signing_secret: '',
    });
    const waitlist = await service.waitlist(account);
    const secret = /whsec_[\w+/]{43}=/.exec(made.body)?.[0] ?? expect.fail('no secret is shown');
    return { account, visitor, waitlist, secret };
  }

  test('shows Failing with the last error and what to do, each delivery with its details, and delivers again (N2)', async () => {
    const { account, visitor, waitlist } = await visit();
    expect((await visitor.open(path)).body).toContain('<option value="standard" selected');
    receiver.next({ status: 500, body: 'no <b>disk</b> space' });
    await service.signUp(account, waitlist, { email: 'ada@example.com' });
    await worker.fanOut();
    for (const id of await service.pendingJobs('deliver-with-retries'))
      await worker.run('deliver-with-retries', { id, accountId: account.accountId });
    const page = await visitor.open(path);
    expect(wordsOf(page)).toContain('The receiver answered 500.');
    expect(wordsOf(page)).toContain('Your server failed.');
    expect(wordsOf(page)).toContain('1 delivery waits');
    expect(wordsOf(page)).not.toContain('Active');
    expect(page.body).toContain('<span class="tag bad">Failing</span>');
    expect(wordsOf(await visitor.open('/dashboard/integrations'))).toContain('Failing');

    const [, details = ''] = /href="([^"]+\/deliveries\/[^"]+)"/.exec(page.body) ?? [];
    const delivery = await visitor.open(details);
    expect(delivery.body).toContain('no &lt;b>disk&lt;/b> space');
    expect(wordsOf(delivery)).toContain('ada@example.com');
    expect(wordsOf(delivery)).toContain('no. 1');
    expect(wordsOf(await visitor.follow(await visitor.send(`${details}/redeliver`)))).toContain(
      'The event is being delivered again.',
    );
    expect(await service.pendingJobs('deliver-with-retries')).toHaveLength(2);
  });

  test('leaves it to the error of a chat to say what to do: the chat is not the account’s server', async () => {
    const { account, visitor, waitlist } = await visit();
    const chat = '/dashboard/integrations/chat_blocks';
    await visitor.send(chat, {
      webhook_url: `${receiver.url}/services/T0/B0/x`,
      events: 'signup.created',
      retries: 'none',
    });
    await visitor.send('/dashboard/integrations/webhook/pause');
    receiver.next({ status: 404, body: 'no_service' });
    await service.signUp(account, waitlist, { email: 'ada@example.com' });
    await worker.fanOut();
    for (const id of await service.pendingJobs('deliver-event'))
      await worker.run('deliver-event', { id, accountId: account.accountId });
    const words = wordsOf(await visitor.open(chat));
    expect(words).toMatch(/Failing since .* The chat service answered 404: .* \(no_service\)\. Settings/);
    expect(words).not.toContain('Your server');
    expect(words).not.toContain('`');
  });

  test('counts events before it replays them (N2)', async () => {
    const { account, visitor, waitlist } = await visit();
    await visitor.send(`${path}/pause`);
    for (const name of ['a', 'b']) await service.signUp(account, waitlist, { email: `${name}@example.com` });
    await worker.fanOut();
    const form = { since: '2026-01-01 00:00', until: '', only: 'failed' };
    const counted = await visitor.send(`${path}/replay`, form);
    expect(wordsOf(counted)).toContain('2 events match. Send them to Webhook once more?');
    const paused = await visitor.send(`${path}/replay`, { ...form, count: '2' });
    expect([paused.statusCode, wordsOf(paused)]).toEqual([
      409,
      expect.stringContaining('The integration is paused.'),
    ]);
    await visitor.send(`${path}/resume`);
    const sent = await visitor.follow(await visitor.send(`${path}/replay`, { ...form, count: '2' }));
    expect(wordsOf(sent)).toContain('2 events will be delivered again.');
    const refused = await visitor.send(`${path}/replay`, { ...form, since: 'yesterday' });
    expect([refused.statusCode, wordsOf(refused)]).toEqual([400, expect.stringContaining('Since: ')]);
  });

  test('prefills a replay with the time before an outage, also once the integration was resumed (N2)', async () => {
    const { account, visitor, waitlist } = await visit();
    const deliver = async (name: string) => {
      await service.signUp(account, waitlist, { email: `${name}@example.com` });
      await worker.fanOut();
      for (const id of await service.pendingJobs('deliver-with-retries'))
        await worker.run('deliver-with-retries', { id, accountId: account.accountId });
    };
    const since = async () => /replay\?since=([^"]+)"/.exec((await visitor.open(path)).body)?.[1];
    const health = async () =>
      (await service.call('GET', '/v1/integrations/webhook/health', account.key)).json();
    const enable = () =>
      service.call('PATCH', '/v1/integrations/webhook', account.key, { payload: { enabled: true } });
    await deliver('arrived');
    expect(await since()).toBeUndefined();
    await service.sql`UPDATE deliveries SET created_at = created_at - interval '2 hours' WHERE account_id = ${account.accountId}`;
    const [success] =
      await service.sql`SELECT created_at FROM deliveries WHERE account_id = ${account.accountId}`;
    receiver.next({ status: 500 });
    await deliver('failed');
    const before = await health();
    expect(before.missed_since).toBe(success?.created_at);
    await enable(); // it is enabled: nothing is counted anew
    expect(await health()).toEqual(before);
    await visitor.send(`${path}/pause`);
    await deliver('paused');
    await visitor.send(`${path}/resume`);
    expect(await since()).toBe(success?.created_at);
    await deliver('later'); // the receiver works again, and what was missed is still missing
    expect(await since()).toBe(success?.created_at);
    const form = (await visitor.open(`${path}/replay?since=${await since()}`)).body;
    const [, from = ''] = /name="since"[^>]* value="([^"]+)"/.exec(form) ?? [];
    const replay = { since: from, until: '', only: 'failed' };
    expect(wordsOf(await visitor.send(`${path}/replay`, replay))).toContain('1 event matches.');
    await visitor.send(`${path}/replay`, { ...replay, count: '1' });
    expect([await since(), (await health()).missed_since]).toEqual([undefined, null]);
  });

  test('stays in need of attention after a success, until what was lost is replayed or dismissed (N2)', async () => {
    const { account, visitor, waitlist } = await visit();
    const viewer = await signedIn(service, account, 'viewer');
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: `${receiver.url}/hook`, retries: 'none' } },
    });
    const deliver = async (name: string, status: number) => {
      receiver.next({ status });
      await service.signUp(account, waitlist, { email: `${name}@example.com` });
      await worker.fanOut();
      for (const id of await service.pendingJobs('deliver-event'))
        await worker.run('deliver-event', { id, accountId: account.accountId });
    };
    const overview = async () => wordsOf(await visitor.open('/dashboard'));
    const lose = async (names: readonly string[]) => {
      for (const name of names) await deliver(name, 500);
      await visitor.send(`${path}/test`);
    };
    await deliver('arrived', 204);
    await lose(['a', 'b']);
    const page = await visitor.open(path);
    expect(wordsOf(page)).toContain('2 events not delivered');
    expect(page.body).not.toContain('<span class="tag good">Active</span>');
    expect(wordsOf(await visitor.open('/dashboard/integrations'))).toContain('2 events not delivered');
    expect(await overview()).toContain('Webhook works again, but 2 events were not delivered: Replay');
    const health = async () =>
      (await service.call('GET', '/v1/integrations/webhook/health', account.key)).json();
    expect(await health()).toMatchObject({ state: 'ok', failing_since: null, reason: null, undelivered: 2 });
    expect((await viewer.open(path)).body).not.toContain('/dismiss');
    expect((await viewer.send(`${path}/dismiss`)).statusCode).toBe(403);

    const [, since = ''] = /replay\?since=([^"]+)"/.exec(page.body) ?? [];
    await visitor.send(`${path}/replay`, { since, until: '', only: 'failed', count: '2' });
    expect((await visitor.open(path)).body).toContain('<span class="tag good">Active</span>');
    expect(await overview()).not.toContain('not delivered');
    for (const id of await service.pendingJobs('replay-events'))
      await worker.run('replay-events', { id, accountId: account.accountId });
    for (const id of await service.pendingJobs('deliver-again'))
      await worker.run('deliver-again', { id, accountId: account.accountId });
    expect(await health()).toMatchObject({ undelivered: 0, missed_since: null });

    await lose(['c']);
    expect(await overview()).toContain('1 event was not delivered: Replay');
    await deliver('works', 204);
    expect(await overview()).toContain('1 event was not delivered: Replay');
    await visitor.send(`${path}/dismiss`);
    expect((await visitor.open(path)).body).toContain('<span class="tag good">Active</span>');
    expect(await overview()).not.toContain('not delivered');
    expect(wordsOf(await visitor.open('/dashboard/account/audit-log'))).toContain(
      'Integration missed dismissed',
    );
    await lose(['d']); // what comes later is counted anew
    expect(await health()).toMatchObject({ state: 'ok', undelivered: 1 });
  });

  test('rotates the signing secret, which is shown once (N2)', async () => {
    const { visitor, secret } = await visit();
    const rotated = await visitor.send(`${path}/rotate`, { overlap_hours: '24' });
    const shown = /whsec_[\w+/]{43}=/.exec(rotated.body)?.[0];
    expect(shown).not.toBe(secret);
    expect((await visitor.open(path)).body).not.toContain(shown ?? secret);
    const again = await visitor.send(`${path}/rotate`, { overlap_hours: '24' });
    expect([again.statusCode, wordsOf(again)]).toEqual([409, expect.stringContaining('was rotated before')]);
  });
});
