import { Client, StreamableHTTPClientTransport } from 'mcp-client-newest';
import { StdioClientTransport } from 'mcp-client-newest/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/service/make.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';

describe('the revisions of the protocol', () => {
  const service = useService();
  let account: TestAccount;
  let web: ServiceProcess;
  beforeAll(async () => {
    account = await service.account();
    web = await startProcess('web', service.env);
  });
  afterAll(() => web?.stop());

  const transports = {
    http: () =>
      new StreamableHTTPClientTransport(new URL('/mcp/x/all', web.url), {
        requestInit: { headers: { authorization: `Bearer ${account.key}` } },
      }),
    stdio: () =>
      new StdioClientTransport({
        command: process.execPath,
        args: ['dist/api/mcp/stdio.js'],
        env: {
          WAITLIST_API_KEY: account.key,
          WAITLIST_API_URL: web.url,
          WAITLIST_MCP_TOOLSETS: 'all',
        },
        stderr: 'ignore',
      }),
  };

  test.each(['http', 'stdio'] as const)('have the same tools with the same answers over %s', async (kind) => {
    const told = [];
    for (const [mode, version] of [
      ['legacy', '2025-11-25'],
      ['auto', '2026-07-28'],
    ] as const) {
      const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(transports[kind]());
      expect([mode, client.getNegotiatedProtocolVersion()]).toEqual([mode, version]);
      const { tools } = await client.listTools();
      const call = async (name: string, args: Record<string, unknown>) => {
        const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
        return { content, structuredContent, isError };
      };
      told.push({
        tools,
        lists: await call('list_waitlists', {}),
        refused: await call('add_signup', { waitlistId: 'x' }),
      });
      await client.close();
    }
    expect(told[1]).toEqual(told[0]);
    expect(told[0]?.tools.length).toBeGreaterThan(40);
  });

  const modern = (change: object, headers: object, params: object = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        ...{ authorization: `Bearer ${account.key}`, host: 'localhost', accept: 'application/json' },
        ...{ 'mcp-protocol-version': '2026-07-28', ...headers },
      },
      payload: {
        ...{ jsonrpc: '2.0', id: 1 },
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
            'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
          },
          ...params,
        },
        ...change,
      },
    });

  test('say what the server speaks, and refuse what is no message of theirs', async () => {
    const discovered = await modern({ method: 'server/discover' }, { 'mcp-method': 'server/discover' });
    expect([discovered.statusCode, discovered.json().result]).toMatchObject([
      200,
      { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    ]);
    const listed = { method: 'tools/list' };
    expect((await modern(listed, { 'mcp-method': 'tools/list' })).json().result.tools).toHaveLength(9);
    expect((await modern(listed, { 'mcp-method': 'tools/call' })).statusCode).toBe(400);
    expect((await modern(listed, { 'mcp-method': 'tools/list', authorization: '' })).statusCode).toBe(401);
    const subscribed = await modern(
      { method: 'subscriptions/listen' },
      { 'mcp-method': 'subscriptions/listen' },
      { notifications: { toolsListChanged: true } },
    );
    expect(subscribed.json().error).toBeDefined();
    const called = await modern(
      { method: 'tools/call' },
      { 'mcp-method': 'tools/call', 'mcp-name': 'list_waitlists' },
      { name: 'list_waitlists', arguments: null },
    );
    expect([called.statusCode, called.json().result.isError]).toEqual([200, undefined]);
  });
});
