import { startDeployment } from '../../support/deployment/deployment.ts';
import { resendKey, startFakeResend } from '../../support/fakes/resend.ts';
import { eventSecret } from '../../support/race-matrix/operations.ts';
import { runRaceMatrix } from '../../support/race-matrix/race-matrix.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';

const rounds = 20;

/** Every row that changes takes a moment longer, some more than others: what may meet does. */
const slowRows = `
  CREATE FUNCTION take_a_moment() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(random() * 0.004); RETURN CASE WHEN TG_OP = ''DELETE'' THEN OLD ELSE NEW END; END';
  ${[
    'signups',
    'signup_emails',
    'outbox',
    'email_usage',
    'signup_email_counts',
    'email_events',
    'deliveries',
    'waitlist_counters',
  ]
    .map(
      (table) =>
        `CREATE TRIGGER take_a_moment BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION take_a_moment();`,
    )
    .join('\n')}`;

/** Whoever deletes a mail takes the signups of its list in the opposite order. */
const backwards = `
  CREATE FUNCTION lock_backwards() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM 1 FROM signups WHERE waitlist_id = (SELECT waitlist_id FROM signups WHERE id = OLD.signup_id) ORDER BY id DESC FOR UPDATE; RETURN NULL; END';
  CREATE TRIGGER lock_backwards AFTER DELETE ON signup_emails FOR EACH ROW EXECUTE FUNCTION lock_backwards();`;

/**
 * Every pair of operations that change something, at once on the same rows, over two web and two worker processes. With `plantedBug` one
 * of them takes its locks in the opposite order.
 */
export const raceMatrix: FaultRun = async ({ plantedBug }) => {
  const resend = await startFakeResend({ delayMs: 10 });
  const deployment = await startDeployment(
    { webs: 2, workers: 2 },
    {
      RESEND_API_URL: resend.url,
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
      MANAGED_EMAIL_URL: `resend://${resendKey}`,
      MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
      MANAGED_EMAIL_WEBHOOK_SECRET: eventSecret,
    },
  );
  try {
    await deployment.sql.unsafe(slowRows);
    if (plantedBug) await deployment.sql.unsafe(backwards);
    const { pairs, calls, deadlocks, unavailable, wrong } = await runRaceMatrix(
      { urls: deployment.urls, env: deployment.env, rounds: plantedBug ? 3 : rounds },
      (text) => deployment.progress.show(text),
    );
    deployment.progress.end();
    const broken = unless(deadlocks === 0, `Postgres broke up ${deadlocks} deadlocks`);
    const held = report({ pairs, calls, 'answered 503': unavailable, 'deadlocks in Postgres': deadlocks }, [
      ...broken,
      ...unless(unavailable === 0, `${unavailable} calls were answered 503`),
      ...wrong,
    ]);
    return plantedBug ? missedOne({ 'locks that are taken backwards': broken }) : held;
  } finally {
    await deployment.close();
    await resend.close();
  }
};
