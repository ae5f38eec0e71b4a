import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEmailTemplate } from '../../../src/shared/mail/templates/set-email-template.ts';
import { makeList } from '../../support/list.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';

const service = useService();
let sink: MailSink;
let worker: ServiceProcess;

beforeAll(async () => {
  sink = await startMailSink();
  worker = await start();
});
afterAll(async () => {
  await worker.stop();
  await sink.close();
});
const start = () => startProcess('worker', { ...service.env, MANAGED_EMAIL_URL: sink.url });

test('workers that are killed between credits and rewards lose none, and send each mail once (N5)', async () => {
  const list = await makeList(service);
  await service.call('PATCH', `${list.url}/settings`, list.account.key, {
    payload: {
      rewards: [
        { at: 1, key: 'one' },
        { at: 2, key: 'two' },
      ],
    },
  });
  await setEmailTemplate(service.ctx, list.account, list.id, 'reward', {
    subject: 'Reward {{reward.at}}',
    html: '{{reward.key}}',
  });
  const people = 12;
  const count = async () =>
    (await service.sql`SELECT count(*)::integer AS n FROM reward_grants WHERE waitlist_id = ${list.id}`)[0]
      ?.n;
  const codes: string[] = [];
  for (let person = 0; person < people; person++)
    codes.push((await list.add({ email: `p${person}@example.com` })).referral_code);
  for (const level of [1, 2]) {
    for (const [index, referral_code] of codes.entries())
      await list.add({ email: `f${level}-${index}@example.com`, referral_code });
    // As soon as some are granted, and their mails are on their way.
    await until(async () => (await count()) > people * (level - 1), 240);
    await worker.stop('SIGKILL');
    worker = await start();
  }
  await until(async () => (await count()) === people * 2, 240);
  await until(
    async () =>
      (
        await service.sql`SELECT 1 FROM outbox WHERE job IN ('grant-rewards', 'catch-up-rewards', 'send-signup-email')`
      ).length === 0,
    240,
  );
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
  const states = await service.sql<{ state: string; n: number }[]>`
    SELECT state, count(*)::integer AS n FROM mails WHERE kind = 'reward' GROUP BY 1`;
  expect(states).toEqual([{ state: 'sent', n: people * 2 }]);
  let sent = 0;
  for (let person = 0; person < people; person++) {
    const subjects = (await sink.mailsTo(`p${person}@example.com`)).map(({ subject }) => subject);
    for (const at of [1, 2]) {
      const times = subjects.filter((subject) => subject === `Reward ${at}`).length;
      expect(times).toBeLessThanOrEqual(1);
      sent += times;
    }
  }
  // A mail whose worker died while it was handed over may have left or not.
  const [row] =
    await service.sql`SELECT count(*)::integer AS n FROM mails WHERE kind = 'reward' AND ambiguous`;
  expect(sent).toBeGreaterThanOrEqual(people * 2 - (row?.n ?? 0));
});
