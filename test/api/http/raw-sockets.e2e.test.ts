import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrivalsOf } from '../../../src/api/limits/arrivals.ts';
import { makeList } from '../../support/list.ts';
import { connectRaw, type RawConnection } from '../../support/network/raw-http.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';

/** Waits for the server to close a connection. */
const longestCloseMs = 60_000;

describe('on a raw socket,', () => {
  const service = useService();
  let account: TestAccount;
  let bystander: Bystander;

  beforeAll(async () => {
    account = await service.account();
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    bystander = watch((service.app.server.address() as AddressInfo).port, account.key);
  });

  afterAll(() => bystander?.stop());

  const key = () => `Authorization: Bearer ${account.key}\r\n`;
  const valid = (id: string) => `GET /v1/account HTTP/1.1\r\nHost: x\r\n${key()}X-Request-Id: ${id}\r\n\r\n`;
  const hidden = () => {
    const body = '{"name":"Smuggled"}';
    return `POST /v1/waitlists HTTP/1.1\r\nHost: x\r\n${key()}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  /** The head of a POST without the length of its body. */
  const post = (lines: string) =>
    `POST /v1/waitlists HTTP/1.1\r\nHost: x\r\n${key()}Content-Type: application/json\r\n${lines}\r\n\r\n`;
  const chunked = () => post('Transfer-Encoding: chunked');

  async function closes(connection: RawConnection): Promise<void> {
    const ended = await Promise.race([connection.closed.then(() => true), sleep(longestCloseMs, false)]);
    connection.socket.destroy();
    expect(ended).toBe(true);
  }

  /** Sends bytes between valid requests, as a proxy does that reuses a connection for several clients. */
  async function sendBetween(bytes: string): Promise<RawConnection> {
    const connection = await connectRaw(service.app);
    connection.socket.write(Buffer.from(`${valid('before')}${bytes}${hidden()}${valid('behind')}`, 'latin1'));
    await closes(connection);
    return connection;
  }

  describe('a request with an ambiguous end is refused, and the bytes after it are not read (§7)', () => {
    test.each<[string, () => string]>([
      ['a length and chunks', () => `${post('Content-Length: 4\r\nTransfer-Encoding: chunked')}0\r\n\r\n`],
      ['chunks and a length', () => `${post('Transfer-Encoding: chunked\r\nContent-Length: 4')}0\r\n\r\n`],
      ['two lengths', () => `${post('Content-Length: 2\r\nContent-Length: 3')}{}`],
      ['two equal lengths', () => `${post('Content-Length: 2\r\nContent-Length: 2')}{}`],
      ['a list of lengths', () => `${post('Content-Length: 2, 2')}{}`],
      ['a length with a sign', () => `${post('Content-Length: +2')}{}`],
      ['a negative length', () => post('Content-Length: -1')],
      ['a length in hex', () => `${post('Content-Length: 0x2')}{}`],
      ['a length of two words', () => `${post('Content-Length: 2 2')}{}`],
      ['a length that is too large for a number', () => `${post('Content-Length: 99999999999999999999')}{}`],
      ['an empty length', () => `${post('Content-Length:')}{}`],
      ['an unknown encoding', () => `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`],
      ['chunks that are not the last encoding', () => `${post('Transfer-Encoding: chunked, gzip')}0\r\n\r\n`],
      [
        'an encoding and another one',
        () => `${post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity')}0\r\n\r\n`,
      ],
      ['a space before the colon', () => `${post('Transfer-Encoding : chunked')}0\r\n\r\n`],
      ['a folded encoding', () => `${post('X-A: b\r\n Transfer-Encoding: chunked')}0\r\n\r\n`],
      ['a header without a name', () => post(': chunked')],
      ['a header without a colon', () => post('Transfer-Encoding')],
      ['a line feed alone', () => post('X-A: b\nContent-Length: 2')],
      ['a carriage return alone', () => post('X-A: b\rContent-Length: 2')],
      ['NUL in a header', () => post('X-A: b\0c')],
      ['an invalid method', () => 'GE(T /v1/account HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['a chunk without a size', () => `${chunked()}\r\n{}\r\n0\r\n\r\n`],
      ['a chunk of a size with a sign', () => `${chunked()}+2\r\n{}\r\n0\r\n\r\n`],
      ['a chunk of a size with 0x', () => `${chunked()}0x2\r\n{}\r\n0\r\n\r\n`],
      [
        'a chunk size that is too large for a number',
        () => `${chunked()}fffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
      ],
      ['a chunk longer than its size', () => `${chunked()}2\r\n{"name":"x"}\r\n0\r\n\r\n`],
      ['a chunk whose size ends with a line feed alone', () => `${chunked()}2\n{}\r\n0\r\n\r\n`],
      ['a chunk that ends with a line feed alone', () => `${chunked()}2\r\n{}\n0\r\n\r\n`],
      ['chunks with a broken trailer', () => `${chunked()}0\r\nX A\r\n\r\n`],
    ])('%s', async (_, bytes) => {
      const connection = await sendBetween(bytes());
      // The refusal may cut off the answer before it, of a request without effect.
      expect(connection.statuses().filter((status) => status !== 200)).toEqual([400]);
      expect(connection.received()).not.toMatch(/x-request-id: behind/i);
      const names = await service.sql`SELECT 1 FROM waitlists WHERE account_id = ${account.accountId}`;
      expect(names).toHaveLength(0);
    });
  });

  test('pipelined requests are answered in order', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `pipelined-${index}`);
    const connection = await connectRaw(service.app);
    connection.socket.write(ids.map(valid).join(''));
    await expect.poll(() => connection.statuses()).toHaveLength(ids.length);
    const answered = [...connection.received().matchAll(/^x-request-id: (.*)\r$/gm)].map(([, id]) => id);
    expect(answered).toEqual(ids);
    expect(new Set(connection.statuses())).toEqual(new Set([200]));
    connection.socket.destroy();
  });

  test.each<[number, string, string]>([
    [413, '/v1/waitlists', 'application/json'],
    [415, '/v1/waitlists/00000000-0000-0000-0000-000000000000/imports', 'multipart/form-data; boundary=x'],
  ])(
    'a body refused with %i may be sent to its end, and the connection is used again',
    async (status, path, type) => {
      const piece = 'x'.repeat(50_000);
      const pieces = 12; // more than 512 KiB
      const connection = await connectRaw(service.app);
      connection.socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\n${key()}Content-Type: ${type}\r\nContent-Length: ${pieces * piece.length}\r\n\r\n`,
      );
      connection.socket.write(piece);
      await expect.poll(() => connection.statuses()).toEqual([status]);
      for (let sent = 1; sent < pieces; sent++) connection.socket.write(piece);
      connection.socket.write(valid('behind'));
      await expect.poll(() => connection.statuses()).toEqual([status, 200]);
      connection.socket.destroy();
    },
  );

  test('a client that closes its side after a request is closed too', async () => {
    const connection = await connectRaw(service.app);
    connection.socket.end(valid('half-closed'));
    await closes(connection);
    expect(connection.statuses().filter((status) => status !== 200)).toEqual([]);
  });

  test('a client that closes its side during a request gets no success', async () => {
    for (const part of [hidden().slice(0, -1), hidden().slice(0, 20)]) {
      const connection = await connectRaw(service.app);
      connection.socket.end(part);
      await closes(connection);
      expect(connection.statuses().filter((status) => status !== 400)).toEqual([]);
    }
  });

  test.each([
    ['too large', `X-Huge: ${'x'.repeat(100_000)}\r\n`, [431]],
    ['too large together', 'X-Large: x\r\n'.repeat(5_000), [431]],
    // Node 20 drops headers after the 2,000th, so the key is missing. Node 24 refuses the request.
    ['too many', 'a:\r\n'.repeat(3_500), [401, 431]],
  ])('headers that are %s are refused', async (_, headers, refusals) => {
    const connection = await connectRaw(service.app);
    connection.socket.write(
      `GET /v1/account HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}${key()}\r\n`,
    );
    await closes(connection);
    const statuses = connection.statuses();
    expect(statuses).toHaveLength(1);
    expect(refusals).toContain(statuses[0]);
  });

  test('connections that are dropped during a request leave nothing open', async () => {
    const request = hidden();
    const connections = await Promise.all(Array.from({ length: 200 }, () => connectRaw(service.app)));
    for (const [index, { socket }] of connections.entries()) {
      socket.write(request.slice(0, 1 + (index % (request.length - 1)))); // never the whole request
      socket.resetAndDestroy();
    }
    const open = () =>
      new Promise<number>((resolve) => service.app.server.getConnections((_, count) => resolve(count)));
    await expect.poll(open).toBeLessThanOrEqual(1); // the connection of the other client
    expect(await service.sql`SELECT 1 FROM waitlists WHERE account_id = ${account.accountId}`).toHaveLength(
      0,
    );
  });

  test('a client that disconnects during its body is not logged as a failure', async () => {
    const web = await startProcess('web', service.env);
    try {
      const socket = connect(Number(new URL(web.url).port), '127.0.0.1');
      socket.write(hidden().slice(0, -5));
      const answered = () => web.log.filter(({ msg }) => msg === 'request completed');
      const callsOfOthers = async () => {
        await fetch(`${web.url}/healthz`);
        return answered().length;
      };
      await expect.poll(callsOfOthers).toBeGreaterThan(0); // the aborted request is logged before this call
      socket.resetAndDestroy();
      const before = answered().length;
      await expect.poll(callsOfOthers).toBeGreaterThan(before + 1);
    } finally {
      expect(await web.stop()).toBe(0);
    }
    expect(web.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  describe('slow clients', () => {
    test('have 10 s for the head of a request, 15 s for all of it, 75 s in between', () => {
      const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = service.app.server;
      expect(arrivalsOf(service.app.server).limitMs).toBe(15_000);
      expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
        headersTimeout: 10_000,
        requestTimeout: 630_000, // of files
        timeout: 75_000,
        keepAliveTimeout: 72_000,
      });
    });

    test('may take longer for a body or an answer than the service may take to answer', async () => {
      const list = await makeList(service);
      await list.fill(200);
      const long = JSON.stringify(
        Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`k${n}`, '😀'.repeat(1_000)])),
      );
      await service.sql`UPDATE signups SET metadata = ${long}::text::json WHERE waitlist_id = ${list.id}`;
      const reader = await connectRaw(service.app);
      reader.socket.pause();
      reader.socket.write(
        `GET ${list.url}/signups?limit=200 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${list.account.key}\r\nConnection: close\r\n\r\n`,
      );
      const writer = await connectRaw(service.app);
      const request = hidden();
      writer.socket.write(request.slice(0, -5));
      await sleep(6_000);
      writer.socket.write(request.slice(-5));
      reader.socket.resume();
      await expect.poll(() => writer.statuses()).toEqual([201]);
      await closes(reader);
      expect(JSON.parse(reader.received().split('\r\n\r\n')[1] ?? '').data).toHaveLength(200);
      writer.socket.destroy();
    });

    // The same with shorter timeouts. The server checks them every 2 s.
    test('get 408 and are closed, while others are served', async () => {
      Object.assign(service.app.server, {
        headersTimeout: 600,
        keepAliveTimeout: 5_000,
      });
      arrivalsOf(service.app.server).limitMs = 1_200;
      const head = post('Content-Length: 1000');
      const slow = {
        'says nothing': '',
        'says half a line': 'GET /v1/acc',
        'never ends its headers': 'GET /v1/account HTTP/1.1\r\nHost: x\r\n',
        'never sends its body': head,
        'never ends its body': `${head}{"name":`,
        'never ends its chunks': `${chunked()}400\r\n{"nam`,
        'is slow with its second request': `${valid('first')}GET /v1/acc`,
      };
      const drip = {
        'never ends its headers': 'X-A: b\r\n',
        'never ends its body': 'x',
        'never ends its chunks': 'x',
      };
      const ends = Object.entries(slow).map(async ([name, bytes]) => {
        const connection = await connectRaw(service.app);
        connection.socket.write(bytes);
        const more = name in drip ? drip[name as keyof typeof drip] : '';
        const dripping = setInterval(() => more && connection.socket.write(more), 100);
        await closes(connection);
        clearInterval(dripping);
        return [name, connection.statuses().at(-1)];
      });
      expect(await Promise.all(ends)).toEqual(Object.keys(slow).map((name) => [name, 408]));
    });

    // Before the test of idle connections, because a busy machine may keep this client's connection idle too.
    test('do not disturb another client, which kept its one connection', async () => {
      const { answers } = await bystander.stop();
      expect(new Set(answers)).toEqual(new Set([200]));
      expect(bystander.connections()).toBe(1);
    });

    test('are closed without an answer if they are idle', async () => {
      service.app.server.keepAliveTimeout = 600;
      const connection = await connectRaw(service.app);
      connection.socket.write(valid('only'));
      await closes(connection);
      expect(connection.statuses()).toEqual([200]);
    });
  });
});

interface Bystander {
  /** The number of connections it has opened. */
  connections(): number;
  stop(): Promise<{ answers: number[] }>;
}

/** A client that sends requests over one connection until it is stopped. */
function watch(port: number, key: string): Bystander {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: number[] = [];
  let connections = 0;
  let stopped = false;
  const ask = async () => {
    const request = get({
      port,
      host: '127.0.0.1',
      path: '/v1/account',
      agent,
      headers: { authorization: `Bearer ${key}` },
    });
    request.once('socket', (socket) => {
      if (socket.connecting) connections += 1;
    });
    const [response] = await once(request, 'response');
    response.resume();
    await once(response, 'end');
    answers.push(response.statusCode);
  };
  const asking = (async () => {
    while (!stopped) {
      await ask();
      await sleep(50);
    }
  })();
  asking.catch(() => {}); // `stop` reports it
  return {
    connections: () => connections,
    async stop() {
      stopped = true;
      await asking;
      agent.destroy();
      return { answers };
    },
  };
}
