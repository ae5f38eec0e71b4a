import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAccountIdOf } from '../../../src/shared/account/accounts/test-account.ts';
import { scopes } from '../../../src/shared/account/scopes.ts';
import { type LinkKind, makeLinkToken } from '../../../src/shared/list/links/link-token.ts';
import { signedIn } from '../../support/dashboard.ts';
import { tokenOf } from '../../support/release/inviting.ts';
import { insertRows } from '../../support/service/account-rows.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { listRoutes } from '../../support/service/routes.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const kinds: readonly LinkKind[] = ['status', 'unsubscribe', 'confirm'];
const reads = scopes.filter((scope) => scope.endsWith(':read'));

describe('who only reads (N1)', () => {
  const service = useService();
  let worker: TestWorker;
  let account: TestAccount;
  let ids: Record<string, string>;
  /** What acts for the person, or shows the person's own place. */
  let tokens: string[];

  const tokensOf = async ({ accountId }: TestAccount, id: string) => {
    const { key } = await service.ctx.linkSigner();
    return kinds.map((kind) => makeLinkToken(key, kind, { accountId, id, epoch: 0, generation: 0 }));
  };
  const pathOf = (url: string) => url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '0');
  const held = (body: string, all = tokens) => all.filter((token) => body.includes(token));
  const linksOf = async (key: string) =>
    (await service.call('GET', pathOf('/v1/waitlists/:id/signups/:signupId/links'), key)).json();

  beforeAll(async () => {
    worker = openTestWorker(service);
    account = await service.account();
    ids = await insertRows(service, account, await signedIn(service, account));
    const change = { links: { site_url: 'https://acme.test/', status_page: true } };
    await service.call('PATCH', pathOf('/v1/waitlists/:id/settings'), account.key, { payload: change });
    const invite = pathOf('/v1/waitlists/:id/signups/:signupId/invite');
    const invited = await service.call('POST', invite, account.key, { payload: { deliver: 'link' } });
    tokens = [...(await tokensOf(account, ids.signupId ?? '')), tokenOf(invited.json().url)];
    await worker.fanOutAndDeliver();
  });

  afterAll(() => worker.close());

  test('gets the link to share, and none that acts for the person', async () => {
    const all = await linksOf(account.key);
    expect(held(JSON.stringify(all))).toEqual(tokens.slice(0, 2));
    const nothing = { status_token: null, status_url: null, unsubscribe_url: null };
    const referral_link = expect.stringMatching(/^https:\/\/acme\.test\/\?ref=/);
    expect(await linksOf(await service.key(account, reads))).toEqual({ ...nothing, referral_link });
    expect(await linksOf(await service.key(account, ['signups:read', 'signups:write']))).toEqual(all);

    const key = await service.key(account, ['signups:read']);
    const call = { name: 'get_links', arguments: { waitlistId: ids.id, signupId: ids.signupId } };
    const answer = await service.call('POST', '/mcp/x/signups', key, {
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      headers: { accept: 'application/json, text/event-stream', host: 'localhost:3000' },
    });
    expect(answer.json().result.structuredContent).toEqual({ ...nothing, referral_link });
  });

  test('finds none in any answer of the API', async () => {
    const key = await service.key(account, reads);
    let answers = 0;
    for (const { method, url } of await listRoutes(service.ctx)) {
      if (method !== 'GET') continue;
      const { statusCode, body } = await service.call('GET', pathOf(url), key);
      answers += Number(statusCode === 200);
      expect([url, held(body)]).toEqual([url, []]);
    }
    expect(answers).toBeGreaterThan(15);
  });

  test('finds none on any page of the dashboard, in both modes', async () => {
    const viewer = await signedIn(service, account, 'viewer');
    const editor = await signedIn(service, account, 'editor');
    const page = pathOf('/dashboard/waitlists/:id/signups/:signupId');
    expect(held((await editor.open(page)).body)).toEqual(tokens.slice(0, 1));
    for (const { method, url } of await listRoutes(service.ctx, '/dashboard')) {
      if (method !== 'GET') continue;
      expect([url, held((await viewer.open(pathOf(url))).body)]).toEqual([url, []]);
    }

    await editor.send('/dashboard/mode', { mode: 'test' });
    await viewer.send('/dashboard/mode', { mode: 'test' });
    const accountId = testAccountIdOf(account.accountId);
    const mode = { accountId, key: await service.key({ accountId, key: '' }, undefined) };
    const list = await service.waitlist(mode);
    const { id } = (await service.signUp(mode, list, { email: 'ada@example.com' })).json();
    await worker.sendAll();
    const acting = await tokensOf(mode, id);
    const mailed = `/dashboard/waitlists/${list}/signups/${id}`;
    expect(held((await editor.open(mailed)).body, acting)).not.toEqual([]);
    const { statusCode, body } = await viewer.open(mailed);
    expect([statusCode, held(body, acting)]).toEqual([200, []]);
  });
});
