import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from 'mcp-client-newest';
import { beforeAll, describe, expect, test } from 'vitest';
import { setRoleByEmail } from '../../../src/shared/account/users/set-role.ts';
import { type AppsAccount, openForApps, useAppsService } from '../../support/apps/apps-service.ts';
import { keepIn, textOf } from '../../support/apps/connect-apps.ts';
import { signedIn } from '../../support/dashboard.ts';

const service = useAppsService();
let baseUrl: AppsAccount['baseUrl'];
let apps: AppsAccount['apps'];
let account: AppsAccount['account'];
let owner: AppsAccount['owner'];

beforeAll(async () => {
  ({ baseUrl, apps, account, owner } = await openForApps(service));
});

/** Asks for a new list with a token. */
const createList = async (token: string) => {
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'create_waitlist', arguments: { name: 'Made by an app' } },
    }),
  });
  return { status: answer.status, asks: answer.headers.get('www-authenticate'), body: await answer.json() };
};

describe('a tool that needs more than a token has', () => {
  test('says what to ask for, once: what the user kept back is an error of the tool', async () => {
    const asked = await apps.tokensOf(owner, { level: 'look' }, { scope: 'waitlists:read signups:read' });
    const first = await createList(asked.access_token);
    expect([first.status, first.asks]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="waitlists:read signups:read waitlists:write", ' +
        `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    ]);
    expect([first.body.id, first.body.result.isError]).toEqual([1, true]);

    const scope = 'waitlists:read signups:read waitlists:write';
    const declined = await apps.tokensOf(owner, { level: 'look' }, { scope });
    const second = await createList(declined.access_token);
    expect([second.status, second.asks, second.body.result.isError]).toEqual([200, null, true]);
    const all = await apps.tokensOf(owner, { level: 'look' }); // asks for everything
    expect((await createList(all.access_token)).status).toBe(200);

    const given = await apps.tokensOf(owner, { level: 'change' }, { scope });
    expect((await createList(given.access_token)).body.result.isError).toBeUndefined();
  });

  test('asks for nothing that the role of the user lacks, and nothing of a key', async () => {
    const editor = await signedIn(service, account, 'editor');
    const { access_token: token } = await apps.tokensOf(editor, {}, { scope: 'waitlists:read' });
    expect((await createList(token)).status).toBe(403);
    await setRoleByEmail(service.ctx, { email: editor.email }, 'viewer');
    await expect.poll(async () => (await createList(token)).status, { timeout: 5_000 }).toBe(200);
    const key = await service.key(account, ['waitlists:read']);
    expect((await createList(key)).status).toBe(200);
  });

  test('makes the official client ask its user again, who sees what was granted before', async () => {
    const kept: Record<string, unknown> = {};
    const provider = { ...keepIn(kept), clientMetadata: { ...keepIn(kept).clientMetadata, scope: 'x' } };
    const open = () => new NewTransport(new URL(`${baseUrl}/mcp`), { authProvider: provider as never });
    const client = () => new NewClient({ name: 'chat', version: '1' });
    const { client_id, ...tokens } = await apps.tokensOf(
      owner,
      { level: 'look' },
      { scope: 'waitlists:read' },
    );
    kept.client = { client_id, issuer: baseUrl };
    kept.tokens = { ...tokens, issuer: baseUrl };
    const transport = open();
    const before = client();
    await before.connect(transport);
    const make = { name: 'create_waitlist', arguments: { name: 'Stepped up' } };
    await expect(before.callTool(make)).rejects.toThrow();
    const asked = kept.url as URL;
    expect(asked.searchParams.get('scope')?.split(' ')).toEqual(
      expect.arrayContaining(['waitlists:read', 'waitlists:write']),
    );
    const { path, page } = await apps.ask(owner, asked);
    expect(page.body.replaceAll(/<[^>]*>/g, '')).toContain('You have connected it before: Look only.');
    const query = await apps.decide(owner, path, { decision: 'allow', level: 'change' });
    await transport.finishAuth(query);
    const after = client();
    await after.connect(open());
    expect(textOf(await after.callTool(make))).toContain('Stepped up');
  });
});
