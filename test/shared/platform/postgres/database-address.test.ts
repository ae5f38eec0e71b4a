import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../../src/shared/config.ts';
import { makeCertificate } from '../../../support/network/certificate.ts';
import { startTlsFront } from '../../../support/network/tls-front.ts';
import { openApp } from '../../../support/service/app.ts';
import { makeDatabase } from '../../../support/service/database.ts';
import { useService } from '../../../support/service/service.ts';

const needed = { REDIS_URL: 'redis://cache', ENCRYPTION_KEY: 'ab'.repeat(32) };
const read = (DATABASE_URL: string, more: NodeJS.ProcessEnv = {}) =>
  readConfig({ ...needed, DATABASE_URL, ...more });

/** As platforms show them, with what is said of them. */
const asWritten: [string, RegExp[]][] = [
  ['?sslmode=prefer', [/^DATABASE_URL has sslmode=prefer: /]],
  ['?sslmode=allow', [/^DATABASE_URL has sslmode=allow: /]],
  ['?schema=public', []],
  ['?gssencmode=disable', []],
  ['?target_session_attrs=any', []],
  ['?sslmode=disable&supa=base-pooler.x', [/drivers, which are ignored: supa\.$/]],
  ['?sslmode=disable&uselibpqcompat=true', []],
  [
    '?connection_limit=3&pool_timeout=0',
    [/connection_limit=3: each process has a pool of 3/, /: pool_timeout\.$/],
  ],
  [
    '?application_name=x&connect_timeout=10&keepalives=1',
    [/: application_name, connect_timeout, keepalives\.$/],
  ],
  ['?options=-c%20work_mem%3D8MB&statement_timeout=4000', []],
];

describe('addresses of databases as platforms write them', () => {
  const service = useService();
  const own = () => (service.env.DATABASE_URL ?? '').split('?', 1)[0] ?? '';

  test.each(asWritten)('%s works, and is warned of where something is left out', async (search, said) => {
    const env = { ...service.env, DATABASE_URL: own() + search };
    const { warnings } = readConfig(env);
    expect(warnings).toEqual(said.map((pattern) => expect.stringMatching(pattern)));
    const { app } = await openApp(env);
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.body]).toEqual([200, '{"status":"ok"}']);
  });

  test('prefer encrypts where the server can, whoever signed its certificate', async () => {
    const now = Date.now();
    const certificate = makeCertificate('elsewhere.test', new Date(now - 9e7), new Date(now + 9e7));
    const front = await startTlsFront(own(), certificate);
    const { app, close } = await openApp({ ...service.env, DATABASE_URL: `${front.url}?sslmode=prefer` });
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    expect(front.encrypted()).toBeGreaterThan(0);
    await close();
    await front.close();
  });

  test('several hosts have each their own port, and the role that is asked for is found, not passed on', () => {
    const { database, warnings } = read('postgres://u:p@h1,h2:6432,[::1]:7/db?target_session_attrs=primary');
    expect(warnings).toEqual([]);
    expect(database.url).toBe('postgres://u:p@h1/db');
    expect(database.hosts).toEqual([
      { name: 'h1', port: 5432 },
      { name: 'h2', port: 6432 },
      { name: '::1', port: 7 },
    ]);
    const replica = read(String(service.env.DATABASE_URL), {
      DATABASE_REPLICA_URL: 'postgres://u:p@h1,h2/db?target_session_attrs=prefer-standby&sslmode=require',
    }).database.replica?.address;
    expect(replica?.hosts).toHaveLength(2);
    const { tls } = replica ?? {};
    const check = (name: string) =>
      typeof tls === 'object' && tls.checkServerIdentity?.('', { subjectaltname: `DNS:${name}` } as never);
    expect([check('h1'), check('h2')]).toEqual([undefined, undefined]);
    expect(check('h3')).toBeInstanceOf(Error);
    for (const [hosts, message] of [
      ['h1,', /^Bad environment: DATABASE_URL names several hosts, and one of them is none$/],
      ['h1,h2:x', /names several hosts, and one of them is none$/],
      ['h1,h2/db?host=/run', /names several hosts and a folder of a socket$/],
    ] as const)
      expect(() => read(`postgres://u:secret@${hosts}`)).toThrow(message);
    expect(() => read('mysql://u:secret@h1,h2/db')).toThrow(/must be a URL that starts with postgres:/);
  });

  test('parameters with a meaning here are followed', () => {
    const pooler = 'postgres://u:p@pooler:6543/db?pgbouncer=true&connection_limit=1';
    expect(() => read(pooler)).toThrow(
      /^Bad environment: DATABASE_DIRECT_URL is not set, though .+pgbouncer=true/,
    );
    const direct = { DATABASE_DIRECT_URL: 'postgres://u:p@db/db' };
    expect(read(pooler, direct).database).toMatchObject({
      url: 'postgres://u:p@pooler:6543/db',
      isPreparing: false,
      connections: 2,
    });
    expect(read(pooler, { ...direct, DATABASE_PREPARE: '1', DATABASE_POOL: '9' }).database).toMatchObject({
      isPreparing: true,
      connections: 9,
    });
    const tlsOf = (search: string) => read(`postgres://u:p@h/db${search}`).database.tls;
    expect(tlsOf('?sslmode=require&uselibpqcompat=true')).toMatchObject({ rejectUnauthorized: false });
    expect(tlsOf('?sslmode=require&sslaccept=accept_invalid_certs')).toMatchObject({
      rejectUnauthorized: false,
    });
    expect(tlsOf('?sslmode=require&sslaccept=strict')).toMatchObject({ rejectUnauthorized: true });
    expect(read('postgres://u:p@localhost/db?host=/cloudsql/a:b:c').database).toMatchObject({
      url: 'postgres://u:p@localhost/db',
      socket: '/cloudsql/a:b:c',
    });
    expect(read('postgres://u:p@h/db?schema=lists').database.url).toBe(
      'postgres://u:p@h/db?search_path=lists',
    );
  });

  const changed = (change: (url: URL) => void) => () => {
    const url = new URL(own());
    change(url);
    return url.href;
  };
  const causes: [string, () => Promise<string> | string, string][] = [
    [
      'a wrong password',
      changed((url) => {
        url.password = 'no';
      }),
      'the database refuses the login',
    ],
    [
      'no such database',
      changed((url) => {
        url.pathname = '/nowhere';
      }),
      'the database does not exist',
    ],
    [
      'a closed port',
      changed((url) => {
        url.port = '1';
      }),
      'the database cannot be reached',
    ],
    [
      'an unknown host',
      changed((url) => {
        url.hostname = 'nowhere.invalid';
      }),
      'the database has a host name that is not known',
    ],
    ['a socket that is not there', () => `${own()}?host=/nowhere`, 'the database has no socket there'],
    [
      'a setting that it refuses',
      () => `${own()}?my.0=x&timezone=Nowhere`,
      'the database refuses a setting of the connection',
    ],
    [
      'TLS that it does not take',
      () => `${own()}?sslmode=require`,
      'the database cannot be reached over TLS',
    ],
    [
      'no migrations',
      async () => (await makeDatabase({ migrated: false })).databaseUrl,
      'migrations are pending',
    ],
  ];
  test.each(causes)('%s is 503, and /readyz says why', async (_, url, reason) => {
    const { app } = await openApp({ ...service.env, DATABASE_URL: await url() });
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.json().reason]).toEqual([503, expect.stringContaining(reason)]);
    const headers = { authorization: `Bearer ${(await service.account()).key}` };
    for (const path of ['/v1/account', '/dashboard/sign-in', '/mcp'])
      for (const method of ['GET', 'POST'] as const) {
        const { statusCode } = await app.inject({ method, url: path, headers });
        expect([path, method, statusCode]).not.toEqual([path, method, 500]);
        if (path === '/v1/account' && method === 'GET') expect(statusCode).toBe(503);
      }
  });

  test('rights that are missing are 503', async () => {
    const { databaseUrl } = await makeDatabase();
    const role = `reader_${process.pid}`;
    const { ctx } = await openApp({ ...service.env, DATABASE_URL: databaseUrl });
    await ctx.sql.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'pass'`);
    const url = new URL(databaseUrl);
    url.username = role;
    url.password = 'pass';
    const { app } = await openApp({ ...service.env, DATABASE_URL: url.href });
    const headers = { authorization: `Bearer ${(await service.account()).key}` };
    const answer = await app.inject({ url: '/v1/account', headers });
    expect([answer.statusCode, (await app.inject('/readyz')).json().reason]).toEqual([
      503,
      'the database refuses a right',
    ]);
    await ctx.sql.unsafe(`DROP ROLE ${role}`);
  });
});
