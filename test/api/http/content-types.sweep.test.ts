import { request as sendRaw } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeLinkToken } from '../../../src/shared/list/links/link-token.ts';
import { csrfOf, signedIn } from '../../support/dashboard.ts';
import { makeFormList } from '../../support/forms/form-list.ts';
import { insertReadyImport } from '../../support/imports/imports.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { listRoutes } from '../../support/service/routes.ts';
import { useService } from '../../support/service/service.ts';

const multipart = 'multipart/form-data; boundary=x';
/** What programs, proxies and scanners send; undefined: no header. */
const oddTypes = [
  '',
  'foo',
  'text',
  'text/',
  '/',
  ';',
  '*/*',
  'text/plain, text/plain',
  'application/json,application/json',
  'application/json; charset=nonsense',
  'application/x-www-form-urlencoded, text',
  'application/x-www-form-urlencoded; charset=nonsense',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  multipart,
  'text/csv; header',
  'x'.repeat(2_000),
  undefined,
];
const service = useService({ ADMIN_USER: 'ops', ADMIN_PASSWORD: 'sesame' });
let list: TestList;

beforeAll(async () => {
  list = await makeList(service);
});

async function linkOf(kind: 'unsubscribe' | 'confirm', email: string): Promise<string> {
  const { id } = await list.add({ email });
  const { key } = await service.ctx.linkSigner();
  return makeLinkToken(key, kind, { accountId: list.account.accountId, id, epoch: 0, generation: 0 });
}

/** A form that ends within its file. */
const cutForm = (csrf: string) =>
  `--x\r\ncontent-disposition: form-data; name="csrf"\r\n\r\n${csrf}\r\n` +
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\r\n';

const typed = (type: string | undefined) => (type === undefined ? {} : { 'content-type': type });

test('no route answers 500 to a content type', async () => {
  const { account } = list;
  const form = await makeFormList(service, account);
  const visitor = await signedIn(service, account);
  const cut = cutForm(csrfOf(await visitor.open('/dashboard')));
  const { id: signupId } = await list.add({ email: 'route@example.com' });
  const importId = await insertReadyImport(service.sql, account.accountId, list.id);
  const token = await linkOf('unsubscribe', 'tokens@example.com');
  const routes = (await listRoutes(service.ctx, '')).filter(
    ({ method, url }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && !url.endsWith('*'),
  );
  expect(routes.length).toBeGreaterThan(60);
  const own = { id: list.id, signupId, importId, token, form_id: form.form.id, type: 'webhook' };
  for (const { method, url } of routes) {
    const path = url.replace(/:(\w+)/g, (_, name) => (own as Record<string, string>)[name] ?? 'signups');
    const login = path.startsWith('/admin')
      ? { authorization: `Basic ${Buffer.from('ops:sesame').toString('base64')}` }
      : { authorization: `Bearer ${account.key}`, cookie: visitor.cookieHeader() };
    const answers = oddTypes.map(async (type, index) => {
      const headers = { ...login, ...typed(type), 'x-forwarded-for': `10.8.0.${index}` };
      const payload = type === multipart ? cut : 'body';
      const answer = await service.app.inject({ method, url: path, payload, headers });
      if (answer.statusCode >= 500) throw new Error(`${method} ${url} ${type}: ${answer.body}`);
    });
    await Promise.all(answers);
  }
});

describe('one click unsubscribes, whatever it wears (RFC 8058, N3)', () => {
  const suppressed = async (email: string) =>
    (await service.call('GET', `/v1/suppressions?email=${email}`, list.account.key)).json().total;

  test('any Content-Type', async () => {
    for (const type of oddTypes) {
      const email = `click${oddTypes.indexOf(type)}@example.com`;
      const url = `/u/${await linkOf('unsubscribe', email)}`;
      const payload = 'List-Unsubscribe=One-Click';
      const answer = await service.app.inject({ method: 'POST', url, payload, headers: typed(type) });
      expect([type, answer.statusCode, await suppressed(email)]).toEqual([type, 200, 1]);
    }
  });

  test('a Content-Type twice, and a body that is long or none', async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as AddressInfo;
    const post = async (email: string, headers: readonly string[], body: string) => {
      const path = `/u/${await linkOf('unsubscribe', email)}`;
      const all = ['Host', 'x', ...headers, 'Content-Length', String(body.length)];
      const status = await new Promise((resolve, reject) => {
        const request = sendRaw({ method: 'POST', port, path, headers: all }, (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer.statusCode));
        });
        request.on('error', reject).end(body);
      });
      return [status, await suppressed(email)];
    };
    const twice = ['Content-Type', 'text', 'Content-Type', 'application/x-www-form-urlencoded'];
    expect(await post('twice@example.com', twice, 'List-Unsubscribe=One-Click')).toEqual([200, 1]);
    expect(await post('none@example.com', ['Content-Type', ''], '')).toEqual([200, 1]);
    expect(await post('long@example.com', [], 'x'.repeat(100_000))).toEqual([200, 1]);
  });

  test('as the confirmation of a signup', async () => {
    for (const type of oddTypes) {
      const url = `/c/${await linkOf('confirm', `confirm${oddTypes.indexOf(type)}@example.com`)}`;
      const headers = typed(type);
      const answer = await service.app.inject({ method: 'POST', url, payload: 'x', headers });
      const plain = await service.app.inject({ method: 'POST', url });
      expect([type, answer.statusCode]).toEqual([type, plain.statusCode]);
    }
  });
});
