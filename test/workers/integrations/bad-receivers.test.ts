import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const endless = 'x'.repeat(1_000);

/** What a raw connection is answered with, once its request is there. */
const answers: Readonly<Record<string, (socket: Socket) => void>> = {
  'never answers': () => {},
  'sends its headers without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x-more: 1\r\n'), 500);
    socket.once('close', () => clearInterval(drip));
  },
  'sends a megabyte of headers': (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${`x-long: ${endless}\r\n`.repeat(1_000)}\r\n`);
  },
  'hangs up': (socket) => socket.resetAndDestroy(),
  'speaks no HTTP': (socket) => socket.end('220 mail.example.com ESMTP\r\n'),
};

/** A whole head, and a byte of the body now and then. */
const drip = (status: number) => (socket: Socket) => {
  socket.write(`HTTP/1.1 ${status} So\r\nContent-Length: 1000\r\n\r\n`);
  const dripping = setInterval(() => socket.write('.'), 500);
  socket.once('close', () => clearInterval(dripping));
};

/** Of those that have answered, whatever became of the rest: the status is the answer (§2.9). */
const brokenAnswers: readonly (readonly [(socket: Socket) => void, object])[] = [
  [drip(200), { status: 'success', response_status: 200, error: null }],
  [drip(500), { status: 'failed', response_status: 500, error: 'The receiver answered 500.' }],
  [
    (socket) => socket.write('HTTP/1.1 204 No\r\nContent-Length: 9\r\n\r\n', () => socket.resetAndDestroy()),
    { status: 'success', response_status: 204, error: null },
  ],
];

describe('a receiver that does not behave', () => {
  const service = useService();
  const servers: Server[] = [];
  let worker: TestWorker;
  let good: FakeProvider;

  beforeAll(async () => {
    worker = openTestWorker(service);
    good = await startFakeProvider(() => ({ status: 200 }));
  });
  afterAll(async () => {
    await worker.close();
    await good.close();
    for (const server of servers) server.close();
  });

  async function listen(server: Server, scheme = 'http'): Promise<string> {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  /** An account whose signups are delivered to an address, and one signup. */
  async function signUpWith(url: string) {
    const account = await service.account({ plan: 'launch' });
    const made = await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url } },
    });
    expect(made.statusCode).toBe(201);
    const waitlist = await service.waitlist(account);
    await service.signUp(account, waitlist, { email: 'ada@example.com' });
    return {
      signUp: () => service.signUp(account, waitlist, { email: `${Math.random()}@example.com` }),
      log: async () => (await service.call('GET', '/v1/integrations/webhook/deliveries', account.key)).json(),
    };
  }

  test('has one failed record after 10 s at the most, and holds up nobody else (C7.4)', async () => {
    const bad = new Map<string, Awaited<ReturnType<typeof signUpWith>>>();
    const tellOf = async (answer: (socket: Socket) => void) => {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => answer(socket));
      });
      return signUpWith(await listen(server));
    };
    for (const [name, answer] of Object.entries(answers)) bad.set(name, await tellOf(answer));
    const broken: [Awaited<ReturnType<typeof signUpWith>>, object][] = [];
    for (const [answer, record] of brokenAnswers) broken.push([await tellOf(answer), record]);
    const day = 86_400_000;
    const { privateKey, pem } = makeCertificate(
      '127.0.0.1',
      new Date(Date.now() - day),
      new Date(Date.now() + day),
    );
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const tls = createHttpsServer({ key, cert: pem }, (_, response) => response.end());
    bad.set('has a certificate of its own making', await signUpWith(await listen(tls, 'https')));
    await worker.fanOut();
    const stuck = worker.deliver();

    const other = await signUpWith(good.url);
    for (let count = 0; count < 20; count++) {
      await other.signUp();
      await worker.fanOutAndDeliver();
    }
    expect(good.requests).toHaveLength(21);
    expect((await other.log()).map(({ status }: { status: string }) => status)).toEqual(
      Array(21).fill('success'),
    );

    await stuck;
    for (const [name, { log }] of bad) {
      const records = await log();
      expect([name, records.length]).toEqual([name, 1]);
      expect(records[0]).toMatchObject({ status: 'failed', response_status: null, delivered_at: null });
      expect([name, records[0].error]).toEqual([
        name,
        expect.stringMatching(/^The receiver gave no answer \(\w+\)\.$/),
      ]);
    }
    for (const [{ log }, record] of broken) expect(await log()).toMatchObject([record]);
    await worker.fanOutAndDeliver();
    for (const { log } of bad.values()) expect(await log()).toHaveLength(1);
  });

  test('may answer as much as it likes: 64 KiB are read (C7.4)', async () => {
    let written = 0;
    const server = createHttpServer((_, response) => {
      response.on('error', () => {});
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (written < 10 * 1024 * 1024 && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return;
        }
        response.end();
      };
      response.on('drain', more);
      more();
    });
    const { log } = await signUpWith(await listen(server as unknown as Server));
    await worker.fanOutAndDeliver();
    expect(await log()).toMatchObject([{ status: 'success', response_status: 200 }]);
    expect(written).toBeLessThan(10 * 1024 * 1024);
  });
});
