import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AddressGuard,
  AddressRefused,
  openAddressGuard,
} from '../../../../src/shared/platform/outbound/address-guard.ts';
import { openSafeFetch } from '../../../../src/shared/platform/outbound/safe-fetch.ts';
import { makeCertificate } from '../../../support/network/certificate.ts';

/** A name server in memory; a name that it does not know does not exist. */
function names(answers: Record<string, readonly string[]>) {
  return async (host: string) => {
    const found = answers[host];
    if (!found) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}

function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const offline = openAddressGuard({ allowHosts: [], lookup: names({}) });
const refused = (guard: AddressGuard, url: string, options?: { httpsOnly: boolean }) =>
  expect(guard.checkUrl(url, options), url).rejects.toBeInstanceOf(AddressRefused);
const accepted = (guard: AddressGuard, url: string, options?: { httpsOnly: boolean }) =>
  expect(guard.checkUrl(url, options), url).resolves.toBeInstanceOf(URL);

describe('addresses that are refused when they are saved (C7.6)', () => {
  test.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://017700000001',
    'http://0',
    'http://0.0.0.0',
    'http://127.0.0.1.',
    'http://127%2e0%2e0%2e1',
    'http://①②⑦.⓪.⓪.①',
    'http://127。0。0。1',
    'http:127.0.0.1',
    'http:///127.0.0.1',
    'http:\\\\127.0.0.1',
    'http://127.0.0.1\\@example.com',
    'http://127.0.0.1#@example.com',
  ])('a spelling of the own machine: %s', (url) => refused(offline, url));

  test.each([
    'http://localhost',
    'http://LOCALHOST.',
    'http://ⓛocalhost',
    'http://x.localhost',
    'http://a.local',
    'http://a.internal',
    'http://kubernetes.default.svc',
    'http://metadata.google.internal',
    'http://instance-data',
    'http://localhost.localdomain',
    'http://nas.home.arpa',
    'http://example..com',
  ])('a name of the inside: %s', (url) => refused(offline, url));

  test.each(['http://127.0.0.1.nip.io', 'http://localtest.me'])(
    'a public name of the inside: %s',
    async (url) => {
      const lookup = names({ '127.0.0.1.nip.io': ['127.0.0.1'], 'localtest.me': ['::1', '127.0.0.1'] });
      await refused(openAddressGuard({ allowHosts: [], lookup }), url);
    },
  );

  test.each([
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:8.8.8.8]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[4000::1]',
  ])('an address that is not public: %s', (host) => refused(offline, `https://${host}/hook`));

  test.each(['172.15.255.255', '172.32.0.1', '100.128.0.1', '11.0.0.1', '[2606:4700:4700::1111]'])(
    'but not its public neighbour: %s',
    (host) => accepted(offline, `https://${host}/hook`),
  );

  test.each([
    '',
    'example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_x',
    'data:text/plain,x',
    'javascript:alert(1)',
    '//x',
    'http://',
    'http://[::1',
    'http://[fe80::1%25eth0]',
    'http://example.com:99999',
    'https://user:pw@example.com',
    'https://user@example.com',
    'https://:pw@example.com',
    'http://example.com@127.0.0.1',
    'https://example.com:0',
    'https://example.com:22',
    'https://example.com:25',
    'https://example.com:6379',
    'https://example.com:5432',
    `https://example.com/${'x'.repeat(2029)}`,
  ])('a text that is no URL of the web: %s', (url) => refused(offline, url));

  test.each([
    ['below 1,024', [1, 23, 79, 81, 110, 389, 442, 444, 445, 465, 587, 636, 873, 993, 1_023]],
    [
      'of databases',
      [1_433, 1_521, 3_306, 5_432, 5_984, 6_432, 9_042, 26_257, 27_017, 27_018, 27_019, 33_060],
    ],
    ['of caches and searches', [6_379, 6_380, 9_200, 9_300, 11_211, 16_379, 26_379]],
    ['of queues', [4_369, 5_671, 5_672, 9_092, 9_093, 15_672, 61_616]],
    [
      'of machines and their managers',
      [2_375, 2_376, 2_377, 2_379, 2_380, 3_389, 5_900, 6_443, 8_500, 10_250, 10_255],
    ],
  ])('ports %s (C7.6)', async (_, ports) => {
    for (const port of ports) await refused(offline, `https://example.com:${port}/hook`);
  });

  test.each([
    'https://example.com/hook?a=b#c',
    'https://example.com:80',
    'https://example.com:1024',
    'http://example.com:65535',
    'http://example.com.',
    'http://example.com:443',
    'https://example.com:8443',
    'https://bücher.example',
    `https://example.com/${'x'.repeat(2028)}`,
  ])('but not one of the web: %s', (url) => accepted(offline, url));

  test('http where only https is wanted', async () => {
    await refused(offline, 'http://example.com', { httpsOnly: true });
    await accepted(offline, 'https://example.com', { httpsOnly: true });
  });

  test.each([
    ['one private answer', ['10.1.2.3']],
    ['a private answer beside a public one', ['93.184.215.14', '127.0.0.1']],
    ['a private IPv6 answer alone', ['::1']],
    ['a mapped answer', ['::ffff:10.0.0.1']],
  ])('a name with %s', async (_, answers) => {
    const guard = openAddressGuard({ allowHosts: [], lookup: names({ 'hooks.example.com': answers }) });
    await refused(guard, 'https://hooks.example.com/x');
    await expect(guard.assertHost('hooks.example.com')).rejects.toBeInstanceOf(AddressRefused);
    await expect(guard.resolve('hooks.example.com')).rejects.toBeInstanceOf(AddressRefused);
  });

  test('a name with public answers, with none, or with none in time is accepted', async () => {
    const lookup = names({ 'hooks.example.com': ['93.184.215.14', '2606:4700:4700::1111'] });
    await accepted(openAddressGuard({ allowHosts: [], lookup }), 'https://hooks.example.com/x');
    await accepted(offline, 'https://unknown.example.com/x');
    const silent = openAddressGuard({ allowHosts: [], lookup: () => new Promise(() => {}) });
    await accepted(silent, 'https://slow.example.com/x');
  });

  test('a refusal does not name what was refused', async () => {
    const lookup = names({ 'secret-host.example.com': ['10.1.2.3'] });
    const error = await openAddressGuard({ allowHosts: [], lookup })
      .checkUrl('https://secret-host.example.com/secret-path')
      .catch(String);
    expect(error).toMatch(
      /^AddressRefused: The address must not lead into a private or reserved network, .*OUTBOUND_ALLOW_HOSTS/,
    );
  });
});

describe('hosts that the operator allows (C7.6)', () => {
  const lookup = names({
    localhost: ['127.0.0.1'],
    'mail.internal': ['10.0.0.5'],
    'localtest.me': ['127.0.0.1'],
  });

  test('are let through as they are written in the URL', async () => {
    const guard = openAddressGuard({ allowHosts: ['127.0.0.1', '[::1]', 'Mail.Internal'], lookup });
    for (const url of [
      'http://127.0.0.1:9/x',
      'http://127.1',
      'http://[::1]:5432',
      'https://mail.internal.',
    ]) {
      await accepted(guard, url, { httpsOnly: true });
    }
    for (const url of [
      'http://localhost',
      'http://localtest.me',
      'http://127.0.0.2',
      'http://x.mail.internal',
    ]) {
      await refused(guard, url);
    }
    await refused(guard, 'ftp://127.0.0.1');
    await refused(guard, 'http://user:pw@127.0.0.1');
    await expect(guard.resolve('mail.internal')).resolves.toBe('10.0.0.5');
    await expect(guard.resolve('127.0.0.1')).resolves.toBe('127.0.0.1');
    await expect(guard.resolve('::1')).resolves.toBe('::1');
  });

  test.each([
    ['127.0.0.1', true],
    ['0x7f.1', true],
    ['127.0.0.2', false],
    ['example.com', false],
    ['no host', false],
  ])('are recognized: %s', (host, isAllowed) => {
    const guard = openAddressGuard({ allowHosts: ['127.0.0.1'] });
    expect(guard.allows(host)).toBe(isAllowed);
  });

  test('an address does not allow the name that leads to it, nor a name its address', async () => {
    const guard = openAddressGuard({ allowHosts: ['localhost'], lookup });
    await accepted(guard, 'http://localhost:3000');
    await refused(guard, 'http://127.0.0.1:3000');
  });

  test.each(['http://localhost', 'localhost:3000', 'a/b', 'user@host', '', '10.0.0.0/8'])(
    'an entry that is no host is refused at the start: %s',
    (entry) =>
      expect(() => openAddressGuard({ allowHosts: [entry] })).toThrow(
        'The host must be a name or an address.',
      ),
  );
});

describe('hosts that are no part of a URL, such as mail servers (C7.6)', () => {
  const guard = openAddressGuard({
    allowHosts: [],
    lookup: names({
      'smtp.example.com': ['2606:4700:4700::1111', '93.184.215.14'],
      'inside.example.com': ['10.0.0.1'],
    }),
  });

  test.each([
    '127.0.0.1',
    '0x7f.1',
    '::1',
    '::ffff:10.0.0.1',
    'localhost',
    'mail',
    'inside.example.com',
    'a b',
    'a/b',
    'x@y.com',
    'y.com:25',
    '[::1]',
  ])('are refused: %s', async (host) => {
    await expect(guard.assertHost(host)).rejects.toBeInstanceOf(AddressRefused);
    await expect(guard.resolve(host)).rejects.toBeInstanceOf(AddressRefused);
  });

  test('resolve to the address to dial', async () => {
    await guard.assertHost('smtp.example.com');
    await guard.assertHost('unknown.example.com');
    await expect(guard.resolve('smtp.example.com')).resolves.toBe('93.184.215.14');
    await expect(guard.resolve('93.184.215.14')).resolves.toBe('93.184.215.14');
    await expect(guard.resolve('2606:4700:4700::1111')).resolves.toBe('2606:4700:4700::1111');
    await expect(guard.resolve('unknown.example.com')).rejects.toThrow('ENOTFOUND');
  });
});

describe('requests (C7.4, C7.6)', () => {
  /** Listens where nobody may come. */
  let canary: Server;
  let canaryVisits = 0;
  let canaryPort: number;
  const servers: { close(): unknown; closeAllConnections?(): void }[] = [];
  const post = { method: 'POST', body: 'x' } as const;

  beforeAll(async () => {
    canary = createServer((_, response) => response.end('reached')).on('connection', () => canaryVisits++);
    canaryPort = await listen(canary, '127.0.0.2');
  });
  afterEach(() => {
    expect(canaryVisits).toBe(0);
    for (const server of servers.splice(0)) {
      server.closeAllConnections?.();
      server.close();
    }
  });
  afterAll(() => canary.close());

  async function listen(server: Server, host: string): Promise<number> {
    server.listen(0, host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function serve(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    return `http://127.0.0.1:${await listen(server, '127.0.0.1')}`;
  }

  const here = openSafeFetch(openAddressGuard({ allowHosts: ['127.0.0.1'] }));

  test('go out once, as they are given, without a kept connection', async () => {
    const requests: { method: string | undefined; url: string | undefined; headers: object; body: string }[] =
      [];
    const url = await serve(async (request, response) => {
      const body = (await request.toArray()).join('');
      requests.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.writeHead(201, { 'X-Answer': 'yes', 'set-cookie': ['a=1', 'b=2'] }).end('grüezi');
    });
    const answer = await here(`${url}/hook?a=b#c`, {
      method: 'PUT',
      headers: { 'X-Key': 'k' },
      body: Buffer.from('{}'),
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toBe('grüezi');
    expect(answer.headers).toMatchObject({ 'x-answer': 'yes', 'set-cookie': ['a=1', 'b=2'] });
    expect(requests).toEqual([
      {
        method: 'PUT',
        url: '/hook?a=b',
        headers: {
          host: url.slice('http://'.length),
          connection: 'close',
          'content-length': '2',
          'user-agent': 'waitlist-service',
          'x-key': 'k',
        },
        body: '{}',
      },
    ]);
  });

  test('reach no literal address', async () => {
    const fetch = openSafeFetch(offline);
    for (const host of ['127.0.0.2', '0x7f.0.0.2', '[::ffff:127.0.0.2]', '[::7f00:2]', '0']) {
      await expect(fetch(`http://${host}:${canaryPort}/`, post), host).rejects.toBeInstanceOf(AddressRefused);
    }
    await expect(fetch(`http://x@127.0.0.2:${canaryPort}/`, post)).rejects.toBeInstanceOf(AddressRefused);
  });

  test('reach no private address behind a name, also beside a public one', async () => {
    const lookup = names({
      'one.example.com': ['127.0.0.2'],
      'two.example.com': ['93.184.215.14', '127.0.0.2'],
    });
    const fetch = openSafeFetch(openAddressGuard({ allowHosts: [], lookup }));
    for (const host of ['one.example.com', 'two.example.com']) {
      for (const scheme of ['http', 'https']) {
        await expect(fetch(`${scheme}://${host}:${canaryPort}/`, post)).rejects.toBeInstanceOf(
          AddressRefused,
        );
      }
    }
  });

  test('reach no name that was public when it was saved and is private now', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.2']];
    const lookup = vi.fn(async () =>
      (answers.shift() ?? ['127.0.0.2']).map((address) => ({ address, family: 4 })),
    );
    const guard = openAddressGuard({ allowHosts: [], lookup });
    const url = `http://rebind.example.com:${canaryPort}/`;
    await accepted(guard, url);
    await expect(openSafeFetch(guard)(url, post)).rejects.toBeInstanceOf(AddressRefused);
    expect(lookup).toHaveBeenCalledTimes(2); // once each: what was checked is what is dialled
  });

  test('reach an allowed name, and its port whatever that is', async () => {
    const url = new URL(await serve((_, response) => response.end('here')));
    const lookup = names({ 'dev.internal': ['127.0.0.1'] });
    const fetch = openSafeFetch(openAddressGuard({ allowHosts: ['dev.internal'], lookup }));
    expect((await fetch(`http://dev.internal:${url.port}/`, post)).body).toBe('here');
  });

  test.each([301, 302, 303, 307, 308])('do not follow a redirect (%i)', async (status) => {
    const url = await serve((_, response) =>
      response.writeHead(status, { location: `http://127.0.0.2:${canaryPort}/` }).end(),
    );
    expect((await here(url, post)).status).toBe(status);
  });

  test('ignore the proxies of the environment', async () => {
    const proxy = `http://127.0.0.2:${canaryPort}`;
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY'])
      vi.stubEnv(name, proxy);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    try {
      const url = await serve((_, response) => response.end('direct'));
      expect((await openSafeFetch(openAddressGuard({ allowHosts: ['127.0.0.1'] }))(url, post)).body).toBe(
        'direct',
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('read 64 KiB of a body and drop the connection', async () => {
    let sent = 0;
    const gone = signal();
    const url = await serve((_, response) => {
      response.on('close', gone.resolve);
      const chunk = Buffer.alloc(65_536, 'x');
      const more = () => {
        while (!response.destroyed && sent < 10 * 1024 * 1024) {
          sent += chunk.length;
          if (!response.write(chunk)) return response.once('drain', more);
        }
        return response.end();
      };
      more();
    });
    const { status, body } = await here(url, post);
    await gone.promise;
    expect(status).toBe(200);
    expect(body).toBe('x'.repeat(65_536));
    expect(sent).toBeLessThan(10 * 1024 * 1024);
  });

  test('end an endless drip at the deadline', async () => {
    const gone = signal();
    const url = await serve((_, response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => {
        clearInterval(drip);
        gone.resolve();
      });
    });
    await expect(here(url, { ...post, timeoutMs: 3_000 })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await gone.promise;
  });

  test('end at the deadline when no answer or no whole header comes', async () => {
    const silent = await serve(() => {});
    await expect(here(silent, { ...post, timeoutMs: 200 })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    const slow = createTcpServer((socket) => {
      socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    }).listen(0, '127.0.0.1');
    servers.push(slow);
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo;
    const error = await here(`http://127.0.0.1:${port}`, { ...post, timeoutMs: 3_000 }).catch(
      (caught) => caught,
    );
    expect(error).toMatchObject({ code: 'ETIMEDOUT' });
    expect(error.syscall).toBeUndefined(); // the request may have been read
  });

  test('refuse an answer with more than 16 KiB of headers', async () => {
    const flood = createTcpServer((socket) => {
      socket
        .on('error', () => {})
        .write(`HTTP/1.1 200 OK\r\n${`X-Flood: ${'x'.repeat(1_000)}\r\n`.repeat(1_000)}\r\n`);
    }).listen(0, '127.0.0.1');
    servers.push(flood);
    await once(flood, 'listening');
    const { port } = flood.address() as AddressInfo;
    await expect(here(`http://127.0.0.1:${port}`, post)).rejects.toMatchObject({
      code: 'UND_ERR_HEADERS_OVERFLOW',
    });
  });

  test('distinguish a request that was never sent', async () => {
    const dropped = await serve((request) => request.socket.destroy());
    const error = await here(dropped, post).catch((caught) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error.syscall).not.toBe('connect');

    const closed = createServer();
    const port = await listen(closed, '127.0.0.1');
    closed.close();
    await once(closed, 'close');
    await expect(here(`http://127.0.0.1:${port}`, post)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });

    const plain = await serve(() => {});
    await expect(here(plain.replace('http:', 'https:'), post)).rejects.toMatchObject({ syscall: 'connect' });
    await expect(openSafeFetch(offline)('http://unknown.example.com', post)).rejects.toMatchObject({
      code: 'ENOTFOUND',
      syscall: 'connect',
    });
    const silent = openSafeFetch(openAddressGuard({ allowHosts: [], lookup: () => new Promise(() => {}) }));
    await expect(silent('http://slow.example.com', { ...post, timeoutMs: 200 })).rejects.toMatchObject({
      code: 'ETIMEDOUT',
      syscall: 'connect',
    });
    await expect(silent('http://slow.example.com', post)).rejects.toMatchObject({
      code: 'UND_ERR_CONNECT_TIMEOUT',
      syscall: 'connect',
    });
  });

  test('trust no certificate that nobody vouches for, and send it nothing', async () => {
    const day = 86_400_000;
    const { privateKey, pem } = makeCertificate(
      '127.0.0.1',
      new Date(Date.now() - day),
      new Date(Date.now() + day),
    );
    let asked = 0;
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const server = createTlsServer({ key, cert: pem }, () => asked++);
    servers.push(server);
    const port = await listen(server, '127.0.0.1');
    await expect(here(`https://127.0.0.1:${port}`, post)).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      syscall: 'connect',
    });
    expect(asked).toBe(0);
  });
});
