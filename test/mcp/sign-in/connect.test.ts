import { beforeAll, describe, expect, test } from 'vitest';
import { testAccountIdOf } from '../../../src/shared/account/accounts/test-account.ts';
import { scopes } from '../../../src/shared/account/scopes.ts';
import { removeUser } from '../../../src/shared/account/users/remove-user.ts';
import { setRoleByEmail } from '../../../src/shared/account/users/set-role.ts';
import { type AppsAccount, openForApps, useAppsService } from '../../support/apps/apps-service.ts';
import { textOf } from '../../support/apps/connect-apps.ts';
import { signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { openApp } from '../../support/service/app.ts';
import type { TestAccount } from '../../support/service/make.ts';

const service = useAppsService();
let baseUrl: AppsAccount['baseUrl'];
let apps: AppsAccount['apps'];
let account: AppsAccount['account'];
let owner: AppsAccount['owner'];

beforeAll(async () => {
  ({ baseUrl, apps, account, owner } = await openForApps(service));
});

/** How many tokens no connected app has. */
async function countOrphans(): Promise<number> {
  const [{ count }] = await service.sql<[{ count: number }]>`
    SELECT count(*) FROM oauth_records r WHERE kind IN ('AccessToken', 'RefreshToken', 'AuthorizationCode')
      AND NOT EXISTS (SELECT 1 FROM connected_apps c WHERE c.grant_id = r.grant_id)`;
  return count;
}

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
    // Nothing of OpenID Connect, which the library speaks besides.
    expect(JSON.stringify(server)).not.toMatch(/openid|id_token|claim|subject|jwks/);
  });

  test('looks only, with the official client', async () => {
    const { client } = await apps.connect(owner, { level: 'look' });
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
    const { access_token: token } = await apps.tokensOf(owner, { level: 'look' }, { resource: path });
    const caller = await service.ctx.findAppCaller(token, baseUrl + path);
    expect([...caller.scopes]).toEqual(scopes.filter((scope) => scope.endsWith(':read')));
    expect(await apps.call(token, path)).toBe(200);
  });

  test('gets nothing if the user says no', async () => {
    const client = await apps.register();
    const { path } = await apps.ask(owner, apps.authorizeUrl(client, {}));
    const nobody = await service.app.inject({ url: path, headers: { cookie: 'waitlist-oauth-ask=x' } });
    expect(nobody.headers.location).toBe(`/dashboard/sign-in?next=${encodeURIComponent(path)}`);
    expect((await owner.send(path, { decision: 'allow', csrf: 'x' })).statusCode).toBe(403);
    const other = await signedIn(service, account);
    expect((await other.open(path)).statusCode).toBe(404); // it belongs to the browser that began it
    const query = await apps.decide(owner, path, { decision: 'deny' });
    expect([query.get('error'), query.get('code')]).toEqual(['access_denied', null]);
    expect((await owner.send(path, { decision: 'allow' })).statusCode).not.toBe(303);
  });

  test('a code works once, with its verifier, its client and its redirect; used again, it ends the app', async () => {
    const client = await apps.register();
    const other = await apps.register();
    const code = async () => {
      const { path } = await apps.ask(owner, apps.authorizeUrl(client, {}));
      return String((await apps.decide(owner, path, { decision: 'allow' })).get('code'));
    };
    const first = await code();
    for (const change of [
      { client_id: other },
      { code_verifier: 'b'.repeat(50) },
      { redirect_uri: 'http://127.0.0.1:7777/other' },
      { code_verifier: '' },
    ])
      expect((await apps.exchange(client, first, change)).status).toBeGreaterThanOrEqual(400);
    const tokens = await (await apps.exchange(client, first)).json();
    expect(await apps.call(tokens.access_token)).toBe(200);
    const again = await apps.exchange(client, first);
    expect([again.status, await again.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ]);
    expect(await apps.callAfterASecond(tokens.access_token)).toBe(401);
    expect((await apps.refresh(client, tokens.refresh_token)).status).toBe(400);
    // Of two that come at once, one gets tokens at most, and none stays behind where the app has ended.
    for (let again = 0; again < 5; again++) {
      const second = await code();
      const both = await Promise.all([apps.exchange(client, second), apps.exchange(client, second)]);
      expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    }
    expect(await countOrphans()).toBe(0);
  });

  test('a refresh token turns, may be sent again for a moment, and used later ends the app', async () => {
    const tokens = await apps.tokensOf(owner, { level: 'look' });
    const both = await Promise.all(
      [1, 2].map(async () => (await apps.refresh(tokens.client_id, tokens.refresh_token)).json()),
    );
    for (const next of both) {
      expect(next.refresh_token).not.toBe(tokens.refresh_token);
      expect(await apps.call(next.access_token)).toBe(200);
    }
    await service.sql`UPDATE oauth_records SET consumed_at = consumed_at - interval '11 seconds'`;
    expect((await apps.refresh(tokens.client_id, tokens.refresh_token)).status).toBe(400);
    expect(await apps.callAfterASecond(both[0].access_token)).toBe(401);
    expect((await apps.refresh(tokens.client_id, both[1].refresh_token)).status).toBe(400);
    expect(await countOrphans()).toBe(0);
  });

  test('takes the place of apps that can do nothing any more', async () => {
    const own = await service.account();
    const visitor = await signedIn(service, own);
    await apps.tokensOf(visitor, { level: 'look' });
    await service.sql`
      INSERT INTO connected_apps (id, user_id, account_id, grant_id, client_id, name, redirect_host, scopes, is_test, created_at)
      SELECT gen_random_uuid(), id, account_id, gen_random_uuid()::text, 'c', 'Old', 'a.example', '{}', false, now() - interval '2 hours'
      FROM users, generate_series(1, 99) WHERE email = ${visitor.email}`;
    await apps.tokensOf(visitor, { level: 'look' });
    const connected = await service.sql`SELECT name FROM connected_apps WHERE account_id = ${own.accountId}`;
    expect(connected.map(({ name }) => name)).toEqual(['Chat', 'Chat']);
  });

  test('a token is for its URL alone, and never for the API', async () => {
    const { access_token: token } = await apps.tokensOf(
      owner,
      { level: 'everything' },
      { resource: '/mcp/x/events' },
    );
    expect(await apps.call(token, '/mcp/x/events')).toBe(200);
    for (const path of ['/mcp', '/mcp/x/all', '/mcp/x/events/readonly'])
      expect(await apps.call(token, path)).toBe(401);
    const api = await fetch(`${baseUrl}/v1/account`, { headers: { authorization: `Bearer ${token}` } });
    expect(api.status).toBe(401);
    const client = await apps.register();
    for (const resource of ['https://other.example/mcp', `${baseUrl}/v1`, `${baseUrl}.evil.example/mcp`]) {
      const answer = await owner.open(apps.pathOf(apps.authorizeUrl(client, { resource })));
      expect(String(answer.headers.location ?? answer.body)).toContain('invalid_target');
    }
  });

  test('codes go to registered addresses only, and PKCE is a must', async () => {
    const client = await apps.register();
    const elsewhere = await owner.open(
      apps.pathOf(apps.authorizeUrl(client, { redirect_uri: 'https://evil.example/' })),
    );
    expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([400, undefined]);
    for (const change of [
      { code_challenge: '' },
      { code_challenge_method: 'plain' },
      { response_type: 'token' },
    ]) {
      const answer = await owner.open(apps.pathOf(apps.authorizeUrl(client, change)));
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
      const { access_token: token } = await apps.tokensOf(visitor, { level: 'look' });
      expect(await apps.call(token)).toBe(200);
      await end(visitor, other, own);
      expect(await apps.callAfterASecond(token)).toBe(401);
    }
    const editor = await signedIn(service, account, 'editor');
    const { access_token: token } = await apps.tokensOf(editor, { level: 'everything' });
    const scopesNow = async () => [...(await service.ctx.findAppCaller(token, `${baseUrl}/mcp`)).scopes];
    expect(await scopesNow()).toContain('waitlists:write');
    await setRoleByEmail(service.ctx, { email: editor.email }, 'viewer');
    await expect.poll(scopesNow, { timeout: 5_000 }).not.toContain('waitlists:write');
  });

  test('sees the test mode alone if the user says so', async () => {
    const { access_token: token } = await apps.tokensOf(owner, { level: 'look', test: 'on' });
    const caller = await service.ctx.findAppCaller(token, `${baseUrl}/mcp`);
    expect([caller.isTest, caller.accountId]).toEqual([true, testAccountIdOf(account.accountId)]);
  });

  test('registers as public, whatever it asks for', async () => {
    const answer = await apps.send('/oauth/register', {
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
    const deceptive = await apps.send('/oauth/register', {
      client_name: ' Claude\u202e\u0000\n evil\ud800 ',
      redirect_uris: ['https://chat.example/'],
    });
    expect((await deceptive.json()).client_name).toBe('Claude evil');
  });

  test('goes on at another process, whichever takes which step', async () => {
    const second = await openApp(service.env);
    const there = await second.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await apps.register();
    const { path } = await apps.ask(owner, apps.authorizeUrl(client, {}));
    const code = String((await apps.decide(owner, path, { decision: 'allow' })).get('code'));
    const tokens = await (await apps.exchange(client, code, {}, there)).json();
    expect(await apps.call(tokens.access_token)).toBe(200);
    const next = await (await apps.refresh(client, tokens.refresh_token)).json();
    expect(await apps.call(next.access_token, '/mcp', there)).toBe(200);
  });

  test('takes a document as the id of an app at public addresses only', async () => {
    for (const id of [
      'https://127.0.0.2/app',
      'https://localhost/app',
      'https://[::1]/app',
      'http://a.example/app',
    ]) {
      const answer = await owner.open(apps.pathOf(apps.authorizeUrl(id, {})));
      expect([id, answer.statusCode, answer.json().error]).toEqual([id, 400, 'invalid_client']);
    }
  });

  test('stores nothing that opens anything', async () => {
    const tokens = await apps.tokensOf(owner, { level: 'look' });
    const [{ dump }] = await service.sql<[{ dump: string }]>`
      SELECT string_agg(r::text, '') AS dump FROM (SELECT kind, payload, grant_id FROM oauth_records) r`;
    for (const secret of [tokens.access_token, tokens.refresh_token, tokens.code])
      expect(dump).not.toContain(secret);
  });
});
