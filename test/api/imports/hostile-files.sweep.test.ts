import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { arrivalsOf } from '../../../src/api/limits/arrivals.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

describe('a file that cannot be read (N6)', () => {
  const service = useService();
  let list: TestList;
  beforeAll(async () => {
    list = await makeList(service);
    await service.app.listen({ port: 0, host: '127.0.0.1' });
  });

  interface Answer {
    readonly status: number;
    readonly message: string;
  }

  /** Sends a file piece by piece, and reads the answer whenever it comes. */
  function send(
    pieces: Iterable<string | Buffer>,
    headers: Record<string, string> = {},
    path = `${list.url}/imports`,
  ): Promise<Answer> {
    const { port } = service.app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        port,
        path,
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${list.account.key}`, 'content-type': 'text/csv', ...headers },
      });
      let isAnswered = false;
      const closed = once(request, 'close');
      request.on('response', async (response) => {
        isAnswered = true;
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, message: JSON.parse(text).error?.message ?? '' });
        request.destroy();
      });
      request.on('error', (error) => isAnswered || reject(error));
      void (async () => {
        for (const piece of pieces) {
          if (isAnswered || request.destroyed) return;
          if (!request.write(piece)) await Promise.race([once(request, 'drain'), closed]);
        }
        request.end();
      })();
    });
  }

  function* repeated(piece: string, times: number, head = ''): Generator<string> {
    if (head) yield head;
    for (let n = 0; n < times; n++) yield piece;
  }

  const stored = async () =>
    (
      await service.sql<{ n: number }[]>`
        SELECT (SELECT count(*) FROM imports) + (SELECT count(*) FROM import_rows) AS n`
    )[0]?.n;

  const megabyte = 'x'.repeat(1_000_000);
  const rows = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com,x\n`).join('');

  const files: Record<string, [() => Iterable<string | Buffer>, RegExp]> = {
    '200 MB of one line': [() => repeated(megabyte, 200), /^Line 1: longer than/],
    '200 MB of one line behind good ones': [
      () => repeated(megabyte, 200, `email,b\n${rows(2_500)}`),
      /^Line 2502: longer than/,
    ],
    'UTF-8 and Latin-1 in one file': [
      () => ['email\nü@example.com\n', Buffer.from([0x4d, 0xfc, 0x6c, 0x0a])],
      /^Line 3: not UTF-8/,
    ],
    'a header that is an address': [
      () => ['a@example.com,Ada\nb@example.com,Bob\n'],
      /^Line 1: it looks like data/,
    ],
    'a NUL': [() => ['email\na@example.com\nb\0@example.com\n'], /^Line 3: a NUL/],
    'a zip': [
      () => [Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync('email\n')])],
      /^Line 1: The file is a zip/,
    ],
    gzip: [() => [gzipSync('email\na@example.com\n')], /^Line 1: The file is compressed/],
    nothing: [() => [''], /^Line 1: the file is empty/],
    'only empty lines': [() => ['\n\r\n  \n'], /^Line 1: the file is empty/],
  };
  test.each(Object.entries(files))(
    '%s is refused with its line, and nothing is stored',
    async (_, [pieces, message]) => {
      const answer = await send(pieces());
      expect(answer.message).toMatch(message);
      expect(answer.status).toBe(400);
      expect(await stored()).toBe(0);
    },
  );

  test('a file that is announced with more than 512 MiB is a 413', async () => {
    const answer = await send(['email\n'], { 'content-length': `${600 * 1024 ** 2}` });
    expect(answer).toEqual({ status: 413, message: 'The file is larger than 512 MiB.' });
    expect(await stored()).toBe(0);
  });

  test('what breaks off in the middle leaves nothing', async () => {
    const { port } = service.app.server.address() as AddressInfo;
    const request = httpRequest({
      port,
      path: `${list.url}/imports`,
      method: 'POST',
      headers: { authorization: `Bearer ${list.account.key}`, 'content-type': 'text/csv' },
    });
    request.on('error', () => {});
    request.write(`email,b\n${rows(30_000)}`);
    await expect.poll(stored).toBeGreaterThan(1_000);
    request.destroy();
    await expect.poll(stored).toBe(0);
  });

  test('a client that pauses is a 408, and while a file arrives slowly all other requests have the usual time', async () => {
    const { port } = service.app.server.address() as AddressInfo;
    const arrivals = arrivalsOf(service.app.server);
    const usualMs = arrivals.limitMs;
    arrivals.limitMs = 3_000;
    const open = (path: string, type: string, headers = {}) => {
      const request = httpRequest({
        port,
        path,
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${list.account.key}`, 'content-type': type, ...headers },
      });
      request.on('error', () => {});
      const status = once(request, 'response').then(([{ statusCode }]) => statusCode as number);
      return { request, status };
    };
    try {
      const other = await makeList(service);
      const steady = open(`${list.url}/imports`, 'text/csv');
      steady.request.write('email,b\n');
      const dripping = setInterval(() => steady.request.write(rows(1_200)), 100);
      const paused = open(`${other.url}/imports`, 'text/csv', {
        authorization: `Bearer ${other.account.key}`,
      });
      paused.request.write('email\na@example.com\n');
      const slow = open('/v1/waitlists', 'application/json', { 'content-length': '100' });
      slow.request.write('{');
      expect(await slow.status).toBe(408);
      expect(await paused.status).toBe(408);
      clearInterval(dripping);
      steady.request.end();
      expect(await steady.status).toBe(201);
    } finally {
      arrivals.limitMs = usualMs;
      await service.sql`DELETE FROM import_rows`;
      await service.sql`DELETE FROM imports`;
    }
  });

  test('any other body is a 415, an unknown list a 404', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'application/zip'])
      expect(await send(['{}'], { 'content-type': type })).toMatchObject({ status: 415 });
    expect(await send(['email\n'], { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
    const other = '/v1/waitlists/01a1fc51-dbab-7bfd-ba01-d526d8bd452f/imports';
    expect(await send(['email\n'], {}, other)).toMatchObject({ status: 404 });
  });

  test('a mark at the beginning, semicolons, quotes and line breaks in cells are read', async () => {
    const answer = await send([
      Buffer.from('\ufeffE-Mail;"No;te"\r\n"a@example.com";"x\r\ny ""z"""\r\nb@example.com;\r\n'),
    ]);
    expect(answer.status).toBe(201);
    const kept = await service.sql`SELECT line, raw FROM import_rows ORDER BY line`;
    expect(kept).toEqual([
      { line: 2, raw: ['a@example.com', 'x\r\ny "z"'] },
      { line: 4, raw: ['b@example.com', ''] },
    ]);
    expect((await service.sql`SELECT columns FROM imports`)[0]?.columns).toEqual(['E-Mail', 'No;te']);
  });
});
