import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readToolConfig } from '../../src/api/mcp/tool-config.ts';
import { announcementTools } from '../../src/api/mcp/toolsets/announcements.ts';
import { coreTools } from '../../src/api/mcp/toolsets/core.ts';
import { eventTools } from '../../src/api/mcp/toolsets/events.ts';
import { importTools } from '../../src/api/mcp/toolsets/imports.ts';
import { invitationTools } from '../../src/api/mcp/toolsets/invitations.ts';
import { peopleTools } from '../../src/api/mcp/toolsets/people.ts';
import { reviewTools } from '../../src/api/mcp/toolsets/reviews.ts';
import { rewardTools } from '../../src/api/mcp/toolsets/rewards.ts';
import { signupTools } from '../../src/api/mcp/toolsets/signups.ts';
import type { TestAccount } from '../support/service/make.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';

const namesOf = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

describe('toolsets (N1)', () => {
  const service = useService();
  let account: TestAccount;
  let worker: TestWorker;

  beforeAll(async () => {
    account = await service.account();
    worker = openTestWorker(service);
  });
  afterAll(() => worker?.close());

  const rpc = (url: string, method: string, params: object = {}) =>
    service.call('POST', url, account.key, {
      payload: { jsonrpc: '2.0', id: 1, method, params },
      headers: { accept: 'application/json, text/event-stream', host: 'localhost' },
    });
  const listed = async (url: string) => namesOf((await rpc(url, 'tools/list')).json().result.tools);

  test('are served beside the nine tools of /mcp', async () => {
    expect(await listed('/mcp')).toEqual(namesOf(coreTools));
    expect(await listed('/mcp/x/core')).toEqual(namesOf(coreTools));
    expect(await listed('/mcp/x/signups')).toEqual(namesOf(signupTools));
    expect(await listed('/mcp/x/people')).toEqual([
      ...['find_person', 'stop_mails', 'export_person', 'erase_person'],
    ]);
    expect(await listed('/mcp/x/people/readonly')).toEqual(['find_person', 'export_person']);
    expect(await listed('/mcp/x/all')).toEqual([
      ...new Set(
        namesOf([
          ...coreTools,
          ...signupTools,
          ...eventTools,
          ...peopleTools,
          ...reviewTools,
          ...invitationTools,
          ...importTools,
          ...announcementTools,
          ...rewardTools,
        ]),
      ),
    ]);
    expect((await rpc('/mcp/x/pigeons', 'tools/list')).statusCode).toBe(404);
  });

  test('have no tool that changes anything where they are read-only', async () => {
    const { tools } = (await rpc('/mcp/x/all/readonly', 'tools/list')).json().result;
    expect(tools.length).toBeGreaterThan(5);
    for (const { name, annotations } of tools) expect([name, annotations.readOnlyHint]).toEqual([name, true]);
    const refused = await rpc('/mcp/x/all/readonly', 'tools/call', {
      name: 'create_waitlist',
      arguments: { name: 'No' },
    });
    expect(refused.json().result).toMatchObject({ isError: true });
    expect((await service.call('GET', '/v1/waitlists', account.key)).json().total).toBe(0);
  });

  test('need a key, as /mcp does', async () => {
    const answer = await service.call('POST', '/mcp/x/signups', undefined, {
      payload: {},
      headers: { host: 'localhost' },
    });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([
      401,
      `Bearer resource_metadata="${service.ctx.config.baseUrl}/.well-known/oauth-protected-resource/mcp/x/signups"`,
    ]);
  });

  describe.each(['http', 'stdio'] as const)('over %s', (kind) => {
    let web: ServiceProcess;
    let client: Client;

    beforeAll(async () => {
      web = await startProcess('web', service.env);
      client = new Client({ name: 'test', version: '1' });
      const env = {
        WAITLIST_API_KEY: account.key,
        WAITLIST_API_URL: web.url,
        WAITLIST_MCP_TOOLSETS: 'signups,people,invitations,announcements,rewards',
      };
      const args = ['dist/api/mcp/stdio.js'];
      await client.connect(
        kind === 'stdio'
          ? new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' })
          : (new StreamableHTTPClientTransport(new URL('/mcp/x/all', web.url), {
              requestInit: { headers: { authorization: `Bearer ${account.key}` } },
            }) as Transport),
      );
    });
    afterAll(async () => {
      await client?.close();
      await web?.stop();
    });

    async function call(name: string, args: Record<string, unknown>) {
      const result = await client.callTool({ name, arguments: args });
      const [content] = result.content as { text: string }[];
      return JSON.parse(content?.text ?? '');
    }

    test('an agent finds a person, and erases the one whose signups it has counted (N3)', async () => {
      const email = `person-${kind}@example.com`;
      for (const list of [await service.waitlist(account), await service.waitlist(account)])
        await service.signUp(account, list, { email });
      expect(await call('find_person', { email })).toMatchObject({
        signups: [{ position: 1 }, { position: 1 }],
        mails: 2,
        suppressions: [],
      });
      expect((await call('export_person', { email: email.toUpperCase() })).signups).toHaveLength(2);
      expect(await call('erase_person', { email, count: 1 })).toMatchObject({
        error: { code: 'invalid_request', message: 'count: is 1, but the address has 2 signups' },
      });
      expect(await call('erase_person', { email, count: 2 })).toMatchObject({ signups: 2, mails: 2 });
      expect(await call('find_person', { email })).toMatchObject({
        signups: [],
        suppressions: [{ reason: 'erased' }],
      });
    });

    test('an agent keeps a group of people as a segment, renames it, and deletes it', async () => {
      const waitlistId = await service.waitlist(account);
      for (const [name, utm_source] of [
        ['ada', 'news'],
        ['bo', 'web'],
      ])
        await service.signUp(account, waitlistId, { email: `${name}@example.com`, utm_source });
      const made = await call('create_segment', {
        waitlistId,
        name: 'Readers',
        filter: { utmSource: 'news' },
      });
      expect(made).toMatchObject({ name: 'Readers', filter: { utm_source: 'news' } });
      const segment = { waitlistId, segmentId: made.id };
      const found = () => call('find_signups', { waitlistId, segment: made.id });
      expect((await found()).data).toMatchObject([{ email: 'ada@example.com' }]);

      expect(await call('update_segment', { ...segment, name: 'Letters' })).toMatchObject({
        ...{ id: made.id, name: 'Letters', filter: { utm_source: 'news' } },
      });
      await call('update_segment', { ...segment, filter: { utmSource: 'web' } });
      expect((await found()).data).toMatchObject([{ email: 'bo@example.com' }]);
      for (const [args, message] of [
        [{}, 'must have name, filter or both'],
        [{ filter: { fields: { shoe: 'big' } } }, 'filter.fields.shoe: the waitlist has no such field'],
      ] as const)
        expect(await call('update_segment', { ...segment, ...args })).toMatchObject({
          error: { code: 'invalid_request', message },
        });

      expect(await call('delete_segment', segment)).toEqual({ deleted: true });
      expect(await call('delete_segment', segment)).toMatchObject({ error: { code: 'not_found' } });
      expect((await call('list_segments', { waitlistId })).total).toBe(0);
      expect((await call('find_signups', { waitlistId })).total).toBe(2);
    });

    test('an agent reads which campaign brought people', async () => {
      const waitlistId = await service.waitlist(account);
      for (const [name, utm_campaign] of [
        ['ada', 'launch'],
        ['bo', 'launch'],
        ['cy', 'ad'],
        ['di', undefined],
      ])
        await service.signUp(account, waitlistId, { email: `${name}@example.com`, utm_campaign });
      expect(await call('get_campaign_stats', { waitlistId })).toMatchObject({
        range_total: 4,
        campaigns: [
          { utm_campaign: 'launch', signups: 2, confirmed: 0, users: 0 },
          { utm_campaign: 'ad', signups: 1 },
        ],
      });
      const earlier = { waitlistId, from: '2026-01-01', to: '2026-01-02' };
      expect(await call('get_campaign_stats', earlier)).toMatchObject({ range_total: 0, campaigns: [] });
    });

    test('an agent drafts a wave, launches what it has shown, and records a conversion (N5)', async () => {
      const waitlistId = await service.waitlist(account);
      const draft = { waitlistId, size: 2, deliver: 'link' };
      expect(await call('draft_wave', draft)).toMatchObject({ error: { code: 'conflict' } });
      await service.call('PATCH', `/v1/waitlists/${waitlistId}/settings`, account.key, {
        payload: { invitations: { url: 'https://notes.test/welcome' } },
      });
      for (const [name, source] of [
        ['ada', 'news'],
        ['bo', 'news'],
        ['cy', 'news'],
        ['di', 'ads'],
      ] as const)
        await service.signUp(account, waitlistId, {
          email: `${name}-${kind}@example.com`,
          utm_source: source,
        });
      const wave = await call('draft_wave', { ...draft, utmSource: 'news', name: 'First' });
      expect(wave).toMatchObject({
        ...{ state: 'draft', matched: 3, selected: 2, name: 'First', filter: { utm_source: 'news' } },
        sample: [{ email: `ada-${kind}@example.com` }, { position: 2 }],
      });
      const waveId = wave.id;
      expect(await call('launch_wave', { waveId, expectedCount: 3 })).toMatchObject({
        error: {
          code: 'invalid_request',
          message: 'expectedCount: is 3, but the wave has 2 people',
        },
      });
      expect(await call('get_wave', { waveId })).toMatchObject({ state: 'draft', launched_at: null });
      const launched = await call('launch_wave', { waveId, expectedCount: 2 });
      expect(launched).toMatchObject({ id: waveId, selected: 2 });
      expect(await call('launch_wave', { waveId, expectedCount: 2 })).toEqual(launched);
      await worker.run('send-wave', { id: waveId, accountId: account.accountId });
      const listed = await call('list_invitations', { waitlistId, waveId, state: 'invited' });
      expect(listed).toMatchObject({ total: 2, data: [{ wave_id: waveId }, { state: 'invited' }] });
      const [{ id: invitationId, email }] = listed.data;
      expect(await call('resend_invitation', { invitationId })).toMatchObject({
        error: { code: 'rate_limited' },
      });
      await service.sql`UPDATE invitations SET last_mailed_at = last_mailed_at - interval '61 minutes' WHERE id = ${invitationId}`;
      expect((await call('resend_invitation', { invitationId })).url).toMatch(
        /^https:\/\/notes\.test\/welcome\?token=inv_/,
      );
      expect(await call('record_conversion', { email })).toMatchObject({
        error: { code: 'invalid_request' },
      });
      const conversion = { waitlistId, email, externalId: 'user_1' };
      expect(await call('record_conversion', conversion)).toMatchObject({ first: true });
      expect(await call('record_conversion', conversion)).toMatchObject({ first: false });
      expect(await call('get_wave', { waveId })).toMatchObject({
        ...{ sent: 2, converted: 1, conversion_rate: 50 },
      });
    });

    test('an agent drafts an announcement, changes it, launches what it has shown, and stops it', async () => {
      const waitlistId = await service.waitlist(account);
      await service.call('PATCH', `/v1/waitlists/${waitlistId}/settings`, account.key, {
        payload: { mail: { postal_address: 'Notes Ltd, 1 Long Street, Berlin' } },
      });
      for (const [name, source] of [
        ['ada', 'news'],
        ['bo', 'news'],
        ['cy', 'ads'],
      ] as const)
        await service.signUp(account, waitlistId, {
          email: `${name}-told-${kind}@example.com`,
          utm_source: source,
        });
      const text = {
        headline: 'We open',
        text: 'Come in',
        buttonText: 'Open',
        buttonUrl: 'https://notes.test',
      };
      const given = { waitlistId, name: 'Launch', subject: 'We open', filter: { utmSource: 'news' } };
      expect(await call('draft_announcement', given)).toMatchObject({
        error: { code: 'invalid_request', message: 'html: give either design or html' },
      });
      const noLink = { ...text, buttonUrl: undefined };
      expect(await call('draft_announcement', { ...given, design: noLink })).toMatchObject({
        error: { message: 'design.buttonUrl: must be an https URL' },
      });
      const drafted = await call('draft_announcement', { ...given, design: text });
      expect(drafted).toMatchObject({
        ...{ state: 'draft', matched: 2, selected: 2, filter: { utm_source: 'news' } },
        design: { headline: 'We open', button_text: 'Open' },
        sample: [{ email: `ada-told-${kind}@example.com` }, { position: 2 }],
      });
      const announcementId = drafted.id;
      const changed = { announcementId, filter: null, perHour: 60 };
      expect(await call('update_announcement', changed)).toMatchObject({
        ...{ selected: 3, per_hour: 60, filter: {}, subject: 'We open' },
      });
      expect(await call('launch_announcement', { announcementId, expectedCount: 2 })).toMatchObject({
        error: { code: 'conflict', message: expect.stringContaining('You expected 2 people') },
      });
      expect(await call('get_announcement', { announcementId })).toMatchObject({ launched_at: null });
      const launch = { announcementId, expectedCount: 3, sample: 2 };
      const launched = await call('launch_announcement', launch);
      expect(launched).toMatchObject({ id: announcementId, expected_count: 3, sample: 2 });
      expect(await call('launch_announcement', launch)).toEqual(launched);
      const control = (action: string) => call('control_announcement', { announcementId, action });
      expect(await control('resume')).toMatchObject({ state: 'sending' });
      expect(await control('pause')).toMatchObject({ state: 'paused', paused_reason: 'asked', waiting: 3 });
      expect(await control('cancel')).toMatchObject({ state: 'cancelled', left_out: { cancelled: 3 } });
      expect(await control('resume')).toMatchObject({ error: { code: 'conflict' } });
      expect(await call('list_announcements', { waitlistId })).toMatchObject({
        total: 1,
        data: [{ id: announcementId, state: 'cancelled' }],
      });
    });

    test('an agent sees what people earned, and marks what it has counted', async () => {
      const waitlistId = await service.waitlist(account);
      const won = await service.signUp(account, waitlistId, { email: `won-${kind}@example.com` });
      const { id: signupId } = won.json();
      await service.sql`
        INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
        VALUES (${account.accountId}, ${signupId}, 3, ${waitlistId}, 'stickers', 3)`;
      const earned = { signup_id: signupId, key: 'stickers', at: 3 };
      expect(await call('list_rewards', { waitlistId, fulfilled: false })).toMatchObject({ data: [earned] });
      expect(await call('fulfil_rewards', { waitlistId })).toMatchObject({
        error: { code: 'invalid_request' },
      });
      const which = { waitlistId, reward: 'stickers', signupIds: [signupId] };
      expect(await call('fulfil_rewards', which)).toEqual({
        ...{ matched: 1, changed: 0 },
        next: expect.stringContaining('with count 1'),
      });
      expect(await call('fulfil_rewards', { ...which, count: 2 })).toMatchObject({
        error: { message: 'count: is 2, but 1 rewards match' },
      });
      expect(await call('fulfil_rewards', { ...which, count: 1 })).toEqual({ matched: 1, changed: 1 });
      expect(await call('list_rewards', { waitlistId, fulfilled: false })).toMatchObject({ total: 0 });
      expect(await call('fulfil_rewards', { ...which, fulfilled: false, count: 1 })).toMatchObject({
        changed: 1,
      });
    });

    test('an agent adds people at once, finds them and reads one with its links', async () => {
      const waitlistId = await service.waitlist(account);
      const field = { key: 'plan', label: 'Plan', type: 'string' };
      await service.call('POST', `/v1/waitlists/${waitlistId}/fields`, account.key, { payload: field });
      const signups = [
        { email: 'ada@example.com', utmSource: 'news', fields: { plan: 'pro' } },
        { email: 'bo@example.com', fields: { plan: 'pro' } },
        { email: 'ADA@example.com' },
      ];
      expect(await call('add_signups', { waitlistId, signups, count: 2 })).toMatchObject({
        error: { code: 'invalid_request' },
      });
      expect(await call('add_signups', { waitlistId, signups, count: 3 })).toMatchObject({
        created: 2,
        existing: 1,
        rejected: 0,
      });
      const found = await call('find_signups', { waitlistId, fields: { plan: 'pro' }, utmSource: 'news' });
      expect(found).toMatchObject({
        total: 1,
        data: [{ email: 'ada@example.com', fields: { plan: 'pro' } }],
      });
      expect(await call('find_signups', { waitlistId, q: 'bo@ex', order: 'oldest' })).toMatchObject({
        total: 1,
        data: [{ position: 2 }],
      });
      for (const [filter, total] of [
        [{ confirmed: false }, 2],
        [{ confirmed: true }, 0],
        [{ utmCampaign: 'launch' }, 0],
      ] as const)
        expect(await call('find_signups', { waitlistId, ...filter })).toMatchObject({ total });
      const [{ id: signupId }] = found.data;
      expect(await call('get_signup', { waitlistId, signupId })).toEqual(found.data[0]);
      const links = await service.call(
        'GET',
        `/v1/waitlists/${waitlistId}/signups/${signupId}/links`,
        account.key,
      );
      const { unsubscribe_url, ...others } = links.json();
      // The other process has another port in its BASE_URL.
      expect(await call('get_links', { waitlistId, signupId })).toEqual({
        ...others,
        unsubscribe_url: expect.stringMatching(new RegExp(`${new URL(unsubscribe_url).pathname}$`)),
      });
      const { referral_code: referralCode } = (
        await service.call('GET', `/v1/waitlists/${waitlistId}/signups/${signupId}`, account.key)
      ).json();
      await service.signUp(account, waitlistId, {
        email: `led-${kind}@example.com`,
        referral_code: referralCode,
        fields: { plan: 'pro' },
      });
      expect(await call('get_leaderboard', { waitlistId })).toMatchObject({
        data: [{ rank: 1, name: expect.stringMatching(/^.?….?$/), referral_count: 1 }],
        limit: 10,
      });
      expect(await call('get_leaderboard', { waitlistId, limit: 201 })).toMatchObject({
        error: { code: 'invalid_request' },
      });
      expect(await call('find_signups', { waitlistId, fields: { size: '1' } })).toMatchObject({
        error: { code: 'invalid_request' },
      });
    });
  });

  test('are chosen over stdio by WAITLIST_MCP_TOOLSETS', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['dist/api/mcp/stdio.js'],
        env: { WAITLIST_API_KEY: account.key, WAITLIST_MCP_TOOLSETS: 'signups/readonly, core' },
        stderr: 'ignore',
      }),
    );
    const { tools } = await client.listTools();
    await client.close();
    const readonly = signupTools.filter(({ hints }) => hints.readOnlyHint);
    expect(namesOf(tools)).toEqual(namesOf([...readonly, ...coreTools]));
  });
});

test.each(['pigeons', '', 'signups/write', 'core,,all'])('%j is no list of toolsets', (text) => {
  const env = { WAITLIST_API_KEY: 'wl_x', WAITLIST_MCP_TOOLSETS: text || ' ' };
  expect(() => readToolConfig(env)).toThrow('WAITLIST_MCP_TOOLSETS');
});
