import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWaitlistClient } from '../../src/client/waitlist-client.ts';
import { rankOf } from '../../src/shared/list/mail-state/status.ts';
import { openScans } from '../../src/shared/list/signups/search/scans.ts';
import { startSelection } from '../../src/shared/list/signups/selection/start-selection.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { connectNotifier, notifyWorkers } from '../../test/support/deployment/notify-workers.ts';
import { asOperator } from '../../test/support/deployment/operator.ts';
import { recount } from '../../test/support/storm/invariants.ts';
import { quantile } from '../../test/support/values/quantiles.ts';
import { makeLargeList } from '../large-list/searches.ts';
import { cpuMsOf, cpuMsOfFamily, findPostgres } from '../support/cpu.ts';
import { peakMbOf } from '../support/memory.ts';
import { readWal } from '../support/wal.ts';

const signups = Number(process.env.MANY_ROWS ?? 200_000);
const only = process.env.MANY_ONLY?.split(',');

/**
 * What moves many rows of one list: judging claims again, a wave by mail, the erasure of a person with 10,000
 * events, an import of people who were referred, a deletion of three quarters of the list, and that of the
 * list.
 */
export async function manyRows(): Promise<void> {
  const deployment = await startDeployment({ webs: 1, workers: 0 });
  const worker = await deployment.start('worker');
  const { sql, progress } = deployment;
  const table: Record<string, Record<string, number>> = {};
  const postgres = await findPostgres(sql);
  const readCosts = async () => ({
    worker: await cpuMsOf(worker.child.pid),
    Postgres: await cpuMsOfFamily(postgres),
    wal: await readWal(sql),
  });
  try {
    const list = await makeLargeList(deployment, signups);
    const { accountId, key, waitlist } = list;
    const client = createWaitlistClient({ baseUrl: deployment.urls[0] ?? '', apiKey: key });
    let calls = 0;
    const call = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${deployment.urls[0]}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'x-forwarded-for': `10.0.${calls >> 8}.${calls++ & 255}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text === '' ? {} : JSON.parse(text);
    };
    const isThere = async (rows: Promise<readonly unknown[]>) => (await rows).length > 0;
    const measure = async (
      what: string,
      rows: number,
      start: () => Promise<unknown>,
      isDone: () => Promise<boolean>,
    ) => {
      if (only && !only.includes(what)) return;
      progress.show(what);
      const started = performance.now();
      const before = await readCosts();
      await start();
      while (!(await isDone())) await sleep(50);
      const seconds = (performance.now() - started) / 1_000;
      const after = await readCosts();
      const micros = (name: 'worker' | 'Postgres') =>
        Math.round(((after[name] - before[name]) * 1_000) / rows);
      table[what] = {
        rows,
        seconds: Number(seconds.toFixed(1)),
        'rows/s': Math.round(rows / seconds),
        'worker, µs of CPU a row': micros('worker'),
        'Postgres, µs of CPU a row': micros('Postgres'),
        'WAL, bytes a row': Math.round((after.wal - before.wal) / rows),
        'worker so far, most MB': await peakMbOf(worker.child.pid),
      };
      progress.end();
      console.log(what, JSON.stringify(table[what]));
    };
    const isOver = (job: string) => async () =>
      !(await isThere(sql`SELECT 1 FROM outbox WHERE job = ${job} LIMIT 1`));

    progress.show('Adding mails, claims and rewards');
    const admin = await sql.reserve();
    await admin`SET statement_timeout = 0`;
    await admin`
      INSERT INTO mails (account_id, id, state) SELECT account_id, id, 'sent' FROM signups WHERE waitlist_id = ${waitlist} ON CONFLICT DO NOTHING`;
    await admin`
      INSERT INTO referral_claims (
        account_id, signup_id, waitlist_id, referrer_id, email_domain, verdict, state, is_hard, credited, asks_domain, created_at)
      SELECT account_id, id, waitlist_id, referred_by, 'example.com', 'ok', 'open', false, true, false, created_at
      FROM signups WHERE waitlist_id = ${waitlist} AND referred_by IS NOT NULL AND position % 2 = 0`;
    await admin`
      INSERT INTO referral_claim_counts (account_id, referrer_id, waitlist_id, claims, credited)
      SELECT account_id, referrer_id, waitlist_id, count(*), count(*) FROM referral_claims WHERE waitlist_id = ${waitlist} GROUP BY 1, 2, 3`;
    await admin`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count, reached_at)
      SELECT account_id, id, 3, waitlist_id, 'cap', referral_count, created_at FROM signups WHERE waitlist_id = ${waitlist} AND referral_count >= 3`;
    await admin`DELETE FROM outbox WHERE account_id = ${accountId}`;
    await admin`VACUUM ANALYZE mails, referral_claims, referral_claim_counts, reward_grants`;
    await admin`SET statement_timeout = 5000`;
    admin.release();
    await call('PATCH', `/waitlists/${waitlist}/settings`, {
      invitations: { url: 'https://notes.test/welcome' },
      abuse: { mode: 'enforce' },
    });

    const judged = await sql<{ id: string }[]>`
      SELECT signup_id AS id FROM referral_claims WHERE waitlist_id = ${waitlist} ORDER BY signup_id LIMIT 20000`;
    const ids = judged.map(({ id }) => id);
    // Their mails came back.
    await sql`UPDATE signups SET email_status = ${rankOf('bounced')} WHERE account_id = ${accountId} AND id = ANY (${ids}::uuid[])`;
    await recount(sql, waitlist);
    await measure(
      'judge',
      ids.length,
      async () => {
        await sql`
          INSERT INTO outbox (account_id, job, id) SELECT ${accountId}, 'judge-referral', id FROM unnest(${ids}::uuid[]) id`;
        await notifyWorkers(deployment, 'judge-referral', accountId, ids);
      },
      isOver('judge-referral'),
    );

    const people = 10_000;
    const email = 'person7@example.com';
    await sql`INSERT INTO event_counters (account_id, last_seq) VALUES (${accountId}, ${2 * people}) ON CONFLICT (account_id) DO UPDATE SET last_seq = excluded.last_seq`;
    await sql`DELETE FROM events WHERE account_id = ${accountId}`;
    await sql`
      INSERT INTO events (account_id, seq, id, type, fired_at, created_at, data)
      SELECT ${accountId}, n, gen_random_uuid(), 'email.opened', now(), now(),
             json_build_object('id', gen_random_uuid(), 'email', CASE WHEN n % 2 = 0 THEN ${email} ELSE 'other@example.com' END, 'waitlist_id', ${waitlist}::text)
      FROM generate_series(1, ${2 * people}::integer) n`;
    await measure(
      'erase',
      people,
      () => call('POST', '/people/erase', { email }),
      async () =>
        !(await isThere(
          sql`SELECT 1 FROM events WHERE account_id = ${accountId} AND data ->> 'email' = ${email} AND type <> 'signup.removed' LIMIT 1`,
        )),
    );
    await sql`DELETE FROM event_counters WHERE account_id = ${accountId}`;

    const rows = Math.floor(signups / 4);
    for (const what of ['import', 'import with referrers']) {
      const lines = Array.from({ length: rows }, (_, n) => {
        const referrer =
          what === 'import' || n % 2 === 0 ? '' : `p${Math.floor(n * Math.random() ** 3)}@file.example`;
        return `p${n}@file.example,${new Date(1.7e12 + n * 1_000).toISOString()},${referrer}`;
      });
      const other = (await client.createWaitlist({ name: `Other ${newId()}` })).id;
      const file = Readable.toWeb(Readable.from([`email,created_at,referred_by\n${lines.join('\n')}\n`]));
      const { id } = await client.createImport(other, file as ReadableStream<Uint8Array>);
      while ((await client.readImport(other, id)).state === 'validating') await sleep(50);
      const isDone = async () => (await client.readImport(other, id)).state === 'finished';
      await measure(what, rows, () => client.startImport(other, id, { expected_count: rows }), isDone);
    }

    const size = Math.min(signups / 2, 100_000);
    const wave = await call('POST', `/waitlists/${waitlist}/waves`, { size, deliver: 'email' });
    const stateOf = async () =>
      (await sql<[{ state: string }]>`SELECT state FROM waves WHERE id = ${wave.id}`)[0].state;
    while ((await stateOf()) === 'selecting') await sleep(50);
    await measure(
      'wave',
      size,
      () => call('POST', `/waves/${wave.id}/launch`),
      async () => (await stateOf()) === 'sent',
    );
    await sql.begin(async (tx) => {
      await tx`SET LOCAL statement_timeout = 0`;
      await tx`DELETE FROM outbox WHERE account_id = ${accountId} AND job = 'send-signup-email'`;
    });
    await sleep(2_000);

    const filters = { created_to: '2026-03-16' };
    const [{ count }] = await sql<[{ count: number }]>`
      SELECT count(*) FROM signups WHERE waitlist_id = ${waitlist} AND created_at < '2026-03-17'`;
    const waits: number[] = [];
    let begun = 0;
    const signUp = async () => {
      const at = performance.now();
      await call('POST', `/waitlists/${waitlist}/signups`, { email: `new${at}@example.org` });
      waits.push(performance.now() - at);
    };
    await measure(
      'delete',
      count,
      () =>
        asOperator(deployment, async (ctx) => {
          begun = performance.now();
          const notifier = await connectNotifier(deployment);
          const by = { email: 'owner@example.com', token: 'a token' };
          await startSelection(
            { ...ctx, scans: openScans(ctx.sql, 2), notifier },
            { accountId, plan: 'scale' } as never,
            waitlist,
            { action: 'delete', selection: { filters: filters as never }, expected: count, by },
          );
          await notifier.close();
        }),
      async () => {
        await sleep(100);
        if (waits.length < (performance.now() - begun) / 2_000) await signUp();
        return !(await isThere(sql`SELECT 1 FROM selections WHERE finished_at IS NULL LIMIT 1`));
      },
    );
    if (waits.length > 0)
      console.log(
        `signups meanwhile: ${Math.round(quantile(waits, 0.5))} ms, p95 ${Math.round(quantile(waits, 0.95))} ms`,
      );
    await measure('clear referrals', count, async () => {}, isOver('clear-referrals'));
    const [{ left }] = await sql<
      [{ left: number }]
    >`SELECT count(*) AS left FROM signups WHERE waitlist_id = ${waitlist}`;
    await call('DELETE', `/waitlists/${waitlist}`);
    await measure(
      'purge',
      left,
      () => notifyWorkers(deployment, 'purge-waitlist', accountId, [waitlist]),
      isOver('purge-waitlist'),
    );
    console.log(`${signups} signups`);
    console.table(table);
  } finally {
    await deployment.close();
  }
}
