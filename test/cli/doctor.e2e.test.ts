import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Check } from '../../src/cli/doctor/check.ts';
import { compareClocks } from '../../src/cli/doctor/check.ts';
import { checkNode } from '../../src/cli/doctor/check-environment.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { type FakeResend, resendSendingKey, startFakeResend } from '../support/fakes/resend.ts';
import { startMailSink } from '../support/mail-sink.ts';
import { type DnsAnswer, type DnsServer, startDnsServer } from '../support/network/dns-server.ts';
import { startOwnRedis } from '../support/service/own-redis.ts';
import { startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { documentOf, type Ended, failureOf, waitlist } from './cli.ts';

const from = 'Acme <hello@mail.acme.dev>';
const healthy: Record<string, DnsAnswer> = {
  'mail.acme.dev': { txt: ['some-verification=1', 'v=spf1 include:_spf.acme.dev ~all'] },
  'resend._domainkey.mail.acme.dev': { txt: [`v=DKIM1; k=rsa; p=${'MIGf'.repeat(100)}`] },
  '_dmarc.mail.acme.dev': 'nothing',
  '_dmarc.acme.dev': { txt: ['v=DMARC1; p=quarantine; rua=mailto:dmarc@acme.dev'] },
};

describe('waitlist doctor (N8)', () => {
  const service = useService();
  let names: DnsServer;
  let resend: FakeResend;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    names = await startDnsServer();
    resend = await startFakeResend();
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    env = {
      DATABASE_URL: service.env.DATABASE_URL,
      REDIS_URL: service.env.REDIS_URL,
      ENCRYPTION_KEY: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
      BASE_URL: `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`,
      METRICS_TOKEN: 'a-token-that-is-long-enough',
      MANAGED_EMAIL_URL: `resend://${resendSendingKey}`,
      RESEND_API_URL: resend.url,
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
      MANAGED_EMAIL_FROM: from,
      DNS_SERVERS: names.address,
    };
  });
  afterAll(() => Promise.all([names.close(), resend.close()]));

  const setNames = (changes: Record<string, DnsAnswer | undefined> = {}) => {
    names.names.clear();
    for (const [name, answer] of Object.entries({ ...healthy, ...changes }))
      if (answer !== undefined) names.names.set(name, answer);
  };
  async function examine(change: NodeJS.ProcessEnv = {}, ...args: string[]) {
    const { code, stdout, stderr } = await waitlist({ ...env, ...change }, 'doctor', '--json', ...args);
    expect(stderr).toBe('');
    const { state, checks }: { state: string; checks: Check[] } = JSON.parse(stdout);
    const find = (name: string) => checks.find(({ check }) => check === name);
    return { code, state, checks, find, stateOf: (name: string) => find(name)?.state };
  }
  const mailStates = async (changes: Record<string, DnsAnswer | undefined>, ...args: string[]) => {
    setNames(changes);
    const { stateOf } = await examine({}, ...args);
    return ['spf', 'dkim', 'dmarc'].map(stateOf);
  };

  test('finds nothing where all is well', async () => {
    setNames();
    const { checks } = await examine();
    const found = Object.fromEntries(checks.map(({ check, state }) => [check, state]));
    expect(found).toEqual({
      environment: 'ok',
      node: 'ok',
      base_url: 'warning', // http
      tokens: 'ok',
      postgres: 'ok',
      migrations: 'ok',
      durability: expect.any(String), // the databases of the tests need not survive a crash
      connections: 'ok',
      postgres_clock: 'ok',
      redis: 'ok',
      redis_connections: 'ok',
      redis_memory: 'ok',
      redis_persistence: 'ok',
      redis_clock: 'ok',
      workers: 'warning', // none runs here
      jobs: 'ok',
      mail: 'ok',
      mail_server: 'ok',
      spf: 'ok',
      dkim: 'ok',
      dmarc: 'ok',
      address: 'ok',
      address_clock: 'ok',
      secrets: 'ok',
    });
    for (const { state, advice } of checks) expect(advice === null).toBe(state === 'ok');
  });

  test('tells of workers that run, and of jobs that wait or are started no more', async () => {
    setNames();
    const worker = await startProcess('worker', service.env);
    await expect.poll(async () => (await examine()).stateOf('workers')).toBe('ok');
    await worker.stop();
    const [late, dead] = [newId(), newId()];
    for (const [id, due] of [
      [late, new Date(Date.now() - 120_000).toISOString()],
      [dead, 'infinity'],
    ] as const)
      await service.sql`
        INSERT INTO outbox (account_id, job, id, payload, due_at)
        VALUES (${newId()}, 'fan-out-event', ${id}, '{}', ${due}::text::timestamptz)`;
    const { checks } = await examine();
    const jobs = checks.filter(({ check }) => check === 'jobs');
    const job = (...args: string[]) => waitlist(service.env, 'job', ...args, '--json');
    const listed = documentOf(await job('list'));
    expect(listed).toEqual([expect.objectContaining({ job: 'fan-out-event', id: dead, starts: 0 })]);
    const count = (answer: Ended) => documentOf(answer).retried;
    expect(count(await job('retry', late)), 'a job that waits by itself').toBe(0);
    expect([count(await job('retry', dead)), count(await job('retry', '--all'))]).toEqual([1, 0]);
    const due = await service.sql`SELECT id FROM outbox WHERE id = ${dead} AND due_at <= clock_timestamp()`;
    expect(due).toHaveLength(1);
    expect(failureOf(await job('retry'))).toBe('Name jobs by their ids, or say --all.');
    await service.sql`DELETE FROM outbox WHERE id IN ${service.sql([late, dead])}`;
    expect(jobs.map(({ state, message }) => [state, message])).toEqual([
      ['warning', '1 of fan-out-event are started no more: a worker died each time.'],
      ['warning', expect.stringMatching(/^Jobs wait although they are due: fan-out-event for 1[2-9]\d s\.$/)],
    ]);
  });

  test.each<[(url: URL) => void, string, string]>([
    [
      (url) => Object.assign(url, { password: 'no' }),
      'The database refuses the login: ',
      'user and password',
    ],
    [(url) => Object.assign(url, { pathname: '/nowhere' }), 'The database does not exist: ', 'Create'],
    [(url) => Object.assign(url, { port: '1' }), 'The database cannot be reached: ', 'firewall'],
  ])('tells why the database cannot be used: %s', async (change, message, advice) => {
    const url = new URL(String(env.DATABASE_URL));
    change(url);
    expect((await examine({ DATABASE_URL: url.href })).find('postgres')).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(new RegExp(`^${message}`)),
      advice: expect.stringContaining(advice),
    });
  });

  test('warns of what an address has too much', async () => {
    const url = new URL(String(env.DATABASE_URL));
    for (const name of ['supa', 'pool_timeout']) url.searchParams.set(name, '1');
    const { find } = await examine({ DATABASE_URL: url.href });
    expect(find('environment')).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('ignored: supa, pool_timeout.'),
    });
    expect(find('postgres')?.state).toBe('ok');
  });

  test('prints words with advice, and exits with 1 if there is a problem', async () => {
    setNames({ 'resend._domainkey.mail.acme.dev': undefined });
    const { code, stdout, stderr } = await waitlist(env, 'doctor');
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(
      /^problem {2}dkim +mail\.acme\.dev has no DKIM key at resend\._domainkey\.mail\.acme\.dev\.$/m,
    );
    expect(stdout).toMatch(/^ +→ Add the DKIM record that your provider shows/m);
    expect(stdout).toMatch(/problems: \d+\n$/);
  });

  test('exits with 0 if there are only warnings', async () => {
    setNames();
    await service.sql`ALTER DATABASE ${service.sql(new URL(String(env.DATABASE_URL)).pathname.slice(1))} SET synchronous_commit = off`;
    const { code, state, checks } = await examine();
    const problems = checks.filter((check) => check.state === 'problem').map(({ check }) => check);
    // The cluster of the tests runs without fsync, which no session can switch on.
    expect([code, state, problems]).toEqual(
      problems.length > 0 ? [1, 'problem', ['durability']] : [0, 'warning', []],
    );
  });

  test('reads the DNS as servers of recipients do', async () => {
    const key = 'resend._domainkey.mail.acme.dev';
    expect(await mailStates({})).toEqual(['ok', 'ok', 'ok']);
    expect(await mailStates({ 'mail.acme.dev': { txt: ['v=spf10 no'] } })).toEqual(['warning', 'ok', 'ok']);
    expect(
      await mailStates({ 'mail.acme.dev': { txt: ['v=spf1 -all', 'v=spf1 include:x.dev -all'] } }),
    ).toEqual(['problem', 'ok', 'ok']);
    expect(await mailStates({ 'mail.acme.dev': { txt: ['v=spf1 +all'] } })).toEqual(['problem', 'ok', 'ok']);
    expect(await mailStates({ [key]: { txt: ['v=DKIM1; p='] } })).toEqual(['ok', 'problem', 'ok']);
    expect(await mailStates({ [key]: 'silent' })).toEqual(['ok', 'warning', 'ok']);
    expect(await mailStates({ '_dmarc.acme.dev': undefined })).toEqual(['ok', 'ok', 'warning']);
    expect(await mailStates({ '_dmarc.acme.dev': { txt: ['v=DMARC1; rua=mailto:x@acme.dev'] } })).toEqual([
      'ok',
      'ok',
      'problem',
    ]);
  });

  test('takes the name of the DKIM key, and asks for it where it cannot be known', async () => {
    setNames({ 'mine._domainkey.mail.acme.dev': { txt: ['v=DKIM1; p=MIGf'] } });
    const own = { MANAGED_EMAIL_URL: 'smtp://user:password@smtp.acme.dev:587' };
    expect((await examine(own)).find('dkim')).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('--dkim-selector'),
    });
    expect((await examine(own, '--dkim-selector', 'other', '--dkim-selector', 'mine')).stateOf('dkim')).toBe(
      'ok',
    );
  });

  test('says what a sender without a domain, or no sender, means', async () => {
    setNames();
    expect((await examine({ MANAGED_EMAIL_FROM: 'a@localhost' })).stateOf('mail')).toBe('warning');
    const none = await examine({ MANAGED_EMAIL_URL: '', MANAGED_EMAIL_FROM: '' });
    expect([none.stateOf('mail'), none.stateOf('spf')]).toEqual(['warning', undefined]);
  });

  test('logs in to the mail server without sending a mail, and says what is wrong in plain words', async () => {
    setNames();
    const sink = await startMailSink();
    const server = createNetServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 here\r\n');
      socket.on('data', (line) => {
        const answers: readonly [RegExp, string][] = [
          [/^EHLO/, '250-here\r\n250 AUTH PLAIN\r\n'],
          [/^AUTH/, '535 5.7.8 Bad credentials\r\n'],
        ];
        socket.write(answers.find(([command]) => command.test(String(line)))?.[1] ?? '221 bye\r\n');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const serverState = async (url: string) =>
      (await examine({ MANAGED_EMAIL_URL: url, MANAGED_EMAIL_FROM: 'Acme <hello@acme.dev>' })).find(
        'mail_server',
      );
    try {
      expect(await serverState(sink.url)).toMatchObject({
        state: 'ok',
        message: 'The mail server accepts the login.',
      });
      expect(sink.received.size).toBe(0);
      const words: readonly [string, string][] = [
        ['smtp://127.0.0.1:1', 'Nothing listens on that port of the mail server.'],
        [`smtp://ada:secret-1@127.0.0.1:${port}`, 'The mail server refuses the user name or the password.'],
        [`smtps://127.0.0.1:${port}`, 'The mail server offers no valid TLS.'],
        ['smtp://nowhere.invalid:25', 'The name of the mail server has no address.'],
      ];
      for (const [url, message] of words) {
        const found = await serverState(url);
        expect(found).toMatchObject({ state: 'problem', message: expect.stringMatching(`^${message}`) });
        expect(JSON.stringify(found)).not.toContain('secret-1');
      }
      resend.reset();
      const key = await examine({ MANAGED_EMAIL_URL: 'resend://re_wrong_00000001' });
      expect(key.stateOf('mail_server')).toBe('problem');
      expect((await examine({ MANAGED_EMAIL_URL: 'ses://a:b@eu-west-1' })).stateOf('mail_server')).toBe(
        undefined,
      );
    } finally {
      server.close();
      await sink.close();
    }
  });

  test('names what is wrong with the environment, and no value of it', async () => {
    setNames();
    const { code, find } = await examine({ ENCRYPTION_KEY: 'hunter2', METRICS_TOKEN: 'short-one' });
    expect(code).toBe(1);
    expect(find('environment')).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('ENCRYPTION_KEY'),
    });
    const { stdout } = await waitlist({ ...env, ENCRYPTION_KEY: 'hunter2' }, 'doctor');
    expect(stdout).not.toContain('hunter2');
    const weak = await examine({ METRICS_TOKEN: 'short-one', ENCRYPTION_KEY: '0'.repeat(64) });
    expect([weak.stateOf('tokens'), weak.stateOf('secrets')]).toEqual(['warning', 'problem']);
    expect((await examine({ METRICS_TOKEN: '' })).stateOf('tokens')).toBe('warning');
    const https = await examine({ BASE_URL: 'https://127.0.0.1:1' });
    expect(['base_url', 'trust_proxy', 'address'].map(https.stateOf)).toEqual(['ok', 'warning', 'problem']);
    expect(https.stateOf('cell')).toBeUndefined();
    expect((await examine({ CELL: '2' })).find('cell')?.message).toContain('cell 2');
  });

  test('reports a Postgres and a Redis that are away, and goes on', async () => {
    setNames();
    const { find, stateOf } = await examine({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      REDIS_URL: 'redis://127.0.0.1:1',
    });
    expect(find('postgres')).toMatchObject({
      state: 'problem',
      advice: expect.stringContaining('DATABASE_URL'),
    });
    expect(find('redis')).toMatchObject({ state: 'problem', advice: expect.stringContaining('REDIS_URL') });
    expect([stateOf('migrations'), stateOf('secrets'), stateOf('spf')]).toEqual([undefined, undefined, 'ok']);
  });

  test('sees a missing migration, and does not apply it', async () => {
    setNames();
    const [row] = await service.sql`
      DELETE FROM schema_migrations WHERE name = '0001_baseline.sql' RETURNING *`;
    const { find } = await examine();
    expect(find('migrations')).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('0001_baseline.sql'),
    });
    await service.sql`INSERT INTO schema_migrations ${service.sql(row ?? {})}`;
    expect((await examine()).stateOf('migrations')).toBe('ok');
  });

  test('warns of a Redis that throws keys away', async () => {
    setNames();
    const own = await startOwnRedis();
    const redis = new Redis(own.url);
    try {
      await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
      const { find, stateOf } = await examine({ REDIS_URL: own.url });
      expect(find('redis_memory')).toMatchObject({
        state: 'warning',
        message: expect.stringContaining('allkeys-lru'),
      });
      expect([find('redis_persistence')?.message, stateOf('redis')]).toEqual([
        expect.stringContaining('append-only file'),
        'ok',
      ]);
    } finally {
      redis.disconnect();
      await own.close();
    }
  });

  test('sees an address that redirects, fails, or has another time', async () => {
    setNames();
    let status = 301;
    let date = new Date().toUTCString();
    const server: Server = createServer((_, response) => {
      response.sendDate = false;
      response.writeHead(status, { date, location: 'https://www.acme.dev/readyz' }).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await examine({ BASE_URL })).find('address')).toMatchObject({
      state: 'problem',
      message: expect.stringContaining('https://www.acme.dev'),
    });
    status = 503;
    date = new Date(Date.now() - 30_000).toUTCString();
    const late = await examine({ BASE_URL });
    expect([late.stateOf('address'), late.stateOf('address_clock')]).toEqual(['problem', 'warning']);
    server.close();
  });

  test('clocks differ by what is beyond the time that asking took', () => {
    const of = (at: number) => compareClocks('clock', 'it', at, [1_000_000, 1_000_500], 0).state;
    expect([998_500, 1_000_250, 1_002_400, 1_003_000, 1_070_000].map(of)).toEqual([
      'ok',
      'ok',
      'ok',
      'warning',
      'problem',
    ]);
  });

  test('Node is compared by its numbers', () => {
    expect(['20.9.0', '20.19.0', '22.0.0', '18.20.0'].map((version) => checkNode(version).state)).toEqual([
      'problem',
      'ok',
      'ok',
      'problem',
    ]);
  });
});
