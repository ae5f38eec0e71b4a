import { Client as Sdk } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as SdkTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as Beta, StreamableHTTPClientTransport as BetaTransport } from 'mcp-client-beta';
import { Client as Newest, StreamableHTTPClientTransport as NewestTransport } from 'mcp-client-newest';
import { Client as Oldest } from 'mcp-sdk-oldest/client/index.js';
import { StreamableHTTPClientTransport as OldestTransport } from 'mcp-sdk-oldest/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEmailProvider } from '../../src/shared/mail/settings/set-email-provider.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { importsOf } from '../support/imports/imports.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { makeJudgingList } from '../support/referrals/judging.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';

/** What all versions of the official client have in common. */
interface Client {
  connect(transport: never): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

const self = { name: 'test', version: '1' };
/** `client` 2.0.0-beta.5 refuses every dialect of JSON Schema but 2020-12. */
const clients: [string, () => Client, new (url: URL, options: { requestInit: RequestInit }) => object][] = [
  ['sdk 1.10.0', () => new Oldest(self), OldestTransport],
  ['the newest sdk', () => new Sdk(self), SdkTransport],
  ['client 2.0.0-beta.5', () => new Beta(self), BetaTransport],
  ['the newest client', () => new Newest(self), NewestTransport],
];

describe('the official clients, the oldest to the newest', () => {
  const service = useService();
  let receiver: FakeProvider;
  let sink: MailSink;
  let worker: TestWorker;
  let baseUrl: string;

  beforeAll(async () => {
    sink = await startMailSink();
    receiver = await startFakeProvider(() => ({ status: 200 }));
    worker = openTestWorker(service);
    baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await worker?.close();
    await receiver?.close();
    await sink?.close();
  });

  test.each(clients)('%s calls every tool of every toolset', async (_, open, Transport) => {
    const account = await service.account();
    const list = await makeJudgingList(service, account);
    const { id: waitlistId } = list;
    await list.refer('bot@mailinator.com');
    await service.call('PATCH', `${list.url}/settings`, account.key, {
      payload: { invitations: { url: 'https://notes.test/welcome' }, mail: { postal_address: 'Berlin' } },
    });
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: `${receiver.url}/hook` } },
    });
    const imports = importsOf(service, worker, list);
    const { id: importId } = await imports.dryRun('email\nzoe@example.com\n');

    const client = open();
    const requestInit = { headers: { authorization: `Bearer ${account.key}` } };
    await client.connect(new Transport(new URL('/mcp/x/all', baseUrl), { requestInit }) as never);
    const { tools } = await client.listTools();
    const called = new Set<string>();
    const call = async (name: string, args: Record<string, unknown>) => {
      called.add(name);
      const result = (await client.callTool({ name, arguments: args })) as {
        isError?: boolean;
        structuredContent?: Record<string, never>;
        content: { text: string }[];
      };
      expect([name, result.isError ? result.content : undefined]).toEqual([name, undefined]);
      return JSON.parse(result.content[0]?.text ?? '');
    };

    const { id: made } = await call('create_waitlist', { name: `By a client ${newId()}` });
    await call('list_waitlists', {});
    await call('update_waitlist', { waitlistId: made, referralBonus: 3 });
    const email = 'ada@example.com';
    const { id: signupId } = await call('add_signup', { waitlistId, email, metadata: { a: 'b' } });
    await call('add_signups', { waitlistId, signups: [{ email: 'bo@example.com' }], count: 1 });
    for (const name of [
      'list_signups',
      'get_waitlist_stats',
      'get_campaign_stats',
      'list_waitlist_fields',
      'find_signups',
    ])
      await call(name, { waitlistId });
    const left = { notEmailDomains: ['example.com', 'acme.com'] };
    const { data: others } = await call('find_signups', { waitlistId, ...left });
    expect(others.filter((other: { email: string }) => /@example\.com$/.test(other.email))).toEqual([]);
    await call('get_signup_position', { waitlistId, email });
    for (const name of ['get_signup', 'get_links']) await call(name, { waitlistId, signupId });
    await call('update_signup', { waitlistId, signupId, note: 'Hers' });
    await call('get_leaderboard', { waitlistId });
    await call('top_referrers', { waitlistId, from: '2026-01-01' });
    await worker.fanOutAndDeliver();
    const { data: events } = await call('list_events', {});
    await call('redeliver_event', { type: 'webhook', eventId: events[0].id });
    await call('replay_events', { type: 'webhook', since: '2026-01-01T00:00:00Z' });
    await call('integration_health', { type: 'webhook' });
    await call('dismiss_missed_events', { type: 'webhook' });
    await call('list_reviews', { waitlistId });
    await call('review_signups', { waitlistId, action: 'approve', domain: 'mailinator.com' });
    const filter = { created_before: '2100-01-01' };
    const named = { name: 'Early', filter: { createdBefore: filter.created_before } };
    const { id: segment } = await call('create_segment', { waitlistId, ...named });
    await call('update_segment', { waitlistId, segmentId: segment, name: 'First' });
    expect((await call('list_segments', { waitlistId })).data).toMatchObject([
      { id: segment, name: 'First' },
    ]);
    expect((await call('find_signups', { waitlistId, segment })).total).toBeGreaterThan(0);
    const drafted = await call('draft_wave', { waitlistId, size: 1, deliver: 'link', segment });
    expect(drafted.filter).toEqual(filter);
    const { id: waveId } = drafted;
    await call('launch_wave', { waveId, expectedCount: 1 });
    await worker.run('send-wave', { id: waveId, accountId: account.accountId });
    await call('get_wave', { waveId });
    await call('list_wave_members', { waveId, step: 'sent' });
    const { data: invitations } = await call('list_invitations', { waitlistId });
    await service.sql`UPDATE invitations SET last_mailed_at = last_mailed_at - interval '61 minutes' WHERE account_id = ${account.accountId}`;
    await call('resend_invitation', { invitationId: invitations[0].id });
    await call('record_conversion', { waitlistId, email });
    const written = { name: 'Launch', subject: 'We open', html: '<p>Come in</p>' };
    const { id: announcementId } = await call('draft_announcement', { waitlistId, segment, ...written });
    const { selected } = await call('update_announcement', { announcementId, perHour: 10 });
    await call('launch_announcement', { announcementId, expectedCount: selected });
    for (const action of ['pause', 'resume', 'cancel'])
      await call('control_announcement', { announcementId, action });
    await call('get_announcement', { announcementId });
    await call('list_announcements', { waitlistId });
    await setEmailProvider(service.ctx, account.accountId, {
      ...{ type: 'smtp', from: 'Acme <news@acme.test>', skipVerify: true },
      config: { host: '127.0.0.1', port: Number(new URL(sink.url).port) },
    });
    await call('test_announcement', { announcementId, to: 'me@example.com' });
    await call('delete_segment', { waitlistId, segmentId: segment });
    await call('list_rewards', { waitlistId });
    await call('fulfil_rewards', { waitlistId, reward: 'stickers' });
    await call('get_import', { waitlistId, importId });
    await call('update_import', { waitlistId, importId, mapping: {} });
    await imports.validate(importId);
    await call('start_import', { waitlistId, importId, expectedCount: 1 });
    await call('find_person', { email });
    await call('stop_mails', { email, waitlistId });
    await call('export_person', { email });
    await call('erase_person', { email, count: 1 });
    await call('remove_signup', { waitlistId, signupId: list.referrer.id });
    await client.close();
    expect([...called].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  });
});
