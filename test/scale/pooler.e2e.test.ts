import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/shared/config.ts';
import { openContext } from '../../src/shared/context.ts';
import { checkPooledSessions } from '../../src/shared/platform/postgres/pooler.ts';
import { describeDatabaseProblem } from '../../src/shared/platform/postgres/server/database-problem.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { makeDatabase, migrateWith } from '../support/service/database.ts';
import { findPgBouncer, type PgBouncer, startPgBouncer } from '../support/service/pgbouncer.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { checkHistory } from '../support/storm/check-history.ts';
import { checkMails } from '../support/storm/check-mails.ts';
import { storm } from '../support/storm/storm.ts';

const version = await findPgBouncer();
if (version === undefined)
  console.error('SKIPPED: pgbouncer is not installed, so the service is not tried behind a pooler');

describe.skipIf(version === undefined)('behind a pooler of transactions', () => {
  const own: NodeJS.ProcessEnv = {};
  let bouncer: PgBouncer;
  const service = useService(own, async () => {
    bouncer = await startPgBouncer(inject('databaseUrl'), 4);
    const { databaseUrl } = await makeDatabase();
    Object.assign(own, bouncer.envOf(databaseUrl));
    await migrateWith(own);
  });
  let sink: MailSink;
  const processes: ServiceProcess[] = [];
  beforeAll(async () => {
    sink = await startMailSink();
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()));
    await sink.close();
    await bouncer?.close();
  });
  /** What each session of the pooler says: it hands them out in turns. */
  const askSessions = <T>(ask: () => Promise<T[]>): Promise<T[]> =>
    Promise.all(Array.from({ length: 12 }, ask)).then((answers) => answers.flat());

  test('sessions have the limits of the service, from the role', async () => {
    const settings = await askSessions(
      () => service.sql<{ limits: string }[]>`
        SELECT concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
          current_setting('idle_in_transaction_session_timeout'), current_setting('enable_seqscan'), current_setting('jit')) AS limits`,
    );
    expect(new Set(settings.map(({ limits }) => limits))).toEqual(new Set(['5s 2s 10s off off']));
  });

  test('two web and two worker processes: positions, credits and mails as without a pooler', async () => {
    const account = await service.account();
    const waitlist = await service.waitlist(account);
    const env = { ...service.env, MANAGED_EMAIL_URL: sink.url };
    const started = await Promise.all(
      (['web', 'web', 'worker', 'worker'] as const).map((kind) => startProcess(kind, env)),
    );
    processes.push(...started);
    const history = await storm({
      urls: started.slice(0, 2).map(({ url }) => url),
      key: account.key,
      waitlist,
      requests: 800,
      concurrency: 64,
      repeats: 0.1,
      referrals: 0.1,
      removals: 0,
      seed: 3,
    });
    expect(history.signups.filter(({ status }) => status !== 201)).toEqual([]);
    expect(await checkHistory(service.sql, waitlist, history)).toEqual([]);
    await expect.poll(() => service.pendingJobs('send-signup-email')).toEqual([]);
    expect(await checkMails(service.sql, waitlist, sink.received)).toEqual([]);
  });

  test('nothing of a session is left to the next client', async () => {
    const account = await service.account();
    const waitlist = await service.waitlist(account);
    await service.signUp(account, waitlist, { email: 'ada@example.com' });
    for (const path of ['signups?q=ada', 'signups', 'stats', 'signups/export'])
      expect((await service.call('GET', `/v1/waitlists/${waitlist}/${path}`, account.key)).statusCode).toBe(
        200,
      );
    const left = await askSessions(
      () => service.sql<{ left: string }[]>`
        SELECT concat_ws(' ', current_setting('statement_timeout'),
          (SELECT count(*) FROM pg_prepared_statements), (SELECT count(*) FROM pg_listening_channels()),
          (SELECT count(*) FROM pg_cursors WHERE is_holdable),
          (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()),
          (SELECT count(*) FROM pg_class WHERE relpersistence = 't')) AS left`,
    );
    expect(new Set(left.map(({ left: found }) => found))).toEqual(new Set(['5s 0 0 0 0 0']));
  });

  test('a role without limits is told in the log, and migrating again gives them to open sessions', async () => {
    const admin = postgres(service.env.DATABASE_DIRECT_URL ?? '', { max: 1 });
    const [{ role, database }] = await admin<
      [{ role: string; database: string }]
    >`SELECT current_user AS role, current_database() AS database`;
    await admin.unsafe(`ALTER ROLE ${role} IN DATABASE ${database} RESET ALL`);
    await admin.unsafe(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' AND state = 'idle' AND pid <> pg_backend_pid()`,
    );
    await admin.end();
    const lines: unknown[] = [];
    const ctx = openContext({ ...readConfig(service.env), log: { level: 'silent' } }, 'cli');
    const log = Object.assign(Object.create(ctx.log), { error: (line: unknown) => lines.push(line) });
    await expect.poll(() => checkPooledSessions({ ...ctx, log }).then(() => lines.length)).toBeGreaterThan(0);
    expect(String(lines[0])).toContain('no time limits');
    await migrateWith(service.env);
    await expect
      .poll(async () => {
        const found = await askSessions(
          () => ctx.sql<{ timeout: string }[]>`SELECT current_setting('statement_timeout') AS timeout`,
        );
        return new Set(found.map(({ timeout }) => timeout));
      })
      .toEqual(new Set(['5s']));
    await ctx.sql.end();
  });

  test('the address of a pooler in place of Postgres’ is refused, not used without limits', async () => {
    const { DATABASE_DIRECT_URL: _, ...env } = service.env;
    const { sql } = openContext({ ...readConfig(env), log: { level: 'silent' } }, 'cli');
    await expect(sql`SELECT 1`).rejects.toThrow('unsupported startup parameter');
    await sql.end();
  });

  test('a pooler that has no connection left is named', async () => {
    const full = await startPgBouncer(inject('databaseUrl'), 1, 1);
    const url = full.through(service.env.DATABASE_DIRECT_URL ?? '');
    const [holder, refused] = [postgres(url, { max: 1 }), postgres(url, { max: 1 })];
    await holder`SELECT 1`;
    const error = await refused`SELECT 1`.catch((cause: unknown) => cause);
    expect(describeDatabaseProblem(error).reason).toBe('the database has no connection left in its pooler');
    await Promise.all([holder.end(), refused.end()]);
    await full.close();
  });

  test('the two addresses must lead to the same database', async () => {
    const { databaseUrl } = await makeDatabase();
    await expect(migrateWith({ ...service.env, DATABASE_DIRECT_URL: databaseUrl })).rejects.toThrow(
      'different databases',
    );
  });
});
