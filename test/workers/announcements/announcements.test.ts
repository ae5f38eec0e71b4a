import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendToMembers } from '../../../src/shared/capabilities/announcements/sending/send-announcement.ts';
import { type AnnouncingList, makeAnnouncingList } from '../../support/announcements/announcing.ts';
import { claimByIds } from '../../support/keys.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

const service = useService({ BASE_URL: 'https://waitlist.test' });
let sink: MailSink;
let worker: TestWorker;
let account: TestAccount;

beforeAll(async () => {
  sink = await startMailSink();
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  account = await service.account();
  await service.call('GET', '/v1/events', account.key); // begins the feed
});
afterAll(async () => {
  await worker.close();
  await sink.close();
});
afterEach(async () => {
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
});

let names = 0;
/** Adds people whose signup emails are sent already. @returns their addresses, by position */
async function people(list: AnnouncingList, count: number): Promise<{ id: string; email: string }[]> {
  names += 1;
  const added: { id: string; email: string }[] = [];
  for (let n = 1; n <= count; n++) {
    const email = `p${n}.${names}@example.com`;
    added.push({ id: (await list.add({ email })).id, email });
  }
  await worker.sendAll();
  return added;
}
const announcing = () => makeAnnouncingList(service, account, worker);
/** The announcements that an address got. */
const mailsTo = async (email: string) =>
  (await sink.mailsTo(email)).filter(({ subject }) => subject?.startsWith('We launch'));

describe('an announcement that is launched', () => {
  test('goes once to everybody, with the address, the link and the header to unsubscribe', async () => {
    const list = await announcing();
    const [ada, bob] = await people(list, 2);
    const id = await list.launch();
    const report = await list.work(id);
    expect(report).toMatchObject({
      ...{ state: 'sent', waiting: 0, held: 0, sent: 2, failed: 0, paused_reason: null },
      left_out: { removed: 0, unsubscribed: 0, suppressed: 0, cancelled: 0 },
    });
    const [mail, ...more] = await mailsTo(ada?.email ?? '');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`We launch on Tuesday, ${ada?.email}`);
    expect(mail?.html).toContain(`<p>Hello ${ada?.email}, you are number 1.</p>`);
    expect(mail?.html).toContain('Notes Ltd<br>1 Long Street<br>Berlin');
    expect(mail?.text).toContain('Notes Ltd\n1 Long Street\nBerlin');
    const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const [, url = ''] = /<(https:[^>]+)>/.exec(header) ?? [];
    expect(url).toMatch(/^https:\/\/waitlist\.test\/u\//);
    expect(mail?.html).toContain(`href="${url}"`);
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe(
      'List-Unsubscribe=One-Click',
    );
    expect(await mailsTo(bob?.email ?? '')).toHaveLength(1);
    await worker.fanOutAndDeliver();
    const events = await service.sql<{ data: object }[]>`
      SELECT data FROM events WHERE account_id = ${account.accountId} AND type = 'announcement.sent'`;
    expect(events.map(({ data }) => data)).toEqual([
      expect.objectContaining({ id, name: 'We launch', selected: 2, sent: 2, failed: 0, left_out: 0 }),
    ]);
    const { body } = await list.call('GET', `/announcements/${id}/members?state=sent`);
    expect(body).toMatchObject({
      total: 2,
      data: [{ email: ada?.email, position: 1, sent_at: expect.any(String) }, {}],
    });
  });

  test('leaves out and counts who unsubscribes or is removed before the turn', async () => {
    const list = await announcing();
    const [gone, stopped, other, last] = await people(list, 4);
    const id = await list.launch();
    await list.remove(gone?.id ?? '');
    await service.sql`UPDATE signups SET unsubscribed_at = clock_timestamp() WHERE id = ${stopped?.id ?? ''}`;
    await list.call('POST', '/suppressions', { email: other?.email });
    const report = await list.work(id);
    expect(report).toMatchObject({
      ...{ state: 'sent', selected: 4, sent: 1, waiting: 0 },
      left_out: { removed: 1, unsubscribed: 1, suppressed: 1, cancelled: 0 },
    });
    for (const person of [gone, stopped, other]) expect(await mailsTo(person?.email ?? '')).toEqual([]);
    expect(await mailsTo(last?.email ?? '')).toHaveLength(1);
    await list.remove(last?.id ?? '');
    expect(await list.read(id)).toMatchObject({ sent: 0, left_out: { removed: 2 } });
    const { body } = await list.call('GET', `/announcements/${id}/members/export`);
    expect(
      body
        .trim()
        .split('\n')
        .slice(1)
        .map((line: string) => line.split(',')[3]),
    ).toEqual(['left_out', 'left_out']);
  });

  test('is paused, resumed and cancelled, and what had not begun is taken back', async () => {
    const list = await announcing();
    const all = await people(list, 3);
    const id = await list.launch();
    // Makes the mails, and sends none of them.
    const running = worker.run('send-announcement', { id, accountId: account.accountId });
    await expect.poll(async () => (await service.pendingJobs('send-signup-email')).length).toBe(3);
    const paused = await list.call('POST', `/announcements/${id}/pause`);
    await running;
    expect(paused).toMatchObject({
      status: 200,
      body: { state: 'paused', paused_reason: 'asked', waiting: 3, sent: 0 },
    });
    expect(await list.call('POST', `/announcements/${id}/pause`)).toEqual(paused);
    expect(await service.pendingJobs('send-signup-email')).toEqual([]);
    expect(await service.pendingJobs('send-announcement')).toEqual([]);
    const { body: resumed } = await list.call('POST', `/announcements/${id}/resume`);
    expect(resumed).toMatchObject({ state: 'sending', waiting: 3 });
    expect(await list.work(id)).toMatchObject({ state: 'sent', sent: 3 });
    for (const { email } of all) expect(await mailsTo(email)).toHaveLength(1);
    expect((await list.call('POST', `/announcements/${id}/cancel`)).status).toBe(409);

    const other = await list.launch();
    const { body: cancelled } = await list.call('POST', `/announcements/${other}/cancel`);
    expect(cancelled).toMatchObject({ state: 'cancelled', waiting: 0, left_out: { cancelled: 3 } });
    expect(await list.work(other)).toMatchObject({ state: 'cancelled', sent: 0 });
  });
});

describe('an announcement on a large list', () => {
  const select = async (id: string, state: 'counting' | 'selecting') => {
    await service.sql`
      UPDATE announcements
      SET state = ${state}, matched = 0, selected = 0, launched_at = CASE WHEN ${state} = 'selecting' THEN clock_timestamp() END
      WHERE id = ${id}`;
    await service.sql`INSERT INTO outbox (account_id, job, id) VALUES (${account.accountId}, 'select-announcement', ${id})`;
    await worker.run('select-announcement', { id, accountId: account.accountId });
  };

  test('is counted and launched by a worker', async () => {
    const list = await announcing();
    await people(list, 3);
    const { id } = await list.draft();
    await service.sql`UPDATE announcements SET state = 'counting' WHERE id = ${id}`;
    const early = await list.call('POST', `/announcements/${id}/launch`, { expected_count: 3 });
    expect([early.status, early.body.error.message]).toEqual([
      409,
      expect.stringMatching(/still being counted/),
    ]);
    await select(id, 'counting');
    expect(await list.read(id)).toMatchObject({ state: 'draft', matched: 3, selected: 3 });
    await service.sql`UPDATE announcements SET expected_count = 3 WHERE id = ${id}`;
    await select(id, 'selecting');
    expect(await list.read(id)).toMatchObject({ state: 'sending', selected: 3, waiting: 3 });
    expect(await list.work(id)).toMatchObject({ state: 'sent', sent: 3 });
  });

  test('is a draft again, with the reason, if the worker finds another number', async () => {
    const list = await announcing();
    await people(list, 3);
    const { id } = await list.draft();
    await service.sql`UPDATE announcements SET expected_count = 2 WHERE id = ${id}`;
    await select(id, 'selecting');
    expect(await list.read(id)).toMatchObject({
      ...{ state: 'draft', launched_at: null },
      refusal: expect.stringMatching(/^You expected 2 people, and it would go to 3 now/),
    });
    expect(await service.pendingJobs('send-announcement')).not.toContain(id);
    const launched = await list.call('POST', `/announcements/${id}/launch`, { expected_count: 3 });
    expect(launched.status).toBe(202);
    expect(await list.work(id)).toMatchObject({ state: 'sent', refusal: null });
  });
});

describe('the pace', () => {
  test('per_hour sends those of a minute, then waits', async () => {
    const list = await announcing();
    await people(list, 5);
    const id = await list.launch({ per_hour: 120 });
    expect(await list.work(id)).toMatchObject({ state: 'sending', sent: 2, waiting: 3 });
    const [job] = await service.sql<{ seconds: number }[]>`
      SELECT extract(epoch FROM due_at - clock_timestamp())::float AS seconds FROM outbox WHERE job = 'send-announcement' AND id = ${id}`;
    expect(job?.seconds).toSatisfy((seconds: number) => seconds > 50 && seconds <= 60);
    expect(await list.work(id)).toMatchObject({ sent: 2, waiting: 3 });
    const later = () =>
      service.sql`UPDATE announcements SET next_at = next_at - interval '1 minute' WHERE id = ${id}`;
    await later();
    expect(await list.work(id)).toMatchObject({ sent: 4, waiting: 1 });
    await later();
    expect(await list.work(id)).toMatchObject({ state: 'sent', sent: 5 });
  });

  test('send_at waits for its time', async () => {
    const list = await announcing();
    await people(list, 1);
    const id = await list.launch({ send_at: new Date(Date.now() + 7_200_000).toISOString() });
    expect(await list.work(id)).toMatchObject({ state: 'scheduled', sent: 0 });
    const [job] = await service.sql<{ seconds: number }[]>`
      SELECT extract(epoch FROM due_at - clock_timestamp())::float AS seconds FROM outbox WHERE job = 'send-announcement' AND id = ${id}`;
    expect(job?.seconds).toSatisfy((seconds: number) => seconds > 3_500 && seconds <= 3_600);
    await service.sql`UPDATE announcements SET send_at = clock_timestamp() WHERE id = ${id}`;
    expect(await list.work(id)).toMatchObject({ state: 'sent', sent: 1 });
  });

  test('a sample goes first, and waits for a decision', async () => {
    const list = await announcing();
    await people(list, 6);
    const id = await list.launch({}, { sample: 2 });
    expect(await list.work(id)).toMatchObject({
      state: 'paused',
      paused_reason: 'sample',
      sent: 2,
      waiting: 4,
    });
    const { body } = await list.call('GET', `/announcements/${id}/members?state=sent`);
    expect(body.data.map(({ position }: { position: number }) => position)).toEqual([1, 4]);
    await list.call('POST', `/announcements/${id}/resume`);
    expect(await list.work(id)).toMatchObject({ state: 'sent', sent: 6 });
  });
});

describe('an allowance that does not hold it', () => {
  test('holds it without mails, and signup mails go first', async () => {
    const poor = await service.account();
    const list = await makeAnnouncingList(service, poor, worker);
    await people(list, 4);
    const id = await list.launch();
    await service.sql`UPDATE accounts SET managed_emails_per_month = 4 WHERE id = ${poor.accountId}`;
    /** Leaves so much of the allowance. */
    const leave = (mails: number) =>
      service.sql`UPDATE email_usage SET reserved = 4 - ${mails}::integer WHERE account_id = ${poor.accountId}`;
    await leave(2);
    const report = await list.work(id);
    expect(report).toMatchObject({ state: 'sending', sent: 2, held: 2, waiting: 0 });
    expect(
      await service.sql`SELECT 1 FROM mails WHERE account_id = ${poor.accountId} AND state = 'held'`,
    ).toEqual([]);
    const { body } = await list.call('GET', `/announcements/${id}/members?state=held`);
    expect(body.total).toBe(2);
    // One more: the next signup has it.
    await leave(1);
    const { id: late } = await list.add({ email: 'late@example.com' });
    await worker.send(late);
    expect(await sink.mailsTo('late@example.com')).toHaveLength(1);
    expect(await list.work(id)).toMatchObject({ sent: 2, held: 2 });
    // A signup whose mail is held goes before it, too.
    const { id: held } = await list.add({ email: 'held@example.com' });
    await worker.send(held);
    await leave(1);
    expect(await list.work(id)).toMatchObject({ sent: 2, held: 2 });
    await worker.maintain();
    await worker.send(held);
    expect(await sink.mailsTo('held@example.com')).toHaveLength(1);
    await leave(4);
    expect(await list.work(id)).toMatchObject({ state: 'sent', sent: 4, held: 0 });
  });

  test('keeps no signup mail waiting behind its own mails that are held', async () => {
    const poor = await service.account();
    const list = await makeAnnouncingList(service, poor, worker);
    await people(list, 2);
    const id = await list.launch();
    await service.sql`UPDATE accounts SET managed_emails_per_month = 4 WHERE id = ${poor.accountId}`;
    const job = (await claimByIds(service.sql, 'send-announcement', [id])).get(id);
    if (!job) throw new Error('no job');
    await sendToMembers(worker.ctx, job, async () => () => {});
    await service.sql`UPDATE email_usage SET reserved = 4 WHERE account_id = ${poor.accountId}`;
    await worker.sendAll();
    const heldMails = () =>
      service.sql`SELECT 1 FROM mails WHERE account_id = ${poor.accountId} AND kind = 'announcement' AND state = 'held'`;
    expect(await heldMails()).toHaveLength(2);
    await service.sql`UPDATE email_usage SET reserved = 3 WHERE account_id = ${poor.accountId}`;
    const signup = await list.add({ email: 'before.held@example.com' });
    await worker.send(signup.id);
    expect(await sink.mailsTo('before.held@example.com')).toHaveLength(1);
    expect(await heldMails()).toHaveLength(2);
  });

  test('takes back mails that were made before it was used up', async () => {
    const poor = await service.account();
    const list = await makeAnnouncingList(service, poor, worker);
    await people(list, 3);
    const id = await list.launch();
    const running = worker.run('send-announcement', { id, accountId: poor.accountId });
    await expect.poll(async () => (await service.pendingJobs('send-signup-email')).length).toBe(3);
    await service.sql`UPDATE accounts SET managed_emails_per_month = 2 WHERE id = ${poor.accountId}`;
    await worker.sendAll();
    await running;
    expect(
      await service.sql`SELECT 1 FROM mails WHERE account_id = ${poor.accountId} AND state = 'held'`,
    ).toEqual([]);
    expect(await list.read(id)).toMatchObject({ state: 'sending', sent: 0, held: 3, waiting: 0 });
    await service.sql`UPDATE accounts SET managed_emails_per_month = NULL WHERE id = ${poor.accountId}`;
    expect(await list.work(id)).toMatchObject({ state: 'sent', sent: 3 });
  });
});

describe('an announcement that comes back', () => {
  /** Makes what became of the mails of an announcement. */
  const report = (id: string, bounced: number, complained: number) => service.sql`
    UPDATE mails m SET status = CASE WHEN number <= ${bounced} THEN 9 ELSE 10 END, bounce_class = CASE WHEN number <= ${bounced} THEN 'permanent' END
    FROM (SELECT id AS mail_id, row_number() OVER (ORDER BY id) AS number FROM announcement_members WHERE announcement_id = ${id}) member
    WHERE m.id = member.mail_id AND number <= ${bounced + complained}`;
  /** A list of 150 people of which 100 got it. */
  async function half(): Promise<{ list: AnnouncingList; id: string }> {
    const list = await announcing();
    await list.fill(150);
    const id = await list.launch({}, { sample: 100 });
    expect(await list.work(id)).toMatchObject({ state: 'paused', sent: 100 });
    await service.sql`UPDATE announcements SET judged_after = '00000000-0000-0000-0000-000000000000' WHERE id = ${id}`;
    return { list, id };
  }
  /** Resumes it as if nobody had decided. */
  async function goOn(list: AnnouncingList, id: string) {
    await service.sql`UPDATE announcements SET state = 'sending', sample_left = NULL, paused_reason = NULL WHERE id = ${id}`;
    await service.sql`INSERT INTO outbox (account_id, job, id) VALUES (${account.accountId}, 'send-announcement', ${id}) ON CONFLICT DO NOTHING`;
    return list.work(id);
  }

  test.each([
    ['bounces', 6, 0],
    ['complaints', 0, 2],
  ] as const)(
    'pauses for too many %s, tells the owner once, and goes on if that is decided',
    async (reason, bounced, complained) => {
      const { list, id } = await half();
      await service.sql`
      INSERT INTO users (id, account_id, email, email_key, password_hash) SELECT gen_random_uuid(), ${account.accountId}, ${`${reason}@owner.example`}, ${`${reason}@owner.example`}, 'x'`;
      await report(id, bounced, complained);
      expect(await goOn(list, id)).toMatchObject({
        state: 'paused',
        paused_reason: reason,
        sent: 100,
        bounced,
        complained,
        waiting: 50,
      });
      const notices = await service.sql<{ payload: object }[]>`
      SELECT DISTINCT payload - 'user_id' AS payload FROM (SELECT payload::jsonb AS payload FROM outbox WHERE job = 'send-notice' AND account_id = ${account.accountId}) n
      WHERE payload ->> 'reason' = ${reason}`;
      expect(notices.map(({ payload }) => payload)).toEqual([
        {
          about: 'announcement',
          announcement_id: id,
          announcement_name: 'We launch',
          waitlist_id: list.id,
          reason,
          sent: 100,
          bounced,
          complained,
        },
      ]);
      await list.call('POST', `/announcements/${id}/resume`);
      expect(await list.work(id)).toMatchObject({ state: 'sent', sent: 150 });
    },
  );

  test('goes on with as many as are usual', async () => {
    const { list, id } = await half();
    await report(id, 5, 1);
    expect(await goOn(list, id)).toMatchObject({ state: 'sent', sent: 150, bounced: 5, complained: 1 });
  });
});
