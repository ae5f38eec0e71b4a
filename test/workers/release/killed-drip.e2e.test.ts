import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { tokenOf } from '../../support/release/inviting.ts';
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

test('a wave that drips goes on after a kill and an hour of standstill, and catches nothing up (N5)', async () => {
  const account = await service.account();
  const list = await service.waitlist(account);
  const url = `/v1/waitlists/${list}`;
  const post = async (path: string, payload = {}) =>
    (await service.call('POST', path, account.key, { payload })).json();
  await service.call('PATCH', `${url}/settings`, account.key, {
    payload: { invitations: { url: 'https://notes.test/welcome' } },
  });
  const people = Array.from({ length: 5 }, (_, index) => `drip${index}@example.com`);
  for (const email of people) await post(`${url}/signups`, { email });
  const wave = await post(`${url}/waves`, { size: 100, per_hour: 120 });
  await post(`/v1/waves/${wave.id}/launch`);

  /**
   * Waits until a wave that has invited more than `before` waits, and its mails are sent. @returns how many
   * it has invited
   */
  const rest = async (before: number): Promise<number> => {
    let invited = before;
    await until(async () => {
      const [row] = await service.sql<{ invited: number; rests: boolean }[]>`
        SELECT invited, (state = 'sent' OR next_at > clock_timestamp())
                 AND invited = (SELECT count(*) FROM mails WHERE kind = 'invite' AND state = 'sent') AS rests
        FROM waves WHERE id = ${wave.id}`;
      invited = row?.invited ?? 0;
      return row?.rests === true && invited > before;
    }, 240);
    return invited;
  };
  const passAnHour = async () => {
    await service.sql`UPDATE waves SET next_at = next_at - interval '1 hour' WHERE id = ${wave.id}`;
    await service.sql`UPDATE outbox SET due_at = due_at - interval '1 hour' WHERE job = 'send-wave' AND id = ${wave.id}`;
  };
  const steps = [await rest(0)];
  for (let last = steps[0] ?? 0; last < people.length; ) {
    await worker.stop('SIGKILL');
    await passAnHour();
    worker = await start();
    last = await rest(last);
    steps.push(last);
  }
  expect(steps).toEqual([2, 4, 5]);

  const tokens = await Promise.all(
    people.map(async (email) => {
      const mails = (await sink.mailsTo(email)).filter(({ html }) => html?.includes('token='));
      expect(mails, email).toHaveLength(1);
      return tokenOf(/href="([^"]*token=[^"]*)"/.exec(mails[0]?.html ?? '')?.[1] ?? '');
    }),
  );
  expect(new Set(tokens).size).toBe(people.length);
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
});
