import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Relay, startTcpProxy, type TcpProxy, throughPort } from '../../support/network/tcp-proxy.ts';
import { withholdAnswers } from '../../support/network/withheld-answer.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

/**
 * Where a transaction stops: before Postgres gets its COMMIT, or before the process gets the answer to it.
 */
type Stop = 'commit' | 'answer';

const service = useService();
let stop: { at: Stop; reached(): void } | undefined;
const proxies: TcpProxy[] = [];
const processes: ServiceProcess[] = [];

/** Holds back everything from the COMMIT, or from the answer to it, if `stop` says so. */
const relay: Relay = (client, server) => {
  let isHeld = false;
  const pass = (at: Stop, text: string, chunk: Buffer, send: (chunk: Buffer) => void) => {
    if (stop?.at === at && chunk.includes(text)) {
      isHeld = true;
      stop.reached();
      stop = undefined;
    }
    if (!isHeld) send(chunk);
  };
  client.on('data', (chunk) => pass('commit', 'commit', chunk, (each) => server.write(each)));
  server.on('data', (chunk) => pass('answer', 'COMMIT', chunk, (each) => client.write(each)));
};
const answers = withholdAnswers();

/** A web process whose connections to Postgres go through the relay. */
async function startBehind(through: Relay): Promise<ServiceProcess> {
  const { DATABASE_URL = '' } = service.env;
  const proxy = await startTcpProxy(Number(new URL(DATABASE_URL).port), through);
  const web = await startProcess('web', {
    ...service.env,
    DATABASE_URL: throughPort(DATABASE_URL, proxy.port),
  });
  proxies.push(proxy);
  processes.push(web);
  return web;
}

let other: ServiceProcess;
beforeAll(async () => {
  other = await startProcess('web', service.env);
  processes.push(other);
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

const post = (web: ServiceProcess, { key }: TestAccount, path: string, body: object) =>
  fetch(`${web.url}/v1/waitlists${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': 'once',
    },
    body: JSON.stringify(body),
  });

/** Repeats a request as a client should: while the dead attempt counts as running. */
async function repeat(account: TestAccount, path: string, body: object) {
  for (;;) {
    const response = await post(other, account, path, body);
    const answer = await response.json();
    if (response.status !== 409) return { status: response.status, answer };
    expect([answer.error.message, response.headers.has('retry-after')]).toEqual([
      expect.stringContaining('still running'),
      true,
    ]);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

test.each<Stop>(['commit', 'answer'])(
  'a web process killed before the %s: a repeat gets one answer, and the effect is there once (N1)',
  async (at) => {
    const account = await service.account();
    const web = await startBehind(relay);
    const reached = new Promise<void>((resolve) => {
      stop = { at, reached: resolve };
    });
    const lost = post(web, account, '', { name: 'One' }).catch(() => 'lost');
    await reached;
    await web.stop('SIGKILL');
    expect(await lost).toBe('lost');

    const { status, answer } = await repeat(account, '', { name: 'One' });
    expect([status, answer]).toEqual([201, expect.objectContaining({ name: 'One' })]);
    expect(await repeat(account, '', { name: 'One' })).toEqual({ status, answer });
    const rows = await service.sql`SELECT id FROM waitlists WHERE account_id = ${account.accountId}`;
    expect(rows).toEqual([{ id: answer.id }]);
  },
);

test('a web process killed within a bulk: a repeat answers as if nothing had happened (N1)', async () => {
  const account = await service.account();
  const path = `/${await service.waitlist(account)}/signups/bulk`;
  const signups = Array.from({ length: 120 }, (_, number) => ({ email: `person${number}@example.com` }));
  const web = await startBehind(answers.relay);
  const withheld = answers.withhold(50);
  const lost = post(web, account, path, { signups }).catch(() => 'lost');
  const stored = await withheld;
  await web.stop('SIGKILL');
  expect(await lost).toBe('lost');

  const { status, answer } = await repeat(account, path, { signups });
  expect([status, answer.created, answer.data]).toEqual([
    200,
    120,
    signups.map((_, index) => expect.objectContaining({ index, status: 'created', position: index + 1 })),
  ]);
  expect(answer.data.slice(0, 50).map(({ id }: { id: string }) => id)).toEqual(stored);
  expect(await repeat(account, path, { signups })).toEqual({ status, answer });
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
});
