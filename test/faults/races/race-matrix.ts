import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { managedOver, startFakeResend } from '../../support/fakes/resend.ts';
import { allPairs, runRaceMatrix } from '../../support/race-matrix/race-matrix.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';

const rounds = 20;

/** Slows down every change of a row by a random time, so that transactions meet. */
const slowRows = `
  CREATE FUNCTION delay_change() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(random() * 0.004); RETURN CASE WHEN TG_OP = ''DELETE'' THEN OLD ELSE NEW END; END';
  ${[
    'signups',
    'mails',
    'outbox',
    'email_usage',
    'signup_email_counts',
    'email_events',
    'deliveries',
    'waitlist_counters',
    'suppressions',
  ]
    .map(
      (table) =>
        `CREATE TRIGGER delay_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION delay_change();`,
    )
    .join('\n')}`;

/** Deleting a mail locks the signups of its list in the opposite order. */
const reversedLocks = `
  CREATE FUNCTION lock_reversed() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM 1 FROM signups WHERE waitlist_id = (SELECT waitlist_id FROM signups WHERE id = OLD.id) ORDER BY id DESC FOR UPDATE; RETURN NULL; END';
  CREATE TRIGGER lock_reversed AFTER DELETE ON mails FOR EACH ROW EXECUTE FUNCTION lock_reversed();`;

/**
 * Runs every pair of writing operations concurrently on the same rows, over two web and two worker processes.
 * With `plantedBug` one operation takes its locks in the opposite order. `only` chooses pairs by their names,
 * `size` is how often each is raced.
 */
export const raceMatrix: FaultRun = async ({ plantedBug, only, size = plantedBug ? 3 : rounds }) => {
  const resend = await startFakeResend({ delayMs: 10 });
  const deployment = await startDeployment(
    { webs: 2, workers: 2 },
    { OUTBOUND_ALLOW_HOSTS: '127.0.0.1', ...managedOver(resend) },
  );
  try {
    await deployment.sql.unsafe(slowRows);
    if (plantedBug) await deployment.sql.unsafe(reversedLocks);
    const isWanted = new RegExp(only ?? '');
    const each = allPairs().filter(([one, other]) => isWanted.test(`${one} × ${other}`));
    const pairs = Array.from({ length: size }, () => each).flat();
    const { calls, deadlocks, unavailable, wrong } = await runRaceMatrix(
      { urls: deployment.urls, env: deployment.env, pairs },
      (text) => deployment.progress.show(text),
    );
    deployment.progress.end();
    const log = await readFile(join(deployment.dataDir, 'cluster', 'postgres.log'), 'utf8');
    const broken = unless(
      deadlocks === 0,
      `Postgres resolved ${deadlocks} deadlocks: ${describeDeadlocks(log)}`,
    );
    const passed = report(
      { pairs: each.length, calls, 'answers 503': unavailable, 'deadlocks in Postgres': deadlocks },
      [...broken, ...unless(unavailable === 0, `${unavailable} calls were answered with 503`), ...wrong],
    );
    return plantedBug ? missedOne({ 'locks in the opposite order': broken }) : passed;
  } finally {
    await deployment.close();
    await resend.close();
  }
};

/** Who waited for whom, and with which statements, by the log of Postgres. */
const describeDeadlocks = (log: string): string =>
  [...log.matchAll(/deadlock detected\n.*DETAIL: {2}([\s\S]*?)\n[^\n]*HINT:/g)]
    .map(([, text]) => text)
    .join('\n');
