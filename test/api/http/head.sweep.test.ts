import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../../support/dashboard.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { listRoutes } from '../../support/service/routes.ts';
import { useService } from '../../support/service/service.ts';
import { roomInMinute } from '../../support/values/minute.ts';
import { unhurried } from '../../support/values/unhurried.ts';

describe('HEAD', () => {
  const service = useService({ ADMIN_USER: 'ops', ADMIN_PASSWORD: 'sesame' });
  let list: TestList;
  let ids: Record<string, string>;
  let cookie: string;

  beforeAll(async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    list = await makeList(service);
    const { id: signupId } = await list.add({ email: 'ada@example.com' });
    await list.field('team', 'string');
    ids = { id: list.id, signupId, key: 'team', type: 'webhook', provider: 'smtp' };
    cookie = (await signedIn(service, list.account)).cookieHeader();
  });

  /** Uses a socket, because Node itself decides what it sends for a HEAD. */
  function ask(method: string, path: string, { key = list.account.key, isSignedIn = false } = {}) {
    const { port } = service.app.server.address() as AddressInfo;
    return new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: string }>(
      (resolve, reject) => {
        const login = `Basic ${Buffer.from('ops:sesame').toString('base64')}`;
        const authorization = path.startsWith('/admin') && isSignedIn ? login : `Bearer ${key}`;
        const headers = { authorization, ...(isSignedIn && { cookie }) };
        httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
          let body = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            body += part;
          });
          answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body }));
        })
          .on('error', reject)
          .end();
      },
    );
  }

  /** Whether a body holds measurements, which change between two calls. */
  const isMeasured = (url: string) => /^\/(metrics|admin\/queues\/api)/.test(url);

  /** Without headers that differ from one answer to the next. */
  const lasting = (headers: IncomingMessage['headers']) => {
    const passing = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset', 'transfer-encoding'];
    return Object.entries(headers).filter(([name]) => !passing.includes(name));
  };

  test.each([false, true])(
    'returns the headers of GET without a body, on every route (C1.3); signed in: %s',
    async (isSignedIn) => {
      const routes = (await listRoutes(service.ctx, '/')).filter(({ method }) => method === 'GET');
      const urls = new Set(
        routes.map(({ url }) => url.replace(/:(\w+)/g, (pattern, name: string) => ids[name] ?? pattern)),
      );
      expect([...urls]).toEqual(
        expect.arrayContaining(['/healthz', '/readyz', '/openapi.json', '/dashboard']),
      );
      expect(urls.size).toBeGreaterThan(30);
      const successes: string[] = [];
      for (const url of [
        ...urls,
        '/docs/static/swagger-ui.css',
        '/nothing',
        '/v1/waitlists/nothing',
        '/docs/static/nothing',
      ]) {
        const get = await ask('GET', url, { isSignedIn });
        const head = await ask('HEAD', url, { isSignedIn });
        const same = ({ headers }: typeof get) =>
          lasting(headers).filter(([name]) => !isMeasured(url) || name !== 'content-length');
        expect([url, head.status, same(head), head.body]).toEqual([url, get.status, same(get), '']);
        if (head.status === 200) successes.push(url);
      }
      expect(successes).toEqual(expect.arrayContaining(['/healthz', '/readyz', '/openapi.json', '/metrics']));
      expect(successes.includes('/dashboard')).toBe(isSignedIn);
    },
  );

  test('counts against the limit as GET does', async () => {
    const account = await service.account({ requestsPerMinute: 5 });
    await roomInMinute(service.env.REDIS_URL ?? '', 15);
    const left: unknown[] = [];
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD'])
      left.push((await ask(method, '/v1/account', { key: account.key })).headers['ratelimit-remaining']);
    expect(left.map((text) => Number(text) - Number(left[0]))).toEqual([0, -1, -2, -3]);
  });

  test('reads no row of an export', async () => {
    // A query would wait for the lock.
    const { status, headers, body } = await unhurried(service.sql, async (tx) => {
      await tx`LOCK TABLE signups IN ACCESS EXCLUSIVE MODE`;
      return ask('HEAD', `/v1/waitlists/${list.id}/signups/export`);
    });
    expect([status, headers['content-type'], body]).toEqual([200, 'text/csv; charset=utf-8', '']);
    expect(headers['content-disposition']).toContain('attachment');
  });

  test('returns 404 on routes without GET, and is not in the API description', async () => {
    expect((await ask('HEAD', '/v1/webhooks/email_provider')).status).toBe(404);
    const { paths } = JSON.parse((await ask('GET', '/openapi.json')).body);
    expect(Object.values<object>(paths).flatMap((path) => Object.keys(path))).not.toContain('head');
  });
});
