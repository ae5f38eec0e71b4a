import { beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../support/network/raw-http.ts';
import { useService } from '../support/service/service.ts';
import { readMetrics, sumOf } from '../support/values/read-metrics.ts';

describe('a page of a plugin', () => {
  const service = useService({ ADMIN_USER: 'ops', ADMIN_PASSWORD: 'sesame' });
  const operator = `Authorization: Basic ${Buffer.from('ops:sesame').toString('base64')}`;
  const css = '/docs/static/swagger-ui.css';

  beforeAll(() => service.app.listen({ port: 0, host: '127.0.0.1' }));

  /** Sends the path unchanged, which a client would normalize. */
  const get = (path: string, header: string) =>
    sendRaw(service.app, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n`);

  test.each([
    ['a name with NUL', '/docs/static/%00', 'A: b', 404, 'not_found'],
    ['a path with two dots', '/docs/static/../x', 'A: b', 404, 'not_found'],
    ['a path out of the folder', '/docs/static/../../package.json', 'A: b', 404, 'not_found'],
    ['an encoded path out of the folder', '/docs/static/..%2f..%2fpackage.json', 'A: b', 404, 'not_found'],
    ['a hidden file', '/docs/static/.gitignore', 'A: b', 404, 'not_found'],
    ['an unknown name', '/docs/static/nothing.css', 'A: b', 404, 'not_found'],
    ['a name of 5,000 characters', `/docs/static/${'x'.repeat(5_000)}`, 'A: b', 404, 'not_found'],
    ['a range after the end', css, 'Range: bytes=99999999-', 416, 'invalid_request'],
    ['another version', css, 'If-Match: "z"', 412, 'invalid_request'],
    ['an older version', css, 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT', 412, 'invalid_request'],
    [
      'a query that cannot be decoded',
      '/admin/queues/api/queues?activeQueue=%25',
      operator,
      400,
      'invalid_request',
    ],
    ['NUL in a query', '/admin/queues?activeQueue=%00', operator, 400, 'invalid_request'],
    [
      'NUL in the query of data',
      '/admin/queues/api/queues?activeQueue=%00',
      operator,
      400,
      'invalid_request',
    ],
    ['a name with NUL', '/admin/queues/static/%00', operator, 404, 'not_found'],
    ['an unknown name', '/admin/queues/static/js/x', operator, 404, 'not_found'],
  ])('refuses %s in the envelope (§7, C1.3): %s', async (_, path, header, status, code) => {
    const answer = await get(path, header);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      status,
      { error: { code, message: expect.any(String) } },
    ]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toBeTypeOf('string');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('is served', async () => {
    expect((await get('/docs/static/swagger-ui.css', 'Range: bytes=0-9')).status).toBe(206);
    expect((await get('/docs', 'A: b')).status).toBe(200);
    expect((await get('/admin/queues', operator)).status).toBe(200);
  });

  test('logs no refusal as a failure', async () => {
    const samples = readMetrics((await service.call('GET', '/metrics')).body);
    expect(sumOf(samples, 'waitlist_http_request_duration_seconds_count', { status: '5xx' })).toBe(0);
  });
});
