import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../../src/shared/config.ts';
import { documentOf, failureOf, waitlist } from '../../../cli/cli.ts';
import { type MailSink, startMailSink } from '../../../support/mail-sink.ts';
import { type Certificate, makeCertificate } from '../../../support/network/certificate.ts';
import { startTlsFront, type TlsFront } from '../../../support/network/tls-front.ts';
import { startProcess } from '../../../support/service/processes.ts';
import { useService } from '../../../support/service/service.ts';

const day = 86_400_000;
const certificateFor = (host: string) =>
  makeCertificate(host, new Date(Date.now() - day), new Date(Date.now() + day));

describe('Postgres and Redis behind TLS with certificates of their own', () => {
  const service = useService();
  let folder: string;
  let certificate: Certificate;
  let file: string;
  let postgres: TlsFront;
  let redis: TlsFront;
  let sink: MailSink;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waitlist-tls-'));
    certificate = certificateFor('localhost');
    file = join(folder, 'ca.pem');
    await writeFile(file, certificate.pem);
    postgres = await startTlsFront(service.env.DATABASE_URL ?? '', certificate);
    redis = await startTlsFront(service.env.REDIS_URL ?? '', certificate);
    sink = await startMailSink();
  });

  afterAll(async () => {
    await Promise.all([postgres, redis, sink].map((server) => server?.close()));
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command against the database behind the front. */
  const ask = (front: TlsFront, search: string, env: NodeJS.ProcessEnv = {}) =>
    waitlist({ DATABASE_URL: `${front.url}${search}`, ...env }, 'migrate', '--json');

  const fileInUrl = () => `?sslrootcert=${encodeURIComponent(file)}`;
  const text = () => ({ DATABASE_CA_CERT: certificate.pem });
  const textOnOneLine = () => ({ DATABASE_CA_CERT: certificate.pem.replaceAll('\n', '\\n') });
  const ways: [string, () => string, () => NodeJS.ProcessEnv][] = [
    ['without a check', () => '?sslmode=no-verify', () => ({})],
    ['without a check, by variable', () => '', () => ({ PGSSLMODE: 'no-verify' })],
    ['by a certificate alone', () => '', text],
    ['by a certificate in a file', () => '?sslmode=require', () => ({ DATABASE_CA_CERT: file })],
    ['by a certificate on one line', () => '?sslmode=verify-ca', textOnOneLine],
    ['by a file in the address', fileInUrl, () => ({})],
    ['as ssl=true', () => '?ssl=true', text],
    ['beside what the driver does not know', () => '?sslmode=verify-full&channel_binding=require', text],
  ];
  test.each(ways)('a command gets through %s (C9.3)', async (_, search, env) => {
    const before = postgres.encrypted();
    expect(documentOf(await ask(postgres, search(), env()))).toEqual({ applied: [] });
    expect(postgres.encrypted()).toBeGreaterThan(before);
  });

  test.each([
    ['', {}],
    ['?sslmode=disable', { PGSSLMODE: 'require' }],
    ['?ssl=false', { PGSSLMODE: 'require' }],
  ])(
    'TLS is not used where it is not asked for, and the address counts before PGSSLMODE: "%s" %j',
    async (search, env) => {
      const before = postgres.encrypted();
      expect(documentOf(await ask(postgres, search, env))).toEqual({ applied: [] });
      expect(postgres.encrypted()).toBe(before);
    },
  );

  test.each([
    '?sslmode=require',
    '?sslmode=verify-full',
    '?sslmode=verify-ca',
    '?ssl=true',
    '?sslrootcert=system',
  ])('an unknown authority is refused with %s, and the line gives advice', async (search) => {
    expect(failureOf(await ask(postgres, search))).toMatch(
      /^The database is not available: .+\. Its certificate is not signed by a known authority\. Set DATABASE_CA_CERT .+sslmode=no-verify/,
    );
  });

  test('a certificate for another name is refused, unless the name is left out of the check', async () => {
    const other = certificateFor('db.example.com');
    const front = await startTlsFront(service.env.DATABASE_URL ?? '', other);
    const env = { DATABASE_CA_CERT: other.pem };
    expect(failureOf(await ask(front, '?sslmode=require', env))).toMatch(
      /another name than .+ sslmode=verify-ca/,
    );
    expect(documentOf(await ask(front, '?sslmode=verify-ca', env))).toEqual({ applied: [] });
    await front.close();
  });

  test('a server without TLS is said to be one', async () => {
    const { DATABASE_URL = '' } = service.env;
    const plain = new URL(DATABASE_URL);
    plain.search = '?sslmode=require';
    expect(failureOf(await waitlist({ DATABASE_URL: plain.href }, 'migrate', '--json'))).toContain(
      'It does not take TLS.',
    );
  });

  const processEnv = (env: NodeJS.ProcessEnv) => ({
    ...service.env,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    MANAGED_EMAIL_URL: sink.url,
    ...env,
  });

  test.each([
    ['their certificate', () => ({ DATABASE_CA_CERT: certificate.pem, REDIS_CA_CERT: file })],
    ['no check', () => ({ PGSSLMODE: 'no-verify', REDIS_TLS_REJECT_UNAUTHORIZED: '0' })],
  ])('the service runs over both with %s: a signup is stored, counted and mailed', async (_, settings) => {
    const env = processEnv(settings());
    const [web, worker] = await Promise.all([startProcess('web', env), startProcess('worker', env)]);
    const account = await service.account();
    const list = await service.waitlist(account);
    const email = `${list}@example.com`;
    const before = redis.encrypted();
    await expect
      .poll(async () => {
        const response = await fetch(`${web.url}/v1/waitlists/${list}/signups`, {
          method: 'POST',
          headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ email }),
        });
        return response.status;
      })
      .toBe(201);
    await expect.poll(() => sink.received.get(email)).toBe(1);
    expect([await web.stop(), await worker.stop()]).toEqual([0, 0]);
    expect(before).toBeGreaterThan(0);
    for (const { log } of [web, worker])
      expect(log.filter(({ level, advice }) => advice || Number(level) >= 50)).toEqual([]);
  });

  test('processes that refuse a certificate log advice and are not ready', async () => {
    const [web, worker] = await Promise.all([
      startProcess('web', processEnv({ PGSSLMODE: 'require' })),
      startProcess('worker', processEnv({ PGSSLMODE: 'require', REDIS_CA_CERT: certificate.pem })),
    ]);
    const advices = (log: readonly Record<string, unknown>[]) => log.map(({ advice }) => advice);
    const unready = await fetch(`${web.url}/readyz`);
    expect(unready.status).toBe(503);
    await expect.poll(() => advices(web.log)).toContainEqual(expect.stringContaining('REDIS_CA_CERT'));
    for (const { log } of [web, worker])
      await expect.poll(() => advices(log)).toContainEqual(expect.stringContaining('DATABASE_CA_CERT'));
    const { key } = await service.account();
    const refused = await fetch(`${web.url}/v1/account`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(refused.status).toBe(503);
    expect([await web.stop(), await worker.stop()]).toEqual([0, 0]);
  });
});

describe('the variables of TLS', () => {
  const needed = {
    DATABASE_URL: 'postgres://user:s3cret@db/name',
    REDIS_URL: 'rediss://:s3cret@cache',
    ENCRYPTION_KEY: 'ab'.repeat(32),
  };

  test('certificates are checked unless that is switched off (C9.3)', () => {
    expect(readConfig(needed).redis.tls).toEqual({ rejectUnauthorized: true });
    expect(readConfig({ ...needed, REDIS_URL: 'redis://cache' }).redis.tls).toBe(false);
    expect(readConfig(needed).database.tls).toBe(false);
    for (const mode of ['require', 'verify-full', 'verify-ca'])
      expect(readConfig({ ...needed, PGSSLMODE: mode }).database.tls, mode).toMatchObject({
        rejectUnauthorized: true,
      });
  });

  test.each([
    ['DATABASE_URL', `${needed.DATABASE_URL}?sslmode=maybe`],
    ['DATABASE_URL', `${needed.DATABASE_URL}?ssl=maybe`],
    ['DATABASE_URL', `${needed.DATABASE_URL}?sslmode=require&sslrootcert=/s3cret/none.pem`],
    ['PGSSLMODE', 'maybe'],
    ['DATABASE_CA_CERT', '/s3cret/none.pem'],
    ['REDIS_CA_CERT', '-----BEGIN CERTIFICATE-----\ns3cret\n-----END CERTIFICATE-----'],
    ['REDIS_TLS_REJECT_UNAUTHORIZED', 's3cret'],
  ])('a bad %s is named, and not shown: %j', (name, value) => {
    expect(() => readConfig({ ...needed, [name]: value })).toThrow(
      new RegExp(`^Bad environment: ${name} [^\n]+$`),
    );
    expect(() => readConfig({ ...needed, [name]: value })).not.toThrow('s3cret');
  });

  test('a certificate for a Redis without TLS is a mistake', () => {
    const { pem } = certificateFor('cache');
    expect(() => readConfig({ ...needed, REDIS_URL: 'redis://cache', REDIS_CA_CERT: pem })).toThrow(
      /^Bad environment: REDIS_CA_CERT requires a REDIS_URL that starts with rediss:\/\/$/,
    );
  });
});
