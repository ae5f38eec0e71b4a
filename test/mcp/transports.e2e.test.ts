import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newApiKey } from '../../src/shared/account/api-keys/api-key.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';

const stdio = 'dist/api/mcp/stdio.js';

/** Uses the client of the SDK with both servers. It validates each result by the tool's output schema. */
describe.each(['http', 'stdio'] as const)('the tools over %s', (kind) => {
  const service = useService();
  let web: ServiceProcess;
  let client: Client;
  let key: string;

  beforeAll(async () => {
    web = await startProcess('web', service.env);
    key = (await service.account()).key;
    client = new Client({ name: 'test', version: '1' });
    await client.connect(open(key));
  });
  afterAll(async () => {
    await client?.close();
    await web?.stop();
  });

  function open(apiKey: string, url = web.url): Transport {
    if (kind === 'http')
      return new StreamableHTTPClientTransport(new URL('/mcp', url), {
        requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
      });
    return new StdioClientTransport({
      command: process.execPath,
      args: [stdio],
      env: { WAITLIST_API_KEY: apiKey, WAITLIST_API_URL: url },
      stderr: 'ignore',
    });
  }
  async function call(name: string, args: Record<string, unknown> = {}, by = client) {
    const result = await by.callTool({ name, arguments: args });
    const [content] = result.content as { type: string; text: string }[];
    const said = JSON.parse(content?.text ?? '');
    if (!result.isError) expect(result.structuredContent).toEqual(said);
    return said;
  }

  test('let an agent use everything of §4.10', async () => {
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(9);
    const { id: waitlistId } = await call('create_waitlist', { name: `By ${kind}` });
    expect(await call('update_waitlist', { waitlistId, referralBonus: 5 })).toMatchObject({
      referral_bonus: 5,
    });
    expect(await call('list_waitlist_fields', { waitlistId })).toMatchObject({ data: [], total: 0 });
    const ada = await call('add_signup', {
      waitlistId,
      email: 'ada@example.com',
      utmSource: 'agent',
      metadata: { a: '1' },
    });
    expect(ada).toMatchObject({ position: 1, total: 1 });
    const eve = await call('add_signup', {
      waitlistId,
      email: 'eve@example.com',
      referralCode: ada.referral_code,
    });
    expect(await call('get_signup_position', { waitlistId, email: 'ADA@example.com' })).toEqual({
      id: ada.id,
      email: 'ada@example.com',
      position: 1,
      display_position: 1,
      total: 2,
      referral_code: ada.referral_code,
      referral_count: 1,
    });
    const list = await call('list_signups', { waitlistId, limit: 1 });
    expect(list).toMatchObject({
      total: 2,
      limit: 1,
      has_more: true,
      data: [{ id: eve.id, referred_by: ada.id }],
    });
    expect(await call('get_waitlist_stats', { waitlistId })).toMatchObject({ total: 2, referred_count: 1 });
    expect(await call('remove_signup', { waitlistId, signupId: eve.id })).toEqual({ removed: true });
    expect((await call('list_waitlists')).data).toEqual([
      { id: waitlistId, name: `By ${kind}`, created_at: expect.any(String), signup_count: 1 },
    ]);
  });

  test('return the properties that the route of the operation returns (§1 rule 6)', async () => {
    const { id: waitlistId } = await call('create_waitlist', { name: `Compared ${kind}` });
    for (const name of ['a', 'b', 'c'])
      await call('add_signup', {
        waitlistId,
        email: `${name}@example.com`,
        referrer: `https://${name}.example.org/`,
      });
    const rest = async (path: string) => (await service.call('GET', `/v1/waitlists${path}`, key)).json();
    expect(await call('list_signups', { waitlistId, limit: 2, offset: 1 })).toEqual(
      await rest(`/${waitlistId}/signups?limit=2&offset=1`),
    );
    expect(await call('get_waitlist_stats', { waitlistId })).toEqual(await rest(`/${waitlistId}/stats`));
    expect((await call('list_waitlists')).data).toEqual((await rest('')).data);
    expect(await call('update_waitlist', { waitlistId, name: `Again ${kind}` })).toEqual(
      await rest(`/${waitlistId}`),
    );
  });

  test('return the same refusals as over the other transport (C8.2)', async () => {
    const waitlistId = '018f0000-0000-7000-8000-00000000dead';
    const refusal = async (name: string, args: object) => (await call(name, { ...args })).error;
    expect(await refusal('list_signups', { waitlistId })).toEqual({
      code: 'not_found',
      message: 'No such waitlist.',
    });
    expect(await refusal('add_signup', { waitlistId, email: 'nobody' })).toEqual({
      code: 'invalid_request',
      message: 'email: must be an email address',
    });
    await call('create_waitlist', { name: 'Taken' });
    expect((await refusal('create_waitlist', { name: 'Taken' })).code).toBe('conflict');
  });

  test('name the missing scope of a key', async () => {
    const account = await service.account();
    const weak = new Client({ name: 'weak', version: '1' });
    await weak.connect(open(await service.key(account, ['waitlists:read'])));
    expect((await call('create_waitlist', { name: 'x' }, weak)).error).toEqual({
      code: 'forbidden',
      message: 'This API key lacks the scope waitlists:write.',
    });
    await weak.close();
  });

  test('report an unknown key to the agent with the API’s code (C8.2)', async () => {
    const stranger = new Client({ name: 'stranger', version: '1' });
    const connecting = stranger.connect(open(newApiKey()));
    if (kind === 'http') return expect(connecting).rejects.toThrow('unauthorized');
    await connecting;
    const result = await stranger.callTool({ name: 'list_waitlists', arguments: {} });
    expect(result.isError).toBe(true);
    const [content] = result.content as { text: string }[];
    expect(JSON.parse(content?.text ?? '').error.code).toBe('unauthorized');
    await stranger.close();
  });
});

describe('the process for stdio', () => {
  const service = useService();
  const start = (env: Record<string, string>) => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [stdio],
      env,
      stderr: 'pipe',
    });
    const errors: string[] = [];
    transport.stderr?.on('data', (chunk) => errors.push(String(chunk)));
    return { client, transport, errors };
  };

  test.each([
    [{}, 'WAITLIST_API_KEY is not set'],
    [
      { WAITLIST_API_KEY: 'wl_x', WAITLIST_API_URL: 'http://example.com' },
      'WAITLIST_API_URL must be https://',
    ],
    [{ WAITLIST_API_KEY: 'wl_x', WAITLIST_API_URL: 'example.com' }, 'WAITLIST_API_URL must be a URL'],
    [{ WAITLIST_API_KEY: 'wl x' }, 'WAITLIST_API_KEY must be an API key'],
  ])('exits with one clear line for %j (C8.4)', async (env, message) => {
    const { client, transport, errors } = start(env);
    await expect(client.connect(transport)).rejects.toThrow();
    expect(errors.join('')).toContain(message);
    expect(errors.join('').trim().split('\n')).toHaveLength(1);
  });

  test('says at its start that the key is refused, and of a good one nothing', async () => {
    const web = await startProcess('web', service.env);
    const account = await service.account();
    for (const [key, problem] of [
      [newApiKey(), 'refuses the key'],
      [await service.key(account, []), undefined],
    ] as const) {
      const { client, transport, errors } = start({ WAITLIST_API_KEY: key, WAITLIST_API_URL: web.url });
      await client.connect(transport);
      if (problem) await expect.poll(() => errors.join('')).toContain(problem);
      await client.callTool({ name: 'list_waitlists', arguments: {} }); // answered later
      expect(errors.join('').trim().split('\n')).toHaveLength(problem ? 2 : 1);
      await client.close();
    }
    await web.stop();
  });

  test('reports an unreachable service to the agent', async () => {
    const { client, transport, errors } = start({
      WAITLIST_API_KEY: 'wl_x',
      WAITLIST_API_URL: 'http://127.0.0.1:1',
    });
    await client.connect(transport);
    await expect.poll(() => errors.join('')).toContain('http://127.0.0.1:1 cannot be reached now');
    const result = await client.callTool({ name: 'list_waitlists', arguments: {} });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('could not be reached');
    await client.close();
  });
});
