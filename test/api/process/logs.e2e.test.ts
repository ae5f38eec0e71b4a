import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { makeVisitor } from '../../support/dashboard.ts';
import { type Cluster, openCluster } from '../../support/deployment/cluster.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { type FakeResend, resendKey, startFakeResend } from '../../support/fakes/resend.ts';
import { databaseUrlOf } from '../../support/global-setup.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { closedPort, listen } from '../../support/network/raw-http.ts';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts';
import { migrateWith } from '../../support/service/database.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { type OwnRedis, startOwnRedis } from '../../support/service/own-redis.ts';
import { endWithTests, type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';

/** Behind it many of the loops of a worker have had their turn. */
const manyLoopsMs = 6_000;

type Line = Record<string, unknown>;

/** The lines of a process. @throws Error if one is no JSON, or has a key twice */
function linesOf(output: string): Line[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const entry = JSON.parse(line) as Line;
      expect(JSON.stringify(entry), 'a key is doubled').toBe(line);
      return entry;
    });
}
const alarming = (lines: readonly Line[]) => lines.filter(({ level }) => Number(level) >= 50);

describe('what heals itself is no line of level 50', () => {
  let folder: string;
  let cluster: Cluster;
  let redis: OwnRedis;
  let sink: MailSink;
  let mails: TcpProxy;
  let resend: FakeResend;
  let receiver: FakeProvider;
  const env: NodeJS.ProcessEnv = {};
  const service = useService(env, async () => {
    folder = await mkdtemp(join(tmpdir(), 'waitlist-logs-'));
    cluster = await openCluster(folder);
    await cluster.start();
    [redis, sink, resend] = [await startOwnRedis(), await startMailSink(), await startFakeResend()];
    mails = await startTcpProxy(Number(new URL(sink.url).port));
    receiver = await startFakeProvider(() => ({ status: 200, body: 'thanks' }));
    const urls = { DATABASE_URL: cluster.url, REDIS_URL: redis.url };
    await migrateWith(urls);
    Object.assign(env, urls, {
      MANAGED_EMAIL_URL: `smtp://127.0.0.1:${mails.port}`,
      RESEND_API_URL: resend.url,
    });
  });
  let web: ServiceProcess;
  let worker: ServiceProcess;
  /** One whose mails go through SMTP, and one with resend and a webhook. */
  const lists: { account: TestAccount; waitlist: string }[] = [];

  beforeAll(async () => {
    for (let n = 0; n < 2; n++) {
      const account = await service.account();
      lists.push({ account, waitlist: await service.waitlist(account) });
    }
    const { account } = lists[1] ?? expect.fail();
    await setEmailProvider(service.ctx, account.accountId, {
      type: 'resend',
      from: 'Acme <hello@acme.test>',
      config: { api_key: resendKey },
      skipVerify: true,
    });
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: `${receiver.url}/hook` } },
    });
    [web, worker] = await Promise.all([
      startProcess('web', service.env),
      startProcess('worker', service.env),
    ]);
  });
  afterAll(async () => {
    await Promise.all([web?.stop(), worker?.stop()]);
    await Promise.all([mails?.close(), sink?.close(), resend?.close(), receiver?.close(), redis?.close()]);
    await cluster?.close();
    await rm(folder, { recursive: true, force: true });
  });

  let signups = 0;
  /** Signs up ten people on each list, at once. @returns the statuses of the answers */
  function signUp(): Promise<number[]> {
    const answers = lists.flatMap(({ account, waitlist }) =>
      Array.from({ length: 10 }, async () => {
        signups += 1;
        const answer = await fetch(`${web.url}/v1/waitlists/${waitlist}/signups`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${account.key}`,
            'content-type': 'application/json',
            'x-forwarded-for': `10.1.${signups >> 8}.${signups & 255}`,
          },
          body: JSON.stringify({ email: `n${signups}@example.com` }),
        });
        return answer.status;
      }),
    );
    return Promise.all(answers);
  }
  const isSaid = (process: ServiceProcess, text: string) => () => process.log.some(({ msg }) => msg === text);
  /** Also those that wait for another attempt are tried now. */
  const settle = () =>
    expect
      .poll(
        async () => {
          await service.sql`
            UPDATE outbox SET due_at = clock_timestamp() WHERE lease_token IS NULL AND due_at > clock_timestamp()`;
          return service.sql`SELECT job FROM outbox`;
        },
        { interval: 500 },
      )
      .toEqual([]);
  const quiet = async () => {
    await settle();
    for (const { output } of [web, worker]) expect(alarming(linesOf(output()))).toEqual([]);
  };

  test('Redis is killed and started again', async () => {
    expect(new Set(await signUp())).toEqual(new Set([201]));
    await redis.kill();
    expect(new Set(await signUp())).toEqual(new Set([201]));
    for (const process of [web, worker]) await expect.poll(isSaid(process, 'redis is away')).toBe(true);
    await redis.restart();
    for (const process of [web, worker]) await expect.poll(isSaid(process, 'redis is back')).toBe(true);
    await quiet();
  });

  test('Postgres is killed and started again, with mails and requests under way', async () => {
    expect(new Set(await signUp())).toEqual(new Set([201]));
    await settle();
    const before = [web, worker].map(({ output }) => linesOf(output()).length);
    await cluster.kill();
    expect(await signUp()).toContain(503);
    expect((await fetch(`${web.url}/readyz`)).status).toBe(503);
    for (const process of [web, worker])
      await expect.poll(isSaid(process, 'the database is away')).toBe(true);
    await sleep(manyLoopsMs);
    await signUp();
    await cluster.start();
    for (const process of [web, worker])
      await expect.poll(isSaid(process, 'the database is back')).toBe(true);
    await expect.poll(async () => new Set(await signUp()), { interval: 500 }).toEqual(new Set([201]));
    await quiet();
    for (const [process, begin] of [
      [web, before[0]],
      [worker, before[1]],
    ] as const) {
      const lines = linesOf(process.output()).slice(begin);
      // A busy machine may take a moment more for its first connections.
      const warnings = lines.filter(
        ({ level, msg }) => Number(level) >= 40 && msg !== 'the database was away for a moment',
      );
      expect(warnings).toMatchObject([
        { level: 40, msg: 'the database is away', reason: 'the database cannot be reached' },
      ]);
      const ends = lines.filter(({ msg }) => msg === 'the database is back');
      expect(ends).toMatchObject([{ level: 30, seconds: expect.any(Number) }]);
      if (process === worker) expect(ends[0]?.waiting).toBeGreaterThan(5);
      expect(lines.filter(({ msg }) => / again$/.test(String(msg)))).toEqual([]);
    }
  });

  test('the mail server is away, and a mail provider and a webhook answer 500, for a while', async () => {
    const failures = Array.from({ length: 10 }, () => ({ status: 500, body: 'out of order' }));
    mails.switchTo(await closedPort());
    resend.next(...failures);
    receiver.next(...failures);
    expect(new Set(await signUp())).toEqual(new Set([201]));
    const errors = async () =>
      (await service.sql`SELECT DISTINCT account_id FROM mails WHERE error IS NOT NULL AND state = 'queued'`)
        .length;
    await expect.poll(errors).toBe(lists.length);
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(0);
    mails.switchTo(Number(new URL(sink.url).port));
    await quiet();
    const lost = await service.sql`SELECT state, error FROM mails WHERE state <> 'sent'`;
    expect([...lost]).toEqual([]);
  });

  test('and a process ends', async () => {
    expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0]);
    for (const { output } of [web, worker]) expect(alarming(linesOf(output()))).toEqual([]);
  });
});

describe('lines of the log', () => {
  const service = useService();

  test('of requests name the account and the key or user, and nothing secret', async () => {
    const account = await service.account();
    const visitor = await makeVisitor(service, account);
    await visitor.signIn();
    const web = await startProcess('web', service.env);
    const headers = { authorization: `Bearer ${account.key}` };
    await fetch(`${web.url}/v1/account`, { headers });
    await fetch(`${web.url}/v1/account`, { headers: { authorization: 'Bearer wl_live_nobody' } });
    await fetch(`${web.url}/dashboard`, { headers: { cookie: visitor.cookieHeader() } });
    await web.stop();
    const [key] = await service.sql`SELECT id FROM api_keys WHERE account_id = ${account.accountId}`;
    const [user] = await service.sql`SELECT id FROM users WHERE email = ${visitor.email}`;
    const requests = linesOf(web.output()).filter(({ msg }) => msg === 'request completed');
    expect(requests.map(({ account_id, key_id, user_id }) => ({ account_id, key_id, user_id }))).toEqual([
      { account_id: account.accountId, key_id: key?.id },
      {},
      { account_id: account.accountId, user_id: user?.id },
    ]);
    for (const secret of [account.key, visitor.email, visitor.cookieHeader()])
      expect(web.output()).not.toContain(secret);
  });

  test('of a web process that is replaced have each key once', async () => {
    const web = await startProcess('web', { ...service.env, WEB_CONCURRENCY: '2' });
    const [child] = web.log.filter(({ msg }) => msg === 'web started');
    process.kill(Number(child?.pid), 'SIGKILL');
    const replaced = () => web.log.filter(({ msg }) => msg === 'a web process ended; starting another');
    await expect.poll(() => replaced().length).toBe(1);
    await expect.poll(() => web.log.filter(({ msg }) => msg === 'web started').length).toBe(3);
    await web.stop();
    expect(alarming(linesOf(web.output()))).toEqual([]);
    expect(replaced()).toMatchObject([{ pid: web.child.pid, child: child?.pid }]);
  });

  /** Runs a process until it ends, or until it logs what fits, and is stopped. */
  async function run(entry: string, change: NodeJS.ProcessEnv, fits?: RegExp) {
    const env = { PATH: process.env.PATH, ...service.env, HOST: '127.0.0.1', PORT: '0', ...change };
    const child = endWithTests(
      spawn(process.execPath, [entry], {
        env: { ...env, LOG_LEVEL: 'info', DRAIN_SECONDS: '0' },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (fits?.test(out)) child.kill('SIGTERM');
    });
    const [error] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, error, lines: linesOf(out) };
  }

  test.each([
    ['web', 'dist/api/main.js'],
    ['worker', 'dist/workers/main.js'],
  ])('of a %s with a bad environment name the variables, and it ends with 1', async (name, entry) => {
    const { code, error, lines } = await run(entry, { DATABASE_URL: 'localhost:5432', REDIS_URL: '' });
    expect([code, error]).toEqual([1, '']);
    expect(lines).toMatchObject([
      { level: 60, name, msg: expect.stringMatching(/DATABASE_URL .*REDIS_URL /) },
    ]);
  });

  test.each(['1', '2'])(
    'of %s web processes whose port is taken name PORT, and all end with 1',
    async (WEB_CONCURRENCY) => {
      const PORT = String(await listen(() => {}));
      const { code, error, lines } = await run('dist/api/main.js', { PORT, WEB_CONCURRENCY });
      expect([code, error]).toEqual([1, '']);
      const fatal = lines.filter(({ level }) => level === 60);
      expect(fatal[0]).toMatchObject({ advice: expect.stringMatching(/^PORT is taken/) });
      expect(fatal.length).toBeLessThanOrEqual(Number(WEB_CONCURRENCY));
    },
  );

  test.each([
    ['that is away', 40, async () => `postgres://app@127.0.0.1:${await closedPort()}/postgres`],
    ['that does not exist', 50, async () => databaseUrlOf(service.env.DATABASE_URL ?? '', 'nothing')],
  ])('of processes with a database %s have the level %d', async (_, level, addressOf) => {
    const DATABASE_URL = await addressOf();
    const problem = /(requests are answered with 503|no jobs are run): the database/;
    for (const entry of ['dist/api/main.js', 'dist/workers/main.js']) {
      const { code, error, lines } = await run(entry, { DATABASE_URL }, problem);
      expect([code, error]).toEqual([0, '']);
      expect(lines.find(({ msg }) => problem.test(String(msg)))).toMatchObject({ level });
    }
  });
});
