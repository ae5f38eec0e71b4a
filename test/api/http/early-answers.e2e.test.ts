import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrivalsOf } from '../../../src/api/limits/arrivals.ts';
import { csrfOf, signedIn, type Visitor } from '../../support/dashboard.ts';
import { insertReadyImport } from '../../support/imports/imports.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { frontDoors } from '../../support/proxies/front-door.ts';
import { findNginx, type RunningProxy } from '../../support/proxies/proxies.ts';
import { makeKey } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

/** A request that is refused before it has arrived: more of its body follows. */
interface Refused {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What has to arrive until it is refused. */
  readonly begin?: string;
}

const type = (name: string) => ({ 'Content-Type': name });
/** Far more than the buffers of a connection. */
const rest = 'a@example.com\n'.repeat(400_000);
const badFile = 'email\na\0b@example.com\n';
const nginx = await findNginx();
if (nginx === undefined) console.error('SKIPPED: nginx is not installed, so it is not tried in between');

describe('behind an answer to a request that has not arrived', () => {
  const service = useService({ BASE_URL: 'http://1.waitlist.example' });
  let list: TestList;
  /** Its account has as many open imports as it may. */
  let busy: TestList;
  let uploading: TestList;
  let visitor: Visitor;
  let csrf: string;
  let readingKey: string;
  let door: RunningProxy;

  beforeAll(async () => {
    [list, busy, uploading] = [await makeList(service), await makeList(service), await makeList(service)];
    readingKey = await makeKey(service.sql, list.account.accountId, ['signups:read']);
    for (let open = 0; open < 10; open++)
      await insertReadyImport(service.sql, busy.account.accountId, busy.id);
    await service.sql`UPDATE imports SET pruned_at = NULL WHERE waitlist_id = ${busy.id}`; // so they count
    visitor = await signedIn(service, list.account);
    csrf = csrfOf(await visitor.open(`/dashboard/waitlists/${list.id}/imports`));
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    if (nginx !== undefined)
      door = await frontDoors.nginx.start([`127.0.0.1:${port()}`, `127.0.0.1:${port()}`]);
  });
  afterAll(() => door?.close());

  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
  const upload = ({ url, account }: TestList): Refused => ({
    path: `${url}/imports`,
    headers: { ...bearer(account.key), ...type('text/csv') },
  });
  const uploadForm = (token: string): Refused => {
    const fields = {
      csrf: token,
      preset: 'auto',
      positions: 'append',
      codes: 'keep',
      notify: 'false',
      events: 'false',
    };
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return {
      path: `/dashboard/waitlists/${list.id}/imports`,
      headers: { Cookie: visitor.cookieHeader(), ...type('multipart/form-data; boundary=x') },
      begin: `${parts.join('')}--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${badFile}`,
    };
  };
  const json = type('application/json');

  /** Without 408, which needs a client that waits. */
  const refusals: readonly [number, string, () => Refused][] = [
    [400, 'a file that is no text', () => ({ ...upload(list), begin: badFile })],
    [400, 'a file that is no text, in the dashboard', () => uploadForm(csrf)],
    [401, 'no key', () => ({ path: '/v1/waitlists', headers: json })],
    [401, 'no key for tools', () => ({ path: '/mcp', headers: { ...json, Host: '1.waitlist.example' } })],
    [
      403,
      'a key without the scope',
      () => ({ path: '/v1/waitlists', headers: { ...bearer(readingKey), ...json } }),
    ],
    [403, 'a forged form', () => uploadForm('forged')],
    [
      404,
      'no such route',
      () => ({ path: '/v1/nothing', headers: { ...bearer(list.account.key), ...json } }),
    ],
    [404, 'no such form', () => ({ path: '/f/nothing', headers: json })],
    [
      413,
      'a large event of a mail provider',
      () => ({ path: '/v1/webhooks/email/x', headers: json, begin: 'x'.repeat(4_300_000) }),
    ],
    [409, 'too many open imports', () => ({ ...upload(busy), begin: 'email\n' })],
    [
      413,
      'a large body',
      () => ({
        path: '/v1/waitlists',
        headers: { ...bearer(list.account.key), ...json },
        begin: 'x'.repeat(600_000),
      }),
    ],
    [415, 'no file', () => ({ ...upload(list), headers: { ...bearer(list.account.key), ...json } })],
    [429, 'a second upload', () => ({ ...upload(uploading), begin: 'email\n' })],
  ];

  const port = () => (service.app.server.address() as AddressInfo).port;

  /** A connection, what has arrived on it, and what went wrong. */
  async function open() {
    // It goes on sending when the service has said that it sends no more.
    const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error));
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    const closed = Promise.race(['end', 'close'].map((event) => once(socket, event)));
    const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    return { socket, errors, closed, statuses };
  }

  /** Sends the head of a request and the begin of its body. @returns what sends more of it */
  function begin(
    socket: Socket,
    { path, headers, begin: first = 'x' }: Refused,
    { framing = 'length', ...more }: { framing?: string; Connection?: string } = {},
  ): (text: string) => void {
    const length = first.length + rest.length;
    const lines = Object.entries({
      Host: 'x',
      ...headers,
      ...more,
      ...(framing === 'chunks' ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(length) }),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    const send = (text: string) =>
      socket.write(framing === 'chunks' ? `${text.length.toString(16)}\r\n${text}\r\n` : text);
    send(first);
    return send;
  }
  const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

  /** For 429: keeps the one upload that the account may have at a time, while `work` is done. */
  async function whileUploading(status: number, work: () => Promise<void>): Promise<void> {
    if (status !== 429) return work();
    const held = await open();
    begin(held.socket, { ...upload(uploading), begin: 'email\n' });
    await expect
      .poll(() => service.sql`SELECT FROM imports WHERE waitlist_id = ${uploading.id}`)
      .toHaveLength(1);
    try {
      await work();
    } finally {
      held.socket.destroy();
      await expect
        .poll(() => service.sql`SELECT FROM imports WHERE waitlist_id = ${uploading.id}`)
        .toHaveLength(0);
    }
  }

  describe.each(['length', 'chunks'])(
    'the rest is dropped (%s), and the connection is used again:',
    (framing) => {
      test.each(refusals)('%i, %s', (status, _, refused) =>
        whileUploading(status, async () => {
          const { socket, statuses } = await open();
          const send = begin(socket, refused(), { framing });
          await expect.poll(statuses).toEqual([status]);
          send(rest);
          socket.write(framing === 'chunks' ? `0\r\n\r\n${next}` : next);
          await expect.poll(statuses).toEqual([status, 200]);
          socket.destroy();
        }),
      );
    },
  );

  test.each(refusals)(
    'a client that wants to close gets the answer and no reset: %i, %s',
    (status, _, refused) =>
      whileUploading(status, async () => {
        const { socket, statuses, errors, closed } = await open();
        const send = begin(socket, refused(), { Connection: 'close' });
        await expect.poll(statuses).toEqual([status]);
        await closed;
        send(rest);
        socket.end();
        await once(socket, 'close');
        expect([statuses(), errors]).toEqual([[status], []]);
      }),
  );

  const call = (agent: Agent, url: string, { path, headers, begin: first = '' }: Refused, method = 'POST') =>
    new Promise<number | undefined>((resolve, reject) => {
      const body = first + rest;
      const length = { 'Content-Length': String(body.length) };
      const sent = request(`${url}${path}`, {
        method,
        agent,
        headers: { ...headers, ...(method === 'POST' && length) },
      });
      sent.on('error', reject); // also behind the answer, where it is not heeded
      sent.once('response', (answer: IncomingMessage) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      });
      sent.end(method === 'POST' ? body : undefined);
    });

  test.each(refusals)('a client of Node sends all, reads it and goes on: %i, %s', (status, _, refused) =>
    whileUploading(status, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const url = `http://127.0.0.1:${port()}`;
      expect(await call(agent, url, refused())).toBe(status);
      expect(await call(agent, url, { path: '/healthz', headers: {} }, 'GET')).toBe(200);
      agent.destroy();
    }),
  );

  describe.skipIf(nginx === undefined)('nginx passes it on:', () => {
    test.each(refusals.filter(([, name]) => !/dashboard|form|provider/.test(name)))(
      '%i, %s',
      (status, _, refused) =>
        whileUploading(status, async () => {
          const agent = new Agent();
          expect(await call(agent, door.url, refused())).toBe(status);
          // nginx closes the connection of the client itself. Those to the service are as good as before.
          const account = { path: '/v1/account', headers: bearer(list.account.key) };
          expect(await call(agent, door.url, account, 'GET')).toBe(200);
        }),
    );
  });

  test('a rest that does not arrive in time closes the connection, without a second answer', async () => {
    const arrivals = arrivalsOf(service.app.server);
    const usualMs = arrivals.limitMs;
    try {
      const early = await open();
      begin(early.socket, { path: '/v1/waitlists', headers: json });
      await expect.poll(early.statuses).toEqual([401]);
      arrivals.limitMs = 200;
      await early.closed;
      expect(early.statuses()).toEqual([401]);
      early.socket.destroy();

      const slow = await open();
      begin(slow.socket, { ...upload(list), begin: 'email\n' }); // the service waits for more
      await slow.closed;
      expect(slow.statuses()).toEqual([408]);
      slow.socket.destroy();
    } finally {
      arrivals.limitMs = usualMs;
    }
  });
});
