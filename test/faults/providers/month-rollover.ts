import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { installClock, shiftedClock } from '../support/shifted-clock.ts';
import { startSteadySignups } from '../support/steady-signups.ts';

const queued = 500;
const perMonth = 125;
/** A fifth more than `perMonth`, as burst (§8 rule 3). */
const allowance = 150;
const months = 4;
const signupsPerSecond = 5;
/** Long enough to notice a mail too many. */
const observedSeconds = 5;
const longestSeconds = 60;

/**
 * 500 mails with an allowance of 150 a month, while the database's clock passes the end of a month three
 * times and signups go on. Each month exactly the allowance is sent within a minute, to the oldest signups.
 * All signups are answered with 201 (§8 rule 3, C6.4). With `plantedBug` the database loses reservations.
 */
export const monthRollover: FaultRun = async ({ plantedBug }) => {
  const sent: string[] = [];
  const sink = await startMailSink({ beforeAnswer: async (to) => void sent.push(to) });
  const deployment = await startDeployment(
    { webs: 1, workers: 0 },
    { MANAGED_EMAIL_URL: sink.url },
    installClock,
  );
  const { sql, progress } = deployment;
  const clock = shiftedClock(sql);
  try {
    await clock.setBeforeMonthEnd(3_600);
    const list = await deployment.makeWaitlist();
    await sql`UPDATE accounts SET managed_emails_per_month = ${perMonth} WHERE id = ${list.accountId}`;
    if (plantedBug)
      await sql.unsafe(`
        CREATE FUNCTION lose_reservations() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.reserved := least(NEW.reserved, 140); RETURN NEW; END';
        CREATE TRIGGER lose_reservations BEFORE UPDATE ON email_usage FOR EACH ROW EXECUTE FUNCTION lose_reservations()`);
    await storeSignups(sql, list, queued, { mailed: true });
    const load = startSteadySignups(deployment.urls[0] ?? '', list, { perSecond: signupsPerSecond });
    const workers = await Promise.all([1, 2].map(() => deployment.start('worker')));
    const figures: Record<string, string | number> = {};
    const tooMany: string[] = [];
    const wrong: string[] = [];
    for (let month = 1; month <= months; month++) {
      const before = new Set(sent);
      if (month > 1) {
        const last = await clock.month();
        await clock.setBeforeMonthEnd(2);
        await until(async () => (await clock.month()) !== last, 30);
      }
      const waiting = await sql<{ email_key: string }[]>`
        SELECT s.email_key FROM signups s JOIN mails m ON m.id = s.id WHERE m.state <> 'sent' ORDER BY s.id`;
      const name = await clock.month();
      progress.show(`${name}: ${waiting.length} mails pending`);
      const startedAt = performance.now();
      await until(async () => sent.length >= before.size + allowance, 120);
      const seconds = (performance.now() - startedAt) / 1_000;
      await sleep(observedSeconds * 1_000);
      const more = sent.slice(before.size);
      const oldest = new Set(waiting.slice(0, allowance).map(({ email_key }) => email_key));
      const younger = more.filter((address) => !oldest.has(address)).length;
      figures[`${name}: mails sent, seconds`] = `${more.length} · ${seconds.toFixed(1)}`;
      tooMany.push(
        ...unless(
          more.length === allowance,
          `${name}: ${more.length} mails were sent, expected ${allowance}`,
        ),
      );
      wrong.push(
        ...unless(seconds <= longestSeconds, `${name}: the mails took ${seconds.toFixed(0)} s`),
        // In the first month all mails are queued at once, and two workers send them concurrently.
        ...unless(month === 1 || younger === 0, `${name}: ${younger} mails overtook older ones`),
      );
    }
    await load.stop();
    await Promise.all(workers.map((worker) => worker.stop()));
    progress.end();
    const failed = load.calls.filter(({ status }) => status !== 201);
    const passed = report({ 'queued mails': queued, 'signups meanwhile': load.calls.length, ...figures }, [
      ...tooMany,
      ...wrong,
      ...unless(failed.length === 0, `${failed.length} signups were not answered with 201`),
      ...unless(new Set(sent).size === sent.length, 'a mail was sent twice'),
      ...(await findBrokenInvariants(sql)),
    ]);
    return plantedBug ? missedOne({ 'mails that are not counted': tooMany }) : passed;
  } finally {
    await deployment.close();
    await sink.close();
  }
};
