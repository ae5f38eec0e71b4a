import { setTimeout as sleep } from 'node:timers/promises';
import { updateAccount } from '../../../src/shared/account/administration/update-account.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { asOperator, setResend } from '../../support/deployment/operator.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startFakeResend } from '../../support/fakes/resend.ts';
import { countDeadlocks, findBrokenInvariants } from '../../support/storm/invariants.ts';
import { randomFrom } from '../../support/storm/random.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { countPendingJobs } from '../support/pending-jobs.ts';
import { type Account, openAccount } from './deletes-race/account.ts';

const accounts = 4;
const clientsPerAccount = 4;
const seconds = 60;
const webhookSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/**
 * For a minute 16 clients sign up, delete signups and waitlists, change the webhook and the plan, and send
 * provider events, at random, over two web and two worker processes. In the end all counters are right, no
 * client got a 5xx, no mail was started after its signup's deletion was answered, and no event was fired or
 * delivered while the webhook was off. With `plantedBug` pauses and lost credits have no effect.
 */
export const deletesRace: FaultRun = async ({ plantedBug, seed }) => {
  const mails = await startFakeResend({ delayMs: 20 });
  const receiver = await startFakeProvider(() => ({ status: 200 }), { delayMs: 20 });
  const deployment = await startDeployment(
    { webs: 2, workers: 2 },
    { RESEND_API_URL: mails.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const { sql, progress } = deployment;
  try {
    await sql.unsafe(`
      CREATE TABLE started (id uuid, at timestamptz DEFAULT clock_timestamp());
      CREATE FUNCTION note_started() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO started (id) VALUES (NEW.id); RETURN NULL; END';
      CREATE TRIGGER note_started AFTER UPDATE ON mails FOR EACH ROW WHEN (NEW.state = 'sending') EXECUTE FUNCTION note_started();`);
    if (plantedBug)
      await sql.unsafe(`
        CREATE FUNCTION never_pause() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.enabled := true; NEW.active_since := OLD.active_since; RETURN NEW; END';
        CREATE TRIGGER never_pause BEFORE UPDATE ON integrations FOR EACH ROW EXECUTE FUNCTION never_pause();
        CREATE FUNCTION keep_credit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.referral_count := greatest(NEW.referral_count, OLD.referral_count); RETURN NEW; END';
        CREATE TRIGGER keep_credit BEFORE UPDATE ON signups FOR EACH ROW EXECUTE FUNCTION keep_credit();`);
    const all: Account[] = [];
    for (let number = 0; number < accounts; number++) {
      const list = await deployment.makeWaitlist();
      const { webhook_url: eventsUrl } = await setResend(deployment, list.accountId, { webhookSecret });
      all.push(
        openAccount(list, {
          urls: deployment.urls,
          eventsPath: new URL(eventsUrl ?? '').pathname,
          webhookSecret,
          receiverUrl: `${receiver.url}/${list.accountId}`,
          mails,
          random: randomFrom(seed * 100 + number),
          setPlan: (plan) => asOperator(deployment, (ctx) => updateAccount(ctx, list.accountId, { plan })),
        }),
      );
    }
    for (const account of all) await account.begin();
    const end = performance.now() + seconds * 1_000;
    const show = setInterval(() => progress.show(`${count(all)} operations`), 500);
    await Promise.all(
      all.flatMap((account) =>
        Array.from({ length: clientsPerAccount }, async (_, client) => {
          while (performance.now() < end) await (client === 0 ? account.ownerStep() : account.visitorStep());
        }),
      ),
    );
    clearInterval(show);
    progress.show('Waiting for pending jobs');
    await until(async () => (await countPendingJobs(sql)) === 0, 120);
    await sleep(500); // until the last answers are recorded
    progress.end();

    const started = await sql<{ id: string; at: number }[]>`
      SELECT id, (extract(epoch FROM at) * 1000)::float8 AS at FROM started`;
    const records = await sql<{ account: string; at: number }[]>`
      SELECT i.account_id AS account, (extract(epoch FROM d.created_at) * 1000)::float8 AS at
      FROM deliveries d JOIN integrations i ON i.id = d.integration_id`;
    const delivered = receiver.requests.map(({ path, body }) => ({
      account: path.slice(1),
      event: JSON.parse(body),
    }));
    const answers = new Map<string, number>();
    for (const account of all)
      for (const [name, times] of account.answers) answers.set(name, (answers.get(name) ?? 0) + times);
    const wrong = all.flatMap((account) => [
      ...account.problems,
      ...started.flatMap(({ id, at }) => {
        const deleted = account.deletedAt.get(id);
        return unless(
          deleted === undefined || at <= deleted,
          `the mail of ${id} was started ${(at - (deleted ?? 0)).toFixed(1)} ms after its deletion was answered`,
        );
      }),
    ]);
    const deliveredWhileOff = all.flatMap((account) => [
      ...records
        .filter((record) => record.account === account.id)
        .flatMap(({ at }) =>
          unless(!account.isOffAt(at), `a delivery was started at ${at}, while the webhook was off`),
        ),
      ...delivered
        .filter((request) => request.account === account.id && request.event.type === 'signup.created')
        .flatMap(({ event }) =>
          unless(
            !account.signedUpWhileOff.has(event.data.id),
            `the event of ${event.data.id} was delivered, though it signed up while the webhook was off`,
          ),
        ),
    ]);
    const broken = await findBrokenInvariants(sql);
    const passed = report(
      {
        operations: count(all),
        ...Object.fromEntries([...answers].toSorted(([a], [b]) => a.localeCompare(b))),
        'mails started': started.length,
        'events delivered': delivered.length,
        'times a webhook was turned off': all.reduce((sum, { timesOff }) => sum + timesOff(), 0),
        'signups while a webhook was off': all.reduce(
          (sum, { signedUpWhileOff }) => sum + signedUpWhileOff.size,
          0,
        ),
        'deadlocks in Postgres': await countDeadlocks(sql),
      },
      [...wrong, ...deliveredWhileOff, ...broken],
    );
    return plantedBug
      ? missedOne({ 'pauses without effect': deliveredWhileOff, 'credits that are not taken back': broken })
      : passed;
  } finally {
    await deployment.close();
    await Promise.all([mails.close(), receiver.close()]);
  }
};

const count = (all: readonly Account[]) =>
  all.reduce((sum, { answers }) => sum + [...answers.values()].reduce((a, b) => a + b, 0), 0);
