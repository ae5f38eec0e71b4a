import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { closedPort, connectRaw, listen, sendRaw } from '../../support/network/raw-http.ts';
import { openApp } from '../../support/service/app.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { listRoutes } from '../../support/service/routes.ts';
import { type Method, useService } from '../../support/service/service.ts';

const json = { 'content-type': 'application/json' };
/** The headers of every answer. */
const common = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Asserts that the answer is exactly an error envelope. @returns its message */
function messageOf(
  answer: { statusCode: number; body: string; headers: Record<string, unknown> },
  status: number,
  code: string,
): string {
  expect([answer.statusCode, answer.body]).toEqual([status, expect.any(String)]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const parsed = JSON.parse(answer.body);
  expect(parsed).toEqual({ error: { code, message: expect.stringMatching(/\S/) } });
  return parsed.error.message;
}

describe('errors', () => {
  const service = useService();
  let account: TestAccount;
  let waitlist: string;

  beforeAll(async () => {
    account = await service.account();
    waitlist = await service.waitlist(account);
  });

  const send = (method: Method, path: string, options: InjectOptions = {}) =>
    service.call(method, path.replace(':id', waitlist), account.key, options);
  const refused = async (status: number, code: string, ...request: Parameters<typeof send>) =>
    messageOf(await send(...request), status, code);
  const invalid = (...request: Parameters<typeof send>) => refused(400, 'invalid_request', ...request);
  /** Sends raw text, because `inject` would turn an object into valid JSON. */
  const raw = (payload: string | Buffer): InjectOptions => ({ headers: json, payload });

  describe('for a body', () => {
    test.each([
      ['an opening brace only', '{'],
      ['a key without a value', '{"name":'],
      ['an unclosed object', '{"name":"x"'],
      ['single quotes', "{'name':'x'}"],
      ['a trailing comma', '{"name":"x",}'],
      ['two values', '{"name":"x"}{}'],
      ['a form', 'name=x'],
      ['undefined', 'undefined'],
      ['NaN', 'NaN'],
      ['a space', ' '],
      ['an unclosed string', '"'],
      ['a bare control character', '{"name":"\u0001"}'],
      ['a hundred thousand brackets', '['.repeat(100_000)],
    ])('return 400 if it is not JSON but %s (C1.4)', async (_, text) => {
      await invalid('POST', '/v1/waitlists', raw(text));
    });

    test.each(['[]', '[{"name":"x"}]', '"x"', '7', 'true', 'null', '[[[[]]]]'])(
      'return 400 if it is JSON but not an object, on every route with a body (C1.4): %s',
      async (text) => {
        for (const [method, path] of [
          ['POST', '/v1/waitlists'],
          ['PATCH', '/v1/waitlists/:id'],
          ['POST', '/v1/waitlists/:id/signups'],
          ['POST', '/v1/waitlists/:id/fields'],
          ['PATCH', '/v1/waitlists/:id/fields/x'],
        ] as const) {
          await invalid(method, path, raw(text));
        }
      },
    );

    test('return 400 if it is missing (C1.4)', async () => {
      await invalid('POST', '/v1/waitlists');
      await invalid('POST', '/v1/waitlists', { headers: json });
      await invalid('PATCH', '/v1/waitlists/:id', { headers: json });
    });

    test.each([
      ['POST', '/v1/waitlists', 'name', { name: 7 }],
      ['POST', '/v1/waitlists', 'name', {}],
      ['POST', '/v1/waitlists', 'name', { name: null }],
      ['POST', '/v1/waitlists', 'name', { name: ['x'] }],
      ['PATCH', '/v1/waitlists/:id', 'name', { name: {} }],
      ['PATCH', '/v1/waitlists/:id', 'referral_bonus', { referral_bonus: '3' }],
      ['PATCH', '/v1/waitlists/:id', 'referral_bonus', { referral_bonus: 1.5 }],
      ['POST', '/v1/waitlists/:id/signups', 'email', { email: 7 }],
      ['POST', '/v1/waitlists/:id/signups', 'email', {}],
      ['POST', '/v1/waitlists/:id/signups', 'utm_source', { email: 'a@b.co', utm_source: 7 }],
      ['POST', '/v1/waitlists/:id/signups', 'referrer', { email: 'a@b.co', referrer: true }],
      ['POST', '/v1/waitlists/:id/signups', 'referral_code', { email: 'a@b.co', referral_code: {} }],
      ['POST', '/v1/waitlists/:id/signups', 'metadata', { email: 'a@b.co', metadata: 'x' }],
      ['POST', '/v1/waitlists/:id/signups', 'metadata.plan', { email: 'a@b.co', metadata: { plan: 7 } }],
      ['POST', '/v1/waitlists/:id/signups', 'fields', { email: 'a@b.co', fields: [] }],
      ['POST', '/v1/waitlists/:id/fields', 'key', { key: 7, label: 'L', type: 'string' }],
      ['POST', '/v1/waitlists/:id/fields', 'label', { key: 'k', type: 'string' }],
      ['POST', '/v1/waitlists/:id/fields', 'type', { key: 'k', label: 'L', type: 'date' }],
      [
        'POST',
        '/v1/waitlists/:id/fields',
        'required',
        { key: 'k', label: 'L', type: 'string', required: 'no' },
      ],
      [
        'POST',
        '/v1/waitlists/:id/fields',
        'position',
        { key: 'k', label: 'L', type: 'string', position: -1 },
      ],
    ] as const)(
      'with a wrong type names the field (C1.4): %s %s %s',
      async (method, path, field, payload) => {
        expect(await invalid(method, path, { payload })).toMatch(new RegExp(`^${field}: `));
      },
    );

    test('return 413 if it exceeds 512 KiB (C1.5)', async () => {
      const sized = (bytes: number) => {
        const frame = JSON.stringify({ name: 'Sized', ignored: '' });
        return JSON.stringify({ name: 'Sized', ignored: 'x'.repeat(bytes - frame.length) });
      };
      expect((await send('POST', '/v1/waitlists', raw(sized(512 * 1024)))).statusCode).toBe(201);
      await refused(413, 'invalid_request', 'POST', '/v1/waitlists', raw(sized(512 * 1024 + 1)));
      await refused(413, 'invalid_request', 'POST', '/v1/waitlists', raw('x'.repeat(2_000_000)));
    });

    test('return 413 if provider events exceed 4 MiB (C1.5)', async () => {
      const url = '/v1/webhooks/email_provider';
      const answer = await send('POST', url, raw('x'.repeat(4 * 1024 * 1024 + 1)));
      expect([answer.statusCode, answer.json().error.message]).toEqual([
        413,
        'The request body is larger than 4096 KiB.',
      ]);
    });

    test('do not occur for the largest valid signup with all characters escaped (C1.5)', async () => {
      const escaped = (count: number) => '\\ud83d\\ude00'.repeat(count);
      for (let n = 0; n < 20; n++) {
        const payload = { key: `${'f'.repeat(60)}_${n}`, label: 'L', type: 'string' };
        expect((await send('POST', '/v1/waitlists/:id/fields', { payload })).statusCode).toBe(201);
      }
      const metadata = Array.from({ length: 10 }, (_, n) => `"${'m'.repeat(63)}${n}":"${escaped(1000)}"`);
      const fields = Array.from({ length: 20 }, (_, n) => `"${'f'.repeat(60)}_${n}":"${escaped(1000)}"`);
      const body = `{"email":"largest@example.com","utm_source":"${escaped(200)}","referrer":"${escaped(2000)}",
        "metadata":{${metadata}},"fields":{${fields}}}`;
      expect(body.length).toBeGreaterThan(380_000);
      expect((await send('POST', '/v1/waitlists/:id/signups', raw(body))).statusCode).toBe(201);
      const { data } = (await send('GET', '/v1/waitlists/:id/signups?email=largest@example.com')).json();
      expect(data[0].referrer).toBe('😀'.repeat(2000));
    });

    test.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      'nonsense',
      '',
    ])('return 415 for a content type other than JSON (C1.6): %j', async (type) => {
      const headers = { 'content-type': type };
      const payload = '{"name":"Typed"}';
      await refused(415, 'invalid_request', 'POST', '/v1/waitlists', { headers, payload });
    });

    test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
      'do not occur for the content type %s (C1.6)',
      async (type) => {
        const payload = JSON.stringify({ name: type });
        const answer = await send('POST', '/v1/waitlists', { headers: { 'content-type': type }, payload });
        expect(answer.statusCode).toBe(201);
      },
    );

    test.each([
      '{"__proto__":{}}',
      '{"name":"x","__proto__":null}',
      '{"name":"x","deep":[{"er":{"__proto__":{"admin":true}}}]}',
      '{"name":"x","\\u005f\\u005fproto__":1}',
      '{"name":"x","metadata":{"__proto__":"x"}}',
    ])('return 400 for a __proto__ key at any depth (C1.8a): %s', async (text) => {
      await invalid('POST', '/v1/waitlists', raw(text));
      expect(Object.prototype).not.toHaveProperty('admin');
    });

    test('do not occur for keys that only look special (C1.7)', async () => {
      const text =
        '{"name":"Special","constructor":{"prototype":{"x":1}},"hasOwnProperty":1,"":0,"toString":1}';
      expect((await send('POST', '/v1/waitlists', raw(text))).statusCode).toBe(201);
    });

    test.each([
      ['name', '{"name":"a\\u0000b"}'],
      ['name', '{"name":"a\\ud800b"}'],
      ['name', '{"name":"\\udc00"}'],
      ['name', '{"name":"\\ude00\\ud83d"}'],
      ['ignored', '{"name":"x","ignored":"\\u0000"}'],
      ['ignored.0.deep', '{"name":"x","ignored":[{"deep":"\\ud800"}]}'],
      ['key', '{"name":"x","a\\u0000b":1}'],
      ['key', '{"name":"x","ignored":{"\\ud800":1}}'],
    ])('return 400 for NUL or a lone surrogate in %s (C1.8): %s', async (place, text) => {
      expect(await invalid('POST', '/v1/waitlists', raw(text))).toContain(place);
    });

    test('do not occur for a surrogate pair, escaped or not (C1.8)', async () => {
      for (const text of ['{"name":"a \\ud83d\\ude00"}', '{"name":"b 😀"}']) {
        const { id } = (await send('POST', '/v1/waitlists', raw(text))).json();
        expect((await send('GET', `/v1/waitlists/${id}`)).json().name).toMatch(/^[ab] 😀$/);
      }
    });

    test.each([
      [[0xff]],
      [[0xc3, 0x28]],
      [[0xed, 0xa0, 0x80]],
      [[0xc0, 0x80]],
      [[0xf4, 0x90, 0x80, 0x80]],
      [[0xe2, 0x82]],
    ])('return 400 if it is not UTF-8 (C1.8): %j', async (bytes) => {
      const payload = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
      await invalid('POST', '/v1/waitlists', raw(payload));
    });

    test('are found at any depth of nesting (C1.4)', async () => {
      const depth = 100_000;
      const text = `{"name":"Deep","ignored":${'['.repeat(depth)}"\\u0041"${']'.repeat(depth)}}`;
      expect((await send('POST', '/v1/waitlists', raw(text))).statusCode).toBe(201);
      const objects = `{"name":"Deep 2","ignored":${'{"a":'.repeat(40_000)}"\\ud800"${'}'.repeat(40_000)}}`;
      await invalid('POST', '/v1/waitlists', raw(objects));
    });

    test('do not occur for an empty JSON body of a DELETE (C1.8c)', async () => {
      const mine = await service.waitlist(account);
      const { id } = (await service.signUp(account, mine, { email: 'gone@example.com' })).json();
      await send('POST', `/v1/waitlists/${mine}/fields`, {
        payload: { key: 'k', label: 'L', type: 'string' },
      });
      for (const path of [`/signups/${id}`, '/fields/k', '']) {
        const answer = await send('DELETE', `/v1/waitlists/${mine}${path}`, { headers: json });
        expect([path, answer.statusCode, answer.body]).toEqual([path, 204, '']);
        expect(answer.headers['content-type']).toBeUndefined();
      }
    });
  });

  describe('for a path or a query', () => {
    test.each([
      ['GET', '/v1/nothing'],
      ['GET', '/v1/'],
      ['GET', '/v1/account//'],
      ['DELETE', '/v1/waitlists/:id/signups/'],
      ['GET', '/v1//account'],
      ['GET', '/V1/account'],
      ['GET', '/v1/accounts'],
      ['GET', '/v2/account'],
      ['GET', '/nothing'],
      ['GET', '/v1/waitlists/:id/nothing'],
      ['POST', '/v1/account'],
      ['PUT', '/v1/waitlists'],
      ['DELETE', '/v1/waitlists'],
      ['PATCH', '/v1/waitlists'],
      ['PUT', '/v1/waitlists/:id'],
      ['POST', '/v1/waitlists/:id'],
      ['GET', '/v1/waitlists/:id/fields/k'],
      ['GET', '/v1/waitlists/:id/signups/018f0000-0000-7000-8000-00000000dead'],
      ['POST', '/v1/waitlists/:id/signups/export'],
    ] as const)('return 404 for an unknown route or method (C1.3): %s %s', async (method, path) => {
      await refused(404, 'not_found', method, path);
    });

    test('are answered with a slash behind as without one', async () => {
      for (const path of ['/v1/account', '/v1/waitlists', '/v1/waitlists?limit=1']) {
        const withSlash = path.replace(/(?=\?|$)/, '/');
        const answer = await send('GET', withSlash);
        expect([withSlash, answer.statusCode, answer.body]).toEqual([
          withSlash,
          200,
          (await send('GET', path)).body,
        ]);
      }
    });

    test.each(['TRACE', 'PROPFIND', 'QUERY'])('return 404 for the method %s (C1.3)', async (method) => {
      for (const path of ['/v1/account', '/v1/nothing', '/nothing']) {
        const answer = await send(method as Method, path);
        expect([path, answer.statusCode]).toEqual([path, 404]);
      }
    });

    test.each([
      ['a word', 'nonsense'],
      ['a number', '1'],
      ['a digit short', '018f0000-0000-7000-8000-00000000dea'],
      ['a digit long', '018f0000-0000-7000-8000-00000000deadd'],
      ['without hyphens', '018f000000007000800000000000dead'],
      ['in braces', '{018f0000-0000-7000-8000-00000000dead}'],
      ['SQL', "' OR 1=1 --"],
      ['NUL', '\0'],
      ['another path', '../account'],
      ['an emoji', '😀'],
      ['of 5,000 characters', 'x'.repeat(5000)],
    ])('return 404 if the id is not a UUID but %s (C1.2)', async (_, id) => {
      const path = encodeURIComponent(id);
      await refused(404, 'not_found', 'GET', `/v1/waitlists/${path}`);
      await refused(404, 'not_found', 'POST', `/v1/waitlists/${path}/signups`, {
        payload: { email: 'a@b.co' },
      });
      await refused(404, 'not_found', 'DELETE', `/v1/waitlists/:id/signups/${path}`);
      await refused(404, 'not_found', 'DELETE', `/v1/waitlists/:id/fields/${path}`);
    });

    test('do not occur for an id in capital letters (C1.2)', async () => {
      const answer = await send('GET', `/v1/waitlists/${waitlist.toUpperCase()}`);
      expect([answer.statusCode, answer.json().id]).toEqual([200, waitlist]);
    });

    test.each(['/v1/waitlists/%zz', '/v1/%', '/%E0%A4%A', '/v1/waitlists/%ff'])(
      'return 400 with a request id for an invalid URL (§7, C1.13): %s',
      async (path) => {
        const answer = await send('GET', path, { headers: { 'x-request-id': 'mine' } });
        // Without the URL, which may contain a key.
        expect(messageOf(answer, 400, 'invalid_request')).toBe('The URL is malformed.');
        expect(answer.headers['x-request-id']).toBe('mine');
        expect(answer.headers).toMatchObject(common);
      },
    );

    test.each(['/w/orbit%', '/w/%ff?ref=a', '/w/orbit/%zz', '/s/a%', '/u/%', '/c/%E0%A4%A', '/stats/a%'])(
      'show a page for an invalid address of a page: %s',
      async (path) => {
        const { statusCode, headers, body } = await send('GET', path);
        expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(body).toContain('<!doctype html>');
        expect(headers['content-security-policy']).toContain("default-src 'none'");
      },
    );

    test.each(['limit', 'offset'])(
      'return 400 and name the parameter for a %s that is not an integer in its range (C2.1)',
      async (name) => {
        for (const path of ['/v1/waitlists', '/v1/waitlists/:id/signups', '/v1/waitlists/:id/fields']) {
          for (const value of [
            '-1',
            '1.5',
            'x',
            '',
            '%201',
            '1e2',
            '0x10',
            '9'.repeat(16),
            '1&limit=2&offset=2',
            'NaN',
            '%00',
          ]) {
            const message = await invalid('GET', `${path}?${name}=${value}`);
            expect(message).toMatch(/^(limit|offset): /);
          }
        }
        await invalid('GET', '/v1/waitlists?limit=0');
        await invalid('GET', '/v1/waitlists?limit=201');
      },
    );

    test.each(['?limit=1%00', '?ignored=%00', '?%00=1', '?email=a%00@b.co', '?ignored=a&ignored=%00'])(
      'return 400 for NUL anywhere in the query (C1.8): %s',
      async (query) => {
        await invalid('GET', `/v1/waitlists/:id/signups${query}`);
      },
    );

    test('do not occur for unknown or malformed query keys (C1.7)', async () => {
      for (const query of [
        '?nothing=1',
        '?',
        '?&&&',
        '?=',
        '?a=%zz',
        '?a=%ff',
        '?__proto__=1',
        '?limit[]=1',
        '?constructor=1',
      ]) {
        expect([query, (await send('GET', `/v1/waitlists${query}`)).statusCode]).toEqual([query, 200]);
      }
    });
  });

  describe('for a connection', () => {
    beforeAll(() => service.app.listen({ port: 0, host: '127.0.0.1' }));

    const get = (lines: string) => `GET /v1/account HTTP/1.1\r\n${lines}\r\n\r\n`;
    const post = (lines: string) => `POST /v1/waitlists HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n`;

    test.each([
      ['text that is not HTTP', 'nonsense\r\n\r\n', 400],
      ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
      ['another version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400],
      ['a broken header', get('Host: x\r\nBad Header: x'), 400],
      ['no Host', get('Accept: */*'), 400],
      ['two Hosts', get('Host: x\r\nHost: y'), 400],
      ['the same Host twice', get('Host: x\r\nhost: x'), 400],
      ['an unknown expectation', post('Expect: foo\r\nContent-Length: 0'), 417],
      ['a length that is not a number', post('Content-Length: x'), 400],
      ['two lengths', post('Content-Length: 5\r\nTransfer-Encoding: chunked'), 400],
      ['a broken chunk', `${post('Transfer-Encoding: chunked')}ZZ\r\n`, 400],
      ['huge headers', get(`Host: x\r\nX-Huge: ${'x'.repeat(20_000)}`), 431],
      ['a huge URL', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ])('return the envelope with a request id for %s, and close it (§7, C1.13)', async (_, bytes, status) => {
      const answer = await sendRaw(
        service.app,
        Buffer.from(bytes.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'), 'latin1'),
      );
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toEqual({
        error: { code: 'invalid_request', message: expect.any(String) },
      });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('x-request-id')).toMatch(uuid);
      for (const [name, value] of Object.entries(common)) expect(answer.headers.get(name)).toBe(value);
    });

    test('do not occur if the client waits for 100 Continue', async () => {
      const connection = await connectRaw(service.app);
      const lines = `Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close`;
      connection.socket.write(
        post(`${lines}\r\nExpect: 100-Continue\r\nAuthorization: Bearer ${account.key}`),
      );
      await expect.poll(connection.statuses).toEqual([100]);
      connection.socket.write('{}');
      await connection.closed;
      expect(connection.statuses()).toEqual([100, 400]);
    });

    test('do not affect other clients after an aborted request (§7)', async () => {
      for (const part of [
        'GET /v1/acc',
        'POST /v1/waitlists HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"na',
      ]) {
        const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1');
        socket.on('error', () => {});
        await once(socket, 'connect');
        await new Promise((resolve) => socket.write(part, resolve));
        socket.resetAndDestroy();
        await once(socket, 'close');
      }
      expect((await send('GET', '/v1/account')).statusCode).toBe(200);
    });

    test('leave no effect of a body that is shorter than announced (§7)', async () => {
      const before = await service.sql`SELECT 1 FROM waitlists WHERE account_id = ${account.accountId}`;
      const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1');
      await once(socket, 'connect');
      const payload = '{"name":"Cut"}';
      socket.end(
        `POST /v1/waitlists HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${payload.length + 1}\r\n\r\n${payload}`,
      );
      socket.resume();
      await once(socket, 'close');
      const after = await service.sql`SELECT 1 FROM waitlists WHERE account_id = ${account.accountId}`;
      expect(after.length).toBe(before.length);
    });
  });

  describe('contain a request id', () => {
    test.each(['a', 'req_123', '018f0000-0000-7000-8000-00000000dead', 'A.b:c-d_9', 'x'.repeat(128)])(
      'that the client sent, if it is valid (C1.13): %s',
      async (id) => {
        const answer = await send('GET', '/v1/account', { headers: { 'x-request-id': id } });
        expect(answer.headers['x-request-id']).toBe(id);
      },
    );

    test.each(['', ' ', 'x'.repeat(129), 'a b', 'é', '<script>', 'a"b', 'a;b', '{}', 'a,b', 'a\tb'])(
      'that is new if the client’s is invalid (C1.13): %j',
      async (id) => {
        const answer = await send('GET', '/v1/account', { headers: { 'x-request-id': id } });
        expect(answer.headers['x-request-id']).toMatch(uuid);
      },
    );

    test('that is different in every answer (C1.13)', async () => {
      const answers = [
        await send('GET', '/v1/account'),
        await send('GET', '/v1/account'),
        await service.call('GET', '/v1/account'),
        await send('GET', '/v1/nothing'),
        await send('GET', '/nothing'),
        await send('GET', '/healthz'),
        await send('GET', '/v1/%zz'),
        await send('POST', '/v1/waitlists', raw('{')),
        await send('POST', '/v1/waitlists', raw('x'.repeat(600_000))),
        await send('GET', '/v1/waitlists/:id/signups/export'),
      ];
      const ids = answers.map(({ headers }) => headers['x-request-id']);
      for (const id of ids) expect(id).toMatch(uuid);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });

  describe('for other origins', () => {
    test('do not block preflights, which need no key and allow all methods and headers of the API (§4.9, C1.17)', async () => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await service.app.inject({
          method: 'OPTIONS',
          url: `/v1/waitlists/${waitlist}`,
          headers: {
            origin: 'https://app.example.com',
            'access-control-request-method': method,
            'access-control-request-headers': 'authorization, content-type',
          },
        });
        expect(answer.statusCode).toBe(204);
        expect(answer.headers['access-control-allow-origin']).toBe('*');
        expect(answer.headers['access-control-allow-methods']).toContain(method);
        const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase();
        expect(allowed).toContain('authorization');
        expect(allowed).toContain('content-type');
        expect(allowed).toContain('idempotency-key');
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      }
    });

    test('are readable, as all answers, with the headers that clients need (C1.17)', async () => {
      const headers = { origin: 'https://app.example.com' };
      const answers = [
        await send('GET', '/v1/account', { headers }),
        await service.call('GET', '/v1/account', undefined, { headers }),
        await send('GET', '/v1/nothing', { headers }),
        await send('POST', '/v1/waitlists', { headers: { ...headers, ...json }, payload: '{' }),
        await send('GET', '/v1/waitlists/:id/signups/export', { headers }),
      ];
      for (const answer of answers) {
        expect(answer.headers['access-control-allow-origin']).toBe('*');
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
        const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(/, */);
        expect(exposed.toSorted()).toEqual([
          'content-disposition',
          'idempotent-replayed',
          'ratelimit-limit',
          'ratelimit-remaining',
          'ratelimit-reset',
          'retry-after',
          'x-request-id',
        ]);
      }
    });
  });

  test('are 500 without the cause for an unexpected failure, after which the service goes on (§7, C1.14)', async () => {
    await service.sql`ALTER TABLE field_definitions RENAME TO hidden_definitions`;
    try {
      for (const [method, path, payload] of [
        ['GET', '/v1/waitlists/:id/fields', undefined],
        ['POST', '/v1/waitlists/:id/fields', { key: 'k', label: 'L', type: 'string' }],
        ['DELETE', '/v1/waitlists/:id/fields/k', undefined],
        ['POST', '/v1/waitlists/:id/signups', { email: 'unlucky@example.com' }],
      ] as const) {
        const answer = await send(method, path, { ...(payload && { payload }) });
        const message = messageOf(answer, 500, 'internal_error');
        expect(message).not.toMatch(/field|definition|relation|postgres|sql|error:|at |\d/i);
        expect(answer.headers['x-request-id']).toMatch(uuid);
      }
    } finally {
      await service.sql`ALTER TABLE hidden_definitions RENAME TO field_definitions`;
    }
    expect((await send('GET', '/v1/waitlists/:id/fields')).statusCode).toBe(200);
  });

  test('as all answers, reveal no software and forbid caching and sniffing (C1.14)', async () => {
    const routes = await listRoutes(service.ctx, '/');
    expect(routes.length).toBeGreaterThan(50);
    const asked = routes.map(({ method, url }) => [method, url.replace(/:\w+/, waitlist)] as const);
    for (const [method, url] of [...asked, ['GET', '/v1/nothing'], ['GET', '/nothing']] as const) {
      const { headers } = await service.call(method, url);
      expect(Object.keys(headers), url).not.toContain('x-powered-by');
      expect(Object.keys(headers), url).not.toContain('server');
      if (/assets|\/static\/|favicon|embed\.js/.test(url)) continue; // browsers may cache these
      expect(headers, `${method} ${url}`).toMatchObject(common);
    }
  });

  describe('without Postgres', () => {
    /** Asserts that calls of every kind get 503 with Retry-After in time. */
    async function expectUnavailable(databaseUrl: string): Promise<void> {
      const { app } = await openApp({ ...service.env, DATABASE_URL: databaseUrl });
      const authorization = `Bearer ${account.key}`;
      const started = performance.now();
      const answers = await Promise.all([
        app.inject({ url: '/v1/account', headers: { authorization } }),
        app.inject({ url: `/v1/waitlists/${waitlist}/signups/export`, headers: { authorization } }),
        app.inject({
          method: 'POST',
          url: `/v1/waitlists/${waitlist}/signups`,
          headers: { authorization },
          payload: { email: 'a@b.co' },
        }),
      ]);
      expect(performance.now() - started).toBeLessThan(60_000); // 5 s (C1.16), with time for a busy machine
      for (const answer of answers) {
        messageOf(answer, 503, 'internal_error');
        expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      }
      expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
      expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
    }

    test('are 503 with Retry-After within 5 s if it refuses connections (C1.16)', async () => {
      await expectUnavailable(`postgres://127.0.0.1:${await closedPort()}/none`);
    });

    test('are 503 with Retry-After within 5 s if it never answers (C1.16)', async () => {
      await expectUnavailable(`postgres://127.0.0.1:${await listen(() => {})}/none`);
    });

    test('are 503 for signups while its disk is full, and the process is unready until one is stored again (F16)', async () => {
      const mine = await service.waitlist(account);
      const readiness = () => service.app.inject({ url: '/readyz' });
      await service.sql.unsafe(`
        CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN RAISE EXCEPTION ''could not extend file'' USING ERRCODE = ''disk_full''; END';
        CREATE TRIGGER full_disk BEFORE INSERT ON signups FOR EACH STATEMENT EXECUTE FUNCTION fill_disk()`);
      messageOf(await service.signUp(account, mine, { email: 'a@b.co' }), 503, 'internal_error');
      const unready = await readiness();
      expect([unready.statusCode, unready.json()]).toEqual([
        503,
        { status: 'unready', reason: 'the disk of the database is full' },
      ]);
      await service.sql`DROP TRIGGER full_disk ON signups`;
      expect((await service.signUp(account, mine, { email: 'a@b.co' })).statusCode).toBe(201);
      expect((await readiness()).statusCode).toBe(200);
    });

    test('keep the process unready while it is read-only (C11.5)', async () => {
      const { app, ctx } = await openApp(service.env);
      const readiness = async () => {
        const { statusCode, body } = await app.inject({ url: '/readyz' });
        return [statusCode, JSON.parse(body).reason];
      };
      // Makes each connection read-only, as if its server had been demoted.
      const demote = (sql: Sql) =>
        sql`SELECT set_config('default_transaction_read_only', 'on', false), pg_sleep(0.2)`;
      await Promise.all([ctx.lookups.run(demote), ctx.lookups.run(demote)]);
      expect(await readiness()).toEqual([503, 'the database is read-only']);
      expect(await readiness()).toEqual([200, undefined]);
    });

    test('are 503 within 5 s if it stalls, and end when it goes on (C1.16)', async () => {
      const mine = await service.waitlist(account);
      const real = new URL(service.env.DATABASE_URL ?? '');
      const streams = new Set<Socket>();
      let stalled = false;
      const port = await listen((socket) => {
        const upstream = connect(Number(real.port), real.hostname);
        upstream.on('error', () => {});
        socket.pipe(upstream).pipe(socket);
        for (const stream of [socket, upstream]) {
          streams.add(stream);
          if (stalled) stream.pause();
        }
      });
      const setStalled = (now: boolean) => {
        stalled = now;
        for (const stream of streams) now ? stream.pause() : stream.resume();
      };
      const url = new URL(real);
      url.port = String(port);
      const { app } = await openApp({ ...service.env, DATABASE_URL: url.href });
      const headers = { authorization: `Bearer ${account.key}` };
      const read = () => app.inject({ url: `/v1/waitlists/${mine}`, headers });
      const write = (email: string) =>
        app.inject({ method: 'POST', url: `/v1/waitlists/${mine}/signups`, headers, payload: { email } });
      expect((await read()).statusCode).toBe(200);
      expect((await write('before@example.com')).statusCode).toBe(201);

      setStalled(true);
      const started = performance.now();
      for (const answer of await Promise.all([read(), write('during@example.com')])) {
        messageOf(answer, 503, 'internal_error');
        expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      }
      expect(performance.now() - started).toBeLessThan(60_000);

      setStalled(false);
      await expect.poll(async () => (await read()).statusCode, { interval: 200 }).toBe(200);
      await expect
        .poll(async () => (await write('after@example.com')).statusCode, { interval: 1000 })
        .toBe(201);
    });
  });
});
