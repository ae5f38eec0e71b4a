import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AnnouncingList, makeAnnouncingList } from '../../support/announcements/announcing.ts';
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
