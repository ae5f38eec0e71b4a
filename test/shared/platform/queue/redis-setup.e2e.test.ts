import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Relay, startTcpProxy, throughPort } from '../../../support/network/tcp-proxy.ts';
import { type OwnRedis, startOwnRedis } from '../../../support/service/own-redis.ts';
import { startProcess } from '../../../support/service/processes.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
let redis: OwnRedis;
let operator: Redis;
/** The same Redis for a user who may not ask for its settings, as managed ones have it. */
let url: string;

beforeAll(async () => {
  redis = await startOwnRedis();
  operator = new Redis(redis.url);
  await operator.acl('SETUSER', 'service', 'on', '>secret', '~*', '&*', '+@all', '-config');
  const address = new URL(redis.url);
  [address.username, address.password] = ['service', 'secret'];
  url = address.href;
});

afterAll(async () => {
  operator?.disconnect();
  await redis?.close();
});

test.each(['web', 'worker'] as const)('a %s process warns of a Redis that throws keys away', async (kind) => {
  await operator.config('SET', 'maxmemory-policy', 'allkeys-lru');
  const process = await startProcess(kind, { ...service.env, REDIS_URL: url });
  const warnings = () => process.log.filter(({ policy }) => policy);
  try {
    await expect
      .poll(warnings)
      .toMatchObject([{ level: 40, policy: 'allkeys-lru', msg: expect.stringContaining('noeviction') }]);
  } finally {
    await process.stop();
  }
});

test('and of no other', async () => {
  await operator.config('SET', 'maxmemory-policy', 'noeviction');
  const { key } = await service.account();
  const web = await startProcess('web', { ...service.env, REDIS_URL: url });
  // Counted on the connection that was asked before.
  const answer = await fetch(`${web.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } });
  await web.stop();
  expect(answer.status).toBe(200);
  expect(web.log.filter(({ policy, version }) => policy ?? version)).toEqual([]);
});

/** Makes the server say that it is an old one, in as many bytes. */
const asVersion5: Relay = (client, server) => {
  client.pipe(server);
  server.on('data', (data) => {
    client.write(data.toString('latin1').replace(/(?<=redis_version:)\d/, '5'), 'latin1');
  });
};

test.each(['web', 'worker'] as const)('a %s process warns of a Redis that is too old', async (kind) => {
  const proxy = await startTcpProxy(Number(new URL(url).port), asVersion5);
  const process = await startProcess(kind, { ...service.env, REDIS_URL: throughPort(url, proxy.port) });
  const warnings = () => process.log.filter(({ version }) => version);
  try {
    await expect
      .poll(warnings)
      .toMatchObject([
        { level: 40, version: expect.stringMatching(/^5/), msg: expect.stringContaining('6.2') },
      ]);
    expect(process.output()).not.toMatch(/^[^{]/m); // as no library does in words of its own
  } finally {
    await process.stop();
    await proxy.close();
  }
});
