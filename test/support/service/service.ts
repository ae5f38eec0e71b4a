import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '../../../src/api/app.ts';
import { openWebContext, type WebContext } from '../../../src/api/web-context.ts';
import { readConfig } from '../../../src/shared/config.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { makeDatabase, reach } from './database.ts';
import { type AccountOptions, makeAccount, makeKey, type TestAccount } from './make.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The web app of one test file with its own database. Requests go through the whole server. */
export interface Service {
  readonly app: FastifyInstance;
  readonly ctx: WebContext;
  readonly sql: Sql;
  /** The environment to start other processes with. */
  readonly env: NodeJS.ProcessEnv;
  account(options?: AccountOptions): Promise<TestAccount>;
  key(account: TestAccount, scopes: Parameters<typeof makeKey>[2]): Promise<string>;
  /** Creates a waitlist. @returns its id */
  waitlist(account: TestAccount, change?: Record<string, unknown>): Promise<string>;
  call(method: Method, url: string, key?: string, options?: InjectOptions): Promise<LightMyRequestResponse>;
  /** Signs up from a new client address, so that the limit per address does not apply. */
  signUp(
    account: TestAccount,
    waitlist: string,
    body: Record<string, unknown>,
  ): Promise<LightMyRequestResponse>;
  /** The ids of the pending jobs with this name. */
  pendingJobs(job: string): Promise<string[]>;
}

/** Starts the app before the first test of the file and stops it after the last. */
export function useService(
  env: NodeJS.ProcessEnv = {},
  prepare: () => Promise<void> = async () => {},
): Service {
  const service = {} as { -readonly [K in keyof Service]: Service[K] };
  let names = 0;
  let addresses = 0;

  beforeAll(async () => {
    await prepare();
    const { databaseUrl, redisUrl } = await makeDatabase();
    const redis = new Redis(redisUrl);
    await redis.flushdb();
    redis.disconnect();
    service.env = {
      ...(await reach(databaseUrl)),
      REDIS_URL: redisUrl,
      LOG_LEVEL: 'silent',
      TRUST_PROXY: 'loopback',
      ENCRYPTION_KEY: '0'.repeat(64),
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
      MANAGED_EMAIL_URL: 'smtp://127.0.0.1:1',
      MANAGED_EMAIL_FROM: 'Test <test@example.com>',
      ...env,
    };
    service.ctx = openWebContext(readConfig(service.env));
    service.sql = service.ctx.sql;
    service.app = await buildApp(service.ctx);
    await service.app.ready();
  });

  afterAll(async () => {
    await service.app?.close();
    await service.ctx?.close();
  });

  service.account = (options) => makeAccount(service.sql, options);
  service.key = (account, scopes) => makeKey(service.sql, account.accountId, scopes);
  service.call = (method, url, key, options = {}) =>
    service.app.inject({
      method,
      url,
      ...options,
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...options.headers },
    });
  service.waitlist = async (account, change) => {
    names += 1;
    const made = await service.call('POST', '/v1/waitlists', account.key, {
      payload: { name: `List ${names}` },
    });
    const { id } = made.json();
    if (change) await service.call('PATCH', `/v1/waitlists/${id}`, account.key, { payload: change });
    return id;
  };
  service.signUp = (account, waitlist, payload) => {
    addresses += 1;
    const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
    return service.call('POST', `/v1/waitlists/${waitlist}/signups`, account.key, {
      payload,
      headers: { 'x-forwarded-for': address },
    });
  };
  service.pendingJobs = async (job) =>
    (await service.sql<{ id: string }[]>`SELECT id FROM outbox WHERE job = ${job} ORDER BY id`).map(
      ({ id }) => id,
    );
  return service;
}
