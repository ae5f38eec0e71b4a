import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWaitlistClient } from '../../../src/client/index.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { hookCalls } from './hooked.ts';

describe('the tools and the client', () => {
  const service = useService();
  let receiver: FakeProvider;
  let worker: TestWorker;
  const { get, hooked, signUp } = hookCalls(service, () => receiver);

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 200 }));
    worker = openTestWorker(service);
  });
  afterAll(async () => {
    await worker.close();
    await receiver.close();
  });

  test('an agent lists events, counts before it replays, redelivers one and reads the health (N2)', async () => {
    const hook = await hooked();
    const tool = async (name: string, args: object, url = '/mcp/x/events') => {
      const answer = await service.call('POST', url, hook.account.key, {
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        headers: { accept: 'application/json, text/event-stream', host: 'localhost' },
      });
      const { content } = answer.json().result;
      return JSON.parse(content[0].text);
    };
    await signUp(hook, 'a');
    await signUp(hook, 'b');
    await worker.fanOutAndDeliver();
    const page = await tool('list_events', { limit: 1 });
    expect(page).toMatchObject({ data: [{ type: 'signup.created' }], has_more: true });
    const rest = await tool('list_events', { after: page.next_cursor }, '/mcp/x/events/readonly');
    expect(rest.data).toEqual((await get(hook.account, 'events')).data.slice(1));
    const replay = { type: 'webhook', since: '2026-01-01T00:00:00Z', only: 'all' };
    expect(await tool('replay_events', replay)).toEqual({
      ...{ replay_id: null, matched: 2 },
      next: 'Nothing is done yet. Tell the user the number, then make the same call with count 2.',
    });
    expect((await tool('replay_events', { ...replay, count: 3 })).error.message).toBe(
      'count: is 3, but 2 events match',
    );
    expect(await service.pendingJobs('replay-events')).toEqual([]);
    expect((await tool('replay_events', { ...replay, count: 2 })).matched).toBe(2);
    expect(await service.pendingJobs('replay-events')).toHaveLength(1);
    const [{ id: eventId }] = page.data;
    expect(await tool('redeliver_event', { type: 'webhook', eventId })).toEqual({ event_id: eventId });
    expect(await tool('integration_health', { type: 'webhook' })).toMatchObject({ state: 'ok', pending: 1 });
    expect(
      (await tool('redeliver_event', { type: 'webhook', eventId }, '/mcp/x/events/readonly')).error.code,
    ).toBe('not_found');
  });

  test('the client iterates over the feed and goes on at a cursor (N2)', async () => {
    const hook = await hooked();
    const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const api = createWaitlistClient({ baseUrl, apiKey: hook.account.key });
    await signUp(hook, 'a');
    await worker.fanOut();
    const read = async (after?: string) => {
      const seen = [];
      for await (const each of api.eachEvent({ ...(after !== undefined && { after }) })) seen.push(each);
      return seen;
    };
    const [first] = await read();
    expect(first?.event.data.email).toBe('a@example.com');
    await signUp(hook, 'b');
    await signUp(hook, 'c');
    await worker.fanOut();
    expect((await read(first?.cursor)).map(({ event }) => event.data.email).toSorted()).toEqual([
      'b@example.com',
      'c@example.com',
    ]);
    expect(await api.redeliver('webhook', first?.event.id ?? '')).toEqual({ event_id: first?.event.id });
    expect(
      await api.replay('webhook', { since: '2026-01-01T00:00:00Z', only: 'all', dry_run: true }),
    ).toEqual({
      replay_id: null,
      matched: 3,
    });
    expect((await api.readHealth('webhook')).state).toBe('ok');
    expect((await api.rotateSecret(0)).signing_secret).toMatch(/^whsec_/);
  });
});
