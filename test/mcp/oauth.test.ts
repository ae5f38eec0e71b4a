import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { testAccountIdOf } from '../../src/shared/account/accounts/test-account.ts';
import { scopes } from '../../src/shared/account/scopes.ts';
import { removeUser } from '../../src/shared/account/users/remove-user.ts';
import { setRoleByEmail } from '../../src/shared/account/users/set-role.ts';
import { signedIn, type Visitor, wordsOf } from '../support/dashboard.ts';
import { quietPort } from '../support/network/quiet-port.ts';
import { openApp } from '../support/service/app.ts';
import type { TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';

const env: NodeJS.ProcessEnv = {};
const service = useService(env, async () => {
  env.BASE_URL = `http://127.0.0.1:${await quietPort()}`;
});
let baseUrl: string;
let account: TestAccount;
let owner: Visitor;

beforeAll(async () => {
  baseUrl = service.ctx.config.baseUrl;
  await service.app.listen({ port: Number(new URL(baseUrl).port), host: '127.0.0.1' });
  account = await service.account();
  owner = await signedIn(service, account);
});

const redirectUrl = 'http://127.0.0.1:7777/callback';

/** What the official client package keeps of a connection. */
function keepIn(kept: Record<string, unknown>) {
  return {
    redirectUrl,
    clientMetadata: { client_name: 'Chat', redirect_uris: [redirectUrl] },
    state: () => 'state-of-the-client',
    clientInformation: () => kept.client as never,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      kept.url = url;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => String(kept.verifier),
  };
}

/** Follows an app's request in a browser up to the page that asks. @returns the page and its path */
async function ask(visitor: Visitor, url: URL) {
  const answer = await visitor.open(url.pathname + url.search);
  expect([answer.statusCode, answer.body]).toEqual([303, expect.anything()]);
  const path = new URL(String(answer.headers.location), baseUrl).pathname;
  return { path, page: await visitor.open(path) };
}

/** Answers the page, and follows to where the app listens. @returns its query */
async function decide(visitor: Visitor, path: string, fields: Record<string, string>) {
  const sent = await visitor.send(path, fields);
  expect([sent.statusCode, sent.headers.location]).toEqual([
    303,
    expect.stringContaining('/oauth/authorize/'),
  ]);
  const back = await visitor.open(new URL(String(sent.headers.location)).pathname);
  expect(String(back.headers.location)).toContain(redirectUrl);
  return new URL(String(back.headers.location)).searchParams;
}

/** Connects the official client package. */
async function connect(
  visitor: Visitor,
  fields: Record<string, string>,
  { path = '/mcp', kept = {} as Record<string, unknown> } = {},
) {
  const open = () =>
    new StreamableHTTPClientTransport(new URL(baseUrl + path), { authProvider: keepIn(kept) as never });
  const transport = open();
  const client = new Client({ name: 'chat', version: '1' });
  await expect(client.connect(transport as never)).rejects.toThrow(UnauthorizedError);
  const { path: asked } = await ask(visitor, kept.url as URL);
  const query = await decide(visitor, asked, { decision: 'allow', ...fields });
  expect(query.get('state')).toBe('state-of-the-client');
  await transport.finishAuth(String(query.get('code')));
  const connected = new Client({ name: 'chat', version: '1' });
  await connected.connect(open() as never);
  return { client: connected, kept, code: String(query.get('code')) };
}

const verifier = 'a'.repeat(50);
const challenge = createHash('sha256').update(verifier).digest('base64url');
let addresses = 0;

const send = (path: string, body: object, from = `203.0.113.${++addresses}`) =>
  fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });

/** Registers an app. @returns its id */
async function register(): Promise<string> {
  const answer = await send('/oauth/register', { client_name: 'Chat', redirect_uris: [redirectUrl] });
  expect(answer.status).toBe(201);
  return (await answer.json()).client_id;
}

function authorizeUrl(client: string, change: Record<string, string>): URL {
  const url = new URL(`${baseUrl}/oauth/authorize`);
  const params = {
    ...{ client_id: client, redirect_uri: redirectUrl, response_type: 'code', state: 's' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: `${baseUrl}/mcp`, ...change },
  };
  for (const [name, value] of Object.entries(params)) if (value !== '') url.searchParams.set(name, value);
  return url;
}

const pathOf = ({ pathname, search }: URL) => pathname + search;

const post = (path: string, fields: Record<string, string>, at = baseUrl) =>
  fetch(at + path, {
    method: 'POST',
    headers: { 'x-forwarded-for': `203.0.113.${++addresses}` },
    body: new URLSearchParams(fields),
  });
const exchange = (client: string, code: string, change: Record<string, string> = {}, at = baseUrl) =>
  post(
    '/oauth/token',
    {
      ...{ grant_type: 'authorization_code', code, client_id: client },
      ...{ redirect_uri: redirectUrl, code_verifier: verifier, ...change },
    },
    at,
  );
const refresh = (client: string, token: string) =>
  post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: client });

/** Connects an app. @returns its tokens */
async function tokensOf(visitor: Visitor, fields: Record<string, string>, { resource = '/mcp' } = {}) {
  const client = await register();
  const { path } = await ask(visitor, authorizeUrl(client, { resource: baseUrl + resource }));
  const code = String((await decide(visitor, path, { decision: 'allow', ...fields })).get('code'));
  const answer = await exchange(client, code);
  expect(answer.status).toBe(200);
  return { ...(await answer.json()), client_id: client, code } as Record<string, string> & {
    access_token: string;
    refresh_token: string;
    client_id: string;
    code: string;
  };
}

/** Lists the tools with a token. @returns the status */
const call = async (token: string, path = '/mcp', at = baseUrl) =>
  (
    await fetch(at + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
  ).status;

/** The same once no process remembers what the token opened. */
const callAfterASecond = async (token: string) => {
  await sleep(1_000);
  return call(token);
};

const textOf = (result: object) => (result as { content: { text: string }[] }).content[0]?.text ?? '';

describe('an app that connects by signing in', () => {
  test('finds the way from a 401, and the page says who asks', async () => {
    const answer = await fetch(`${baseUrl}/mcp`, { method: 'POST' });
    const metadataUrl = `${baseUrl}/.well-known/oauth-protected-resource/mcp`;
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${metadataUrl}"`,
    ]);
    const metadata = await (await fetch(metadataUrl)).json();
    expect(metadata).toMatchObject({ resource: `${baseUrl}/mcp`, authorization_servers: [baseUrl] });
    const server = await (await fetch(`${baseUrl}/.well-known/oauth-authorization-server`)).json();
    expect(server).toMatchObject({
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/oauth/authorize`,
      token_endpoint: `${baseUrl}/oauth/token`,
      registration_endpoint: `${baseUrl}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
    });
    const endpoints = Object.keys(server).filter((name) => name.endsWith('_endpoint'));
    expect(endpoints.sort()).toEqual([
      ...['authorization_endpoint', 'registration_endpoint', 'revocation_endpoint', 'token_endpoint'],
    ]);
  });

  test('looks only, with the official client', async () => {
    const { client } = await connect(owner, { level: 'look' });
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(9);
    const read = await client.callTool({ name: 'list_waitlists', arguments: {} });
    expect(read.isError ?? false).toBe(false);
    const written = await client.callTool({ name: 'create_waitlist', arguments: { name: 'No' } });
    expect([written.isError, textOf(written)]).toEqual([true, expect.stringContaining('waitlists:write')]);
    const page = wordsOf(await owner.open('/dashboard/apps'));
    expect(page).toContain('Chat 127.0.0.1:7777 Look only');
  });

  test('“Look only” opens what reads, of every toolset', async () => {
    const path = '/mcp/x/all';
    const { access_token: token } = await tokensOf(owner, { level: 'look' }, { resource: path });
    const caller = await service.ctx.findAppCaller(token, baseUrl + path);
    expect([...caller.scopes]).toEqual(scopes.filter((scope) => scope.endsWith(':read')));
    expect(await call(token, path)).toBe(200);
  });

  test('gets nothing if the user says no', async () => {
    const client = await register();
    const { path } = await ask(owner, authorizeUrl(client, {}));
    const nobody = await service.app.inject({ url: path, headers: { cookie: 'waitlist-oauth-ask=x' } });
    expect(nobody.headers.location).toBe(`/dashboard/sign-in?next=${encodeURIComponent(path)}`);
    expect((await owner.send(path, { decision: 'allow', csrf: 'x' })).statusCode).toBe(403);
    const other = await signedIn(service, account);
    expect((await other.open(path)).statusCode).toBe(404); // it belongs to the browser that began it
    const query = await decide(owner, path, { decision: 'deny' });
    expect([query.get('error'), query.get('code')]).toEqual(['access_denied', null]);
    expect((await owner.send(path, { decision: 'allow' })).statusCode).not.toBe(303);
  });

  test('a code works once, with its verifier, its client and its redirect; used again, it ends the app', async () => {
    const client = await register();
    const other = await register();
    const code = async () => {
      const { path } = await ask(owner, authorizeUrl(client, {}));
      return String((await decide(owner, path, { decision: 'allow' })).get('code'));
    };
    const first = await code();
    for (const change of [
      { client_id: other },
      { code_verifier: 'b'.repeat(50) },
      { redirect_uri: 'http://127.0.0.1:7777/other' },
      { code_verifier: '' },
    ])
      expect((await exchange(client, first, change)).status).toBeGreaterThanOrEqual(400);
    const tokens = await (await exchange(client, first)).json();
    expect(await call(tokens.access_token)).toBe(200);
    const again = await exchange(client, first);
    expect([again.status, await again.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ]);
    expect(await callAfterASecond(tokens.access_token)).toBe(401);
    expect((await refresh(client, tokens.refresh_token)).status).toBe(400);
    // Of two that come at once, one gets tokens at most.
    const second = await code();
    const both = await Promise.all([exchange(client, second), exchange(client, second)]);
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test('a refresh token turns, may be sent again for a moment, and used later ends the app', async () => {
    const tokens = await tokensOf(owner, { level: 'look' });
    const both = await Promise.all(
      [1, 2].map(async () => (await refresh(tokens.client_id, tokens.refresh_token)).json()),
    );
    for (const next of both) {
      expect(next.refresh_token).not.toBe(tokens.refresh_token);
      expect(await call(next.access_token)).toBe(200);
    }
    await service.sql`UPDATE oauth_records SET consumed_at = consumed_at - interval '11 seconds'`;
    expect((await refresh(tokens.client_id, tokens.refresh_token)).status).toBe(400);
    expect(await callAfterASecond(both[0].access_token)).toBe(401);
    expect((await refresh(tokens.client_id, both[1].refresh_token)).status).toBe(400);
    const [left] = await service.sql`
      SELECT count(*)::integer AS count FROM oauth_records r WHERE grant_id IS NOT NULL AND kind IN ('AccessToken', 'RefreshToken')
        AND NOT EXISTS (SELECT 1 FROM connected_apps c WHERE c.grant_id = r.grant_id)`;
    expect(left?.count).toBe(0);
  });

  test('takes the place of apps that can do nothing any more', async () => {
    const own = await service.account();
    const visitor = await signedIn(service, own);
    await tokensOf(visitor, { level: 'look' });
    await service.sql`
      INSERT INTO connected_apps (id, user_id, account_id, grant_id, client_id, name, redirect_host, scopes, is_test, created_at)
      SELECT gen_random_uuid(), id, account_id, gen_random_uuid()::text, 'c', 'Old', 'a.example', '{}', false, now() - interval '2 hours'
      FROM users, generate_series(1, 99) WHERE email = ${visitor.email}`;
    await tokensOf(visitor, { level: 'look' });
    const apps = await service.sql`SELECT name FROM connected_apps WHERE account_id = ${own.accountId}`;
    expect(apps.map(({ name }) => name)).toEqual(['Chat', 'Chat']);
  });

  test('a token is for its URL alone, and never for the API', async () => {
    const { access_token: token } = await tokensOf(
      owner,
      { level: 'everything' },
      { resource: '/mcp/x/events' },
    );
    expect(await call(token, '/mcp/x/events')).toBe(200);
    for (const path of ['/mcp', '/mcp/x/all', '/mcp/x/events/readonly'])
      expect(await call(token, path)).toBe(401);
    const api = await fetch(`${baseUrl}/v1/account`, { headers: { authorization: `Bearer ${token}` } });
    expect(api.status).toBe(401);
    const client = await register();
    for (const resource of ['https://other.example/mcp', `${baseUrl}/v1`, `${baseUrl}.evil.example/mcp`]) {
      const answer = await owner.open(pathOf(authorizeUrl(client, { resource })));
      expect(String(answer.headers.location ?? answer.body)).toContain('invalid_target');
    }
  });

  test('codes go to registered addresses only, and PKCE is a must', async () => {
    const client = await register();
    const elsewhere = await owner.open(
      pathOf(authorizeUrl(client, { redirect_uri: 'https://evil.example/' })),
    );
    expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([400, undefined]);
    for (const change of [
      { code_challenge: '' },
      { code_challenge_method: 'plain' },
      { response_type: 'token' },
    ]) {
      const answer = await owner.open(pathOf(authorizeUrl(client, change)));
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]); // no open redirect
      const told = answer.body;
      expect(told).toMatch(/invalid_request|unsupported_response_type|unauthorized_client/);
      expect(told).not.toContain('/dashboard/connect');
    }
  });

  test('ends with the user, the password and a click, and shrinks with the role', async () => {
    const idOf = async ({ email }: Visitor) =>
      String((await service.sql`SELECT id FROM users WHERE email = ${email}`)[0]?.id);
    const ends: ((visitor: Visitor, other: Visitor, own: TestAccount) => Promise<unknown>)[] = [
      async (visitor, other, own) =>
        removeUser(service.ctx, { ...own, userId: await idOf(other) }, await idOf(visitor)),
      (visitor) =>
        visitor.send('/dashboard/profile/password', { current: visitor.password, next: 'another horse 77' }),
      async (visitor) => {
        const [, id] =
          /\/apps\/([0-9a-f-]{36})\/end/.exec((await visitor.open('/dashboard/apps')).body) ?? [];
        expect((await visitor.send(`/dashboard/apps/${id}/end`)).statusCode).toBe(303);
      },
    ];
    for (const end of ends) {
      const own = await service.account();
      const other = await signedIn(service, own);
      const visitor = await signedIn(service, own);
      const { access_token: token } = await tokensOf(visitor, { level: 'look' });
      expect(await call(token)).toBe(200);
      await end(visitor, other, own);
      expect(await callAfterASecond(token)).toBe(401);
    }
    const editor = await signedIn(service, account, 'editor');
    const { access_token: token } = await tokensOf(editor, { level: 'everything' });
    const scopesNow = async () => [...(await service.ctx.findAppCaller(token, `${baseUrl}/mcp`)).scopes];
    expect(await scopesNow()).toContain('waitlists:write');
    await setRoleByEmail(service.ctx, { email: editor.email }, 'viewer');
    await expect.poll(scopesNow, { timeout: 5_000 }).not.toContain('waitlists:write');
  });

  test('sees the test mode alone if the user says so', async () => {
    const { access_token: token } = await tokensOf(owner, { level: 'look', test: 'on' });
    const caller = await service.ctx.findAppCaller(token, `${baseUrl}/mcp`);
    expect([caller.isTest, caller.accountId]).toEqual([true, testAccountIdOf(account.accountId)]);
  });

  test('registrations are bounded, and public whatever they ask for', async () => {
    const answer = await send('/oauth/register', {
      redirect_uris: ['https://chat.example/callback'],
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['implicit', 'client_credentials'],
    });
    expect([answer.status, await answer.json()]).toEqual([
      201,
      expect.objectContaining({
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
      }),
    ]);
    const deceptive = await send('/oauth/register', {
      client_name: ' Claude\u202e\u0000\n evil\ud800 ',
      redirect_uris: ['https://chat.example/'],
    });
    expect((await deceptive.json()).client_name).toBe('Claude evil');
    for (const bad of [
      {},
      { redirect_uris: [] },
      { redirect_uris: ['https://a.example/#x'] },
      { redirect_uris: ['javascript:alert(1)'] },
      { redirect_uris: ['http://evil.example/'] },
      { redirect_uris: ['https://a.example/\u0000'] },
      { redirect_uris: Array(11).fill('https://a.example/') },
    ])
      expect((await send('/oauth/register', bad)).status).toBe(400);
    expect(
      (await send('/oauth/register', { redirect_uris: ['https://a.example/'], x: 'x'.repeat(20_000) }))
        .status,
    ).toBe(413);
    const flood = await Promise.all(
      Array.from({ length: 12 }, () => send('/oauth/register', {}, '203.0.113.99')),
    );
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('goes on at another process, whichever takes which step', async () => {
    const second = await openApp(service.env);
    const there = await second.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await register();
    const { path } = await ask(owner, authorizeUrl(client, {}));
    const code = String((await decide(owner, path, { decision: 'allow' })).get('code'));
    const tokens = await (await exchange(client, code, {}, there)).json();
    expect(await call(tokens.access_token)).toBe(200);
    const next = await (await refresh(client, tokens.refresh_token)).json();
    expect(await call(next.access_token, '/mcp', there)).toBe(200);
  });

  test('takes a document as the id of an app at public addresses only', async () => {
    for (const id of [
      'https://127.0.0.2/app',
      'https://localhost/app',
      'https://[::1]/app',
      'http://a.example/app',
    ]) {
      const answer = await owner.open(pathOf(authorizeUrl(id, {})));
      expect([id, answer.statusCode, answer.json().error]).toEqual([id, 400, 'invalid_client']);
    }
  });

  test('stores nothing that opens anything', async () => {
    const tokens = await tokensOf(owner, { level: 'look' });
    const [{ dump }] = await service.sql<[{ dump: string }]>`
      SELECT string_agg(r::text, '') AS dump FROM (SELECT kind, payload, grant_id FROM oauth_records) r`;
    for (const secret of [tokens.access_token, tokens.refresh_token, tokens.code])
      expect(dump).not.toContain(secret);
  });
});
