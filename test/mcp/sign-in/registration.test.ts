import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { SafeResponse } from '../../../src/shared/platform/outbound/safe-fetch.ts';
import { type AppsAccount, openForApps, useAppsService } from '../../support/apps/apps-service.ts';
import { redirectUrl } from '../../support/apps/connect-apps.ts';
import { openApp } from '../../support/service/app.ts';

const service = useAppsService();
let apps: AppsAccount['apps'];
let owner: AppsAccount['owner'];

beforeAll(async () => {
  ({ apps, owner } = await openForApps(service));
});

describe('the registration of an app', () => {
  const good = { redirect_uris: ['https://a.example/'] };

  test('is refused in the words of its standard, which clients read', async () => {
    const warn = vi.spyOn(console, 'warn');
    const wrongAddresses = [
      {},
      { redirect_uris: [] },
      { redirect_uris: ['https://a.example/#x'] },
      { redirect_uris: ['javascript:alert(1)'] },
      { redirect_uris: ['http://evil.example/'] },
      { redirect_uris: ['https://a.example/\u0000'] },
      { redirect_uris: Array(11).fill('https://a.example/') },
    ];
    const refusals = [
      ...wrongAddresses.map((body) => [body, 400, 'invalid_redirect_uri'] as const),
      [{ ...good, client_name: 7 }, 400, 'invalid_client_metadata'] as const,
      [[], 400, 'invalid_client_metadata'] as const,
      [{ ...good, x: 'x'.repeat(20_000) }, 413, 'invalid_client_metadata'] as const,
    ];
    for (const [body, status, error] of refusals) {
      const answer = await apps.send('/oauth/register', body);
      expect([body, answer.status, await answer.json()]).toEqual([
        ...[body, status, { error, error_description: expect.any(String) }],
      ]);
    }
    const noJson = await fetch(`${service.ctx.config.baseUrl}/oauth/register`, { method: 'POST', body: 'x' });
    expect([noJson.status, (await noJson.json()).error]).toEqual([415, 'invalid_client_metadata']);
    const registered = await (await apps.send('/oauth/register', good)).json();
    expect(JSON.stringify(registered)).not.toMatch(/id_token|subject|secret/);
    expect(warn).not.toHaveBeenCalled(); // the library has its say in the log
  });

  test('is bounded by address and in all, and one address uses up nothing of the others', async () => {
    // Within a minute, or two.
    const floodFrom = async (addresses: string[]) =>
      (await Promise.all(addresses.map((from) => apps.send('/oauth/register', good, from)))).filter(
        ({ status }) => status === 429,
      );
    const refused = await floodFrom(Array(200).fill('203.0.113.199'));
    expect(refused.length).toBeGreaterThanOrEqual(180);
    expect(await refused[0]?.json()).toMatchObject({ error: 'temporarily_unavailable' });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await apps.send('/oauth/register', good, '203.0.113.198')).status).toBe(201);
    const fromEverywhere = await floodFrom(Array.from({ length: 250 }, (_, n) => `198.51.100.${n}`));
    expect(await fromEverywhere[0]?.text()).toContain('in all');
  });
});

describe('an app that describes itself by a document', () => {
  /** Answers for the hosts of documents, which have public addresses only. */
  function hostDocuments(ctx = service.ctx) {
    const answer = vi.fn<(url: string) => SafeResponse | Promise<SafeResponse>>();
    Object.assign(ctx.httpClient, { fetch: async (url: string) => answer(url) });
    return answer;
  }
  let documents = 0;
  const makeUrl = () => `https://chat-${++documents}.example/app.json`;
  const documentOf = (url: string): SafeResponse => ({
    status: 200,
    headers: { 'cache-control': 'max-age=0' },
    body: JSON.stringify({ client_id: url, client_name: 'Documented', redirect_uris: [redirectUrl] }),
  });
  const refused = async (): Promise<never> => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
  };

  test('connects and refreshes, also while its host is away, at another process', async () => {
    const answer = hostDocuments();
    const url = makeUrl();
    answer.mockImplementation(documentOf);
    const { path, page } = await apps.ask(owner, apps.authorizeUrl(url, {}));
    expect(page.body).toContain('chat-1.example');
    const code = String((await apps.decide(owner, path, { decision: 'allow' })).get('code'));
    const tokens = await (await apps.exchange(url, code)).json();

    const second = await openApp(service.env);
    const there = await second.app.listen({ port: 0, host: '127.0.0.1' });
    const away = hostDocuments(second.ctx);
    for (const gone of [refused, () => ({ status: 503, headers: {}, body: '' })]) {
      away.mockImplementation(gone);
      const next = await apps.refresh(url, tokens.refresh_token, there);
      expect([next.status, await next.json()]).toEqual([200, expect.anything()]);
    }
    expect(away).toHaveBeenCalled();
  });

  test('is told that its host is away, not that it is unknown, and connects once it is back', async () => {
    const answer = hostDocuments();
    const url = makeUrl();
    answer.mockImplementation(refused);
    const page = await owner.open(apps.pathOf(apps.authorizeUrl(url, {})));
    expect([page.statusCode, page.headers.location, page.json()]).toEqual([
      ...[503, undefined],
      expect.objectContaining({ error: 'temporarily_unavailable' }),
    ]);
    expect(page.headers['retry-after']).toBe('60');
    answer.mockImplementation(documentOf);
    await expect
      .poll(async () => (await owner.open(apps.pathOf(apps.authorizeUrl(url, {})))).statusCode, {
        ...{ interval: 400, timeout: 5_000 },
      })
      .toBe(303);
  });

  test('is unknown if its document is gone, wrong or another one’s', async () => {
    const answer = hostDocuments();
    const wrong: ((url: string) => SafeResponse)[] = [
      () => ({ status: 404, headers: {}, body: '' }),
      () => ({ status: 200, headers: {}, body: '<html>' }),
      () => documentOf('https://other.example/app.json'),
      (url) => ({ ...documentOf(url), body: JSON.stringify({ client_id: url, client_secret: 's' }) }),
    ];
    for (const one of wrong) {
      answer.mockImplementation(one);
      const page = await owner.open(apps.pathOf(apps.authorizeUrl(makeUrl(), {})));
      expect([page.statusCode, page.json().error]).toEqual([400, expect.stringMatching(/^invalid_client/)]);
    }
  });

  test('causes few requests to others, by address and in all', async () => {
    const answer = hostDocuments();
    answer.mockImplementation(refused);
    const ask = (from: string) =>
      fetch(service.ctx.config.baseUrl + apps.pathOf(apps.authorizeUrl(makeUrl(), {})), {
        headers: { 'x-forwarded-for': from },
      });
    await Promise.all(Array.from({ length: 55 }, () => ask('203.0.113.210')));
    expect(answer.mock.calls.length).toBeLessThanOrEqual(40); // of two minutes at most
    await Promise.all(Array.from({ length: 150 }, (_, n) => ask(`198.51.100.${n}`)));
    expect(answer.mock.calls.length).toBeLessThanOrEqual(120);
    expect(answer.mock.calls.length).toBeGreaterThan(20);
  });
});
