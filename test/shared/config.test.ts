import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/shared/config.ts';

const key = 'ab'.repeat(32);
const needed = {
  DATABASE_URL: 'postgres://user:pass@db/name',
  REDIS_URL: 'redis://cache',
  ENCRYPTION_KEY: key,
};

/** What is said about a bad environment. */
function complaintOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('accepted');
}

describe('readConfig', () => {
  test('with the two addresses and a key it has all it needs (C9.3)', () => {
    expect(readConfig(needed)).toMatchObject({
      http: { port: 3000, trustProxy: 0 },
      database: { url: needed.DATABASE_URL },
      redis: { url: needed.REDIS_URL },
      baseUrl: 'http://localhost:3000',
      encryptionKeys: [key],
      outbound: { allowHosts: [] },
      email: { managed: null },
      log: { level: 'info' },
    });
  });

  test('reads what is set (C9.3, C9.4, C9.5)', () => {
    const config = readConfig({
      ...needed,
      PORT: '8080',
      TRUST_PROXY: '10.0.0.0/8, loopback,fd00::/8',
      DATABASE_POOL: '20',
      MANAGED_EMAIL_URL: 'smtps://user:pass@mail.example.com',
      MANAGED_EMAIL_FROM: 'Acme <hello@acme.com>',
      BASE_URL: 'https://list.example.com/',
      ENCRYPTION_KEY: `${Buffer.alloc(32).toString('base64')}, ${key}`,
      OUTBOUND_ALLOW_HOSTS: 'localhost,127.0.0.1',
      LOG_LEVEL: 'warn',
    });
    expect(config).toMatchObject({
      http: { port: 8080, trustProxy: ['10.0.0.0/8', 'loopback', 'fd00::/8'] },
      database: { connections: 20 },
      email: {
        managed: {
          type: 'smtp',
          settings: { host: 'mail.example.com', port: 465, secure: true, username: 'user', password: 'pass' },
          from: 'Acme <hello@acme.com>',
        },
      },
      baseUrl: 'https://list.example.com',
      encryptionKeys: [Buffer.alloc(32).toString('base64'), key],
      outbound: { allowHosts: ['localhost', '127.0.0.1'] },
      log: { level: 'warn' },
    });
    expect(readConfig({ ...needed, TRUST_PROXY: '2' }).http.trustProxy).toBe(2);
  });

  test('Postgres is reached directly, with named statements, unless a pooler is in between (N7)', () => {
    expect(readConfig(needed).database).toMatchObject({ isPreparing: true, direct: null });
    const direct = 'postgres://user:pass@db:5432/name';
    const pooled = readConfig({
      ...needed,
      DATABASE_URL: 'postgres://user:pass@pooler:6432/name',
      DATABASE_DIRECT_URL: `${direct}?sslmode=no-verify`,
      DATABASE_PREPARE: '0',
    });
    expect(pooled.database).toMatchObject({
      url: 'postgres://user:pass@pooler:6432/name',
      tls: false,
      isPreparing: false,
      direct: { url: direct, tls: { rejectUnauthorized: false } },
    });
  });

  test('reads go to the primary, or to a replica that may be so far behind (N7)', () => {
    expect(readConfig(needed).database.replica).toBeNull();
    const url = 'postgres://user:pass@standby/name';
    const replicaOf = (env: NodeJS.ProcessEnv) => readConfig({ ...needed, ...env }).database.replica;
    expect(replicaOf({ DATABASE_REPLICA_URL: url })).toMatchObject({
      address: { url, tls: false, hosts: [] },
      maxLagMs: 2_000,
    });
    expect(replicaOf({ DATABASE_REPLICA_URL: url, REPLICA_MAX_LAG: '5' })?.maxLagMs).toBe(5_000);
  });

  test.each([
    ['rediss://default:p%40ss@a.upstash.io:6379', {}],
    ['redis://default:pass@redis.railway.internal:6379?family=0', {}],
    ['redis://cache/3', {}],
    ['redis://cache?db=3', { url: 'redis://cache/3' }],
    [
      'rediss://:pass@h:6380?ssl_cert_reqs=none',
      { url: 'rediss://:pass@h:6380', tls: { rejectUnauthorized: false } },
    ],
    ['rediss://h?ssl_cert_reqs=required', { url: 'rediss://h', tls: { rejectUnauthorized: true } }],
    [
      'redis://h?tls=true&timeout=5',
      { url: 'redis://h', said: ['REDIS_URL has parameters that are ignored: tls, timeout.'] },
    ],
  ])(
    'takes the Redis of a platform: %s',
    (REDIS_URL, { url = REDIS_URL, said = [], tls }: { url?: string; said?: string[]; tls?: object }) => {
      const { redis, warnings } = readConfig({ ...needed, REDIS_URL });
      expect([redis.url, warnings]).toEqual([url, said]);
      if (tls) expect(redis.tls).toEqual(tls);
    },
  );

  test.each([
    ['smtp://user%40acme.com:pass@mail.acme.com:465', { port: 465, secure: true }],
    ['smtp://user@acme.com:pass@mail.acme.com', { port: 587, secure: false, username: 'user@acme.com' }],
    ['smtp://mail.acme.com:2465?encryption=ssl&auth_mode=login', { port: 2465, secure: true }],
    ['smtp://mail.acme.com?secure=true', { port: 465, secure: true }],
  ])('takes the mail server of other tools: %s', (MANAGED_EMAIL_URL, settings) => {
    const env = { ...needed, MANAGED_EMAIL_URL, MANAGED_EMAIL_FROM: 'a@acme.com' };
    expect(readConfig(env).email.managed?.settings).toMatchObject(settings);
  });

  test('Redis is one server, a cluster or sentinels, each also with TLS (N7)', () => {
    expect(readConfig(needed).redis).toEqual({ url: needed.REDIS_URL, group: null, tls: false });
    const groupOf = (url: string) => readConfig({ ...needed, REDIS_URL: url }).redis;
    expect(groupOf('redis+cluster://me:p%40ss@a:7000,b,[::1]:7002')).toMatchObject({
      tls: false,
      group: {
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 7000 },
          { host: 'b', port: 6379 },
          { host: '::1', port: 7002 },
        ],
        username: 'me',
        password: 'p@ss',
      },
    });
    expect(groupOf('rediss+sentinel://:pass@a,b:5000/main?sentinel_password=other')).toMatchObject({
      tls: { rejectUnauthorized: true },
      group: {
        kind: 'sentinel',
        nodes: [
          { host: 'a', port: 26379 },
          { host: 'b', port: 5000 },
        ],
        username: undefined,
        password: 'pass',
        name: 'main',
        sentinelPassword: 'other',
      },
    });
    expect(groupOf('rediss+cluster://a').tls).toEqual({ rejectUnauthorized: true });
  });

  test('reads how the operator looks in; a user and a password come together (C11.5)', () => {
    expect(readConfig(needed).operations).toEqual({ metricsToken: undefined, admin: null });
    const set = { METRICS_TOKEN: 'sesame', ADMIN_USER: 'ops', ADMIN_PASSWORD: 'open: sesame' };
    expect(readConfig({ ...needed, ...set }).operations).toEqual({
      metricsToken: 'sesame',
      admin: { user: 'ops', password: 'open: sesame' },
    });
    for (const one of [{ ADMIN_USER: 'ops' }, { ADMIN_PASSWORD: 'open: sesame', ADMIN_USER: '' }])
      expect(complaintOf({ ...needed, ...one })).toBe(
        'Bad environment: ADMIN_USER and ADMIN_PASSWORD must be set together',
      );
    expect(complaintOf({ ...needed, ...set, ADMIN_USER: 'o:ps' })).toContain(
      'ADMIN_USER must not contain a colon',
    );
    expect(complaintOf({ ...needed, METRICS_TOKEN: 'two words' })).toContain('METRICS_TOKEN must be');
  });

  test('the OpenID provider is whole or absent, and over https (N8)', () => {
    const set = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'sesame' };
    expect(readConfig(needed).singleSignOn).toBeNull();
    expect(readConfig({ ...needed, ...set }).singleSignOn).toEqual({
      issuer: 'https://id.example',
      clientId: 'us',
      clientSecret: 'sesame',
    });
    for (const name of Object.keys(set))
      expect(complaintOf({ ...needed, ...set, [name]: '' })).toBe(
        'Bad environment: OIDC_ISSUER must be set together with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
      );
    expect(complaintOf({ ...needed, ...set, OIDC_ISSUER: 'http://id.example' })).toContain(
      'OIDC_ISSUER must be',
    );
  });

  test('passwords are switched off only where there is an OpenID provider (N8)', () => {
    const set = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'sesame' };
    for (const [env, hasPasswords] of [
      [set, true],
      [{ ...set, OIDC_ONLY: '0' }, true],
      [{ OIDC_ONLY: 'false' }, true],
      [{ ...set, OIDC_ONLY: '1' }, false],
      [{ ...set, OIDC_ONLY: 'true' }, false],
    ] as const)
      expect(readConfig({ ...needed, ...env }).hasPasswords).toBe(hasPasswords);
    expect(complaintOf({ ...needed, OIDC_ONLY: '1' })).toBe(
      'Bad environment: OIDC_ONLY requires OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    );
    expect(complaintOf({ ...needed, ...set, OIDC_ONLY: 's3cret' })).toMatch(
      /^Bad environment: OIDC_ONLY (?!.*s3cret)/,
    );
  });

  test.each(Object.keys(needed))('%s missing, or set to nothing, is one clear line (C9.3)', (name) => {
    for (const value of [undefined, ''])
      expect(complaintOf({ ...needed, [name]: value })).toBe(`Bad environment: ${name} is not set`);
  });

  test.each([
    ['DATABASE_URL', 'mysql://s3cret@db/name'],
    ['DATABASE_URL', 's3cret'],
    ['REDIS_URL', 'http://s3cret'],
    ['REDIS_URL', 'redis+cluster://s3cret:port'],
    ['REDIS_URL', 'redis+cluster://s3cret,,b'],
    ['REDIS_URL', 'redis+cluster://s3cret/3'],
    ['REDIS_URL', 'redis+sentinel://s3cret'],
    ['REDIS_URL', 'redis+sentinel://:%s3cret@a/main'],
    ['REDIS_URL', 'redis+rediss://s3cret'],
    ['REDIS_URL', 'redis://h/s3cret'],
    ['REDIS_URL', 'redis://:%s3cret@h'],
    ['DATABASE_URL', 'postgres://u:%s3cret@h/db'],
    ['DATABASE_URL', 'postgres://u:12?s3cret@h/db'],
    ['DATABASE_URL', 'postgres://u:12#s3cret@h/db'],
    ['DATABASE_URL', 'postgres://h/db?gssencmode=require&application_name=s3cret'],
    ['DATABASE_URL', 'postgres://h/db?host=s3cret'],
    ['DATABASE_URL', 'postgres://h/db?sslmod=s3cret'],
    ['DATABASE_URL', 'postgres://h/db?sslmode=s3cret'],
    ['DATABASE_DIRECT_URL', 'mysql://s3cret@db/name'],
    ['DATABASE_PREPARE', 's3cret'],
    ['DATABASE_REPLICA_URL', 'redis://s3cret'],
    ['REPLICA_MAX_LAG', '0'],
    ['REPLICA_MAX_LAG', '61'],
    ['CELL', 'l'],
    ['CELL', 'A'],
    ['CELL', '10'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', 's3cret'],
    ['TRUST_PROXY', 's3cret'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,,10.0.0.2'],
    ['TRUST_PROXY', 'true'],
    ['DATABASE_POOL', '1'],
    ['EMAIL_CONCURRENCY', '0'],
    ['MANAGED_EMAIL_URL', 'https://s3cret@mail.example.com'],
    ['MANAGED_EMAIL_URL', 'ses://s3cret@'],
    ['MANAGED_EMAIL_URL', 'smtp://user:%s3cret@mail.example.com'],
    ['MANAGED_EMAIL_URL', 'mailgun://s3cret@example.com?region=mars'],
    ['OUTBOUND_ALLOW_HOSTS', 's3cret.internal:25'],
    ['OUTBOUND_ALLOW_HOSTS', 'localhost,https://s3cret'],
    ['OUTBOUND_ALLOW_HOSTS', 'localhost,'],
    ['MANAGED_EMAIL_FROM', 's3cret'],
    ['MANAGED_EMAIL_FROM', 'Acme <hello@acme.com>\r\nBcc: x@example.com'],
    ['LOG_LEVEL', 's3cret'],
    ['ENCRYPTION_KEY', 's3cret'],
    ['ENCRYPTION_KEY', `${key},s3cret`],
    ['BASE_URL', 's3cret'],
    ['RESEND_API_URL', 'ftp://s3cret'],
  ])('a bad %s is named, and its value is not shown (C9.3): %j', (name, value) => {
    const managed = { MANAGED_EMAIL_URL: 'smtp://mail.example.com', MANAGED_EMAIL_FROM: 'a@example.com' };
    const complaint = complaintOf({ ...needed, ...managed, [name]: value });
    expect(complaint).toMatch(new RegExp(`^Bad environment: ${name} `));
    expect(complaint).not.toContain('s3cret');
    expect(complaint).not.toContain('\n');
  });

  test('the secret for events is checked as an account’s own would be (C9.4)', () => {
    const managed = { MANAGED_EMAIL_URL: 'resend://re_1', MANAGED_EMAIL_FROM: 'a@example.com' };
    const withSecret = (secret: string) => ({ ...needed, ...managed, MANAGED_EMAIL_WEBHOOK_SECRET: secret });
    const good = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    expect(readConfig(withSecret(good)).email.managed?.webhookSecret).toBe(good);
    const complaint = complaintOf(withSecret(good.slice('whsec_'.length)));
    expect(complaint).toMatch(/^Bad environment: MANAGED_EMAIL_WEBHOOK_SECRET /);
    expect(complaint).not.toContain('AQEB');
  });

  test('all that is bad is named at once (C9.3)', () => {
    const complaint = complaintOf({ PORT: 'x', REDIS_URL: 'y' });
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'PORT']) expect(complaint).toContain(name);
  });

  test.each([[{ MANAGED_EMAIL_URL: 'smtp://mail.example.com' }], [{ MANAGED_EMAIL_FROM: 'a@example.com' }]])(
    'managed email needs its address and its sender together: %j (C9.4)',
    (env) => {
      expect(complaintOf({ ...needed, ...env })).toContain('MANAGED_EMAIL_FROM');
    },
  );
});
