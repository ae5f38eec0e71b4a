import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signedIn, textOf } from '../../support/dashboard.ts';
import {
  type FakeResend,
  managedOver,
  managedSecret,
  signResendEvent,
  startFakeResend,
} from '../../support/fakes/resend.ts';
import { importsOf } from '../../support/imports/imports.ts';
import { type JudgingList, judgeReferrals, makeJudgingList } from '../../support/referrals/judging.ts';
import { makeInvitingList } from '../../support/release/inviting.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { readCsv } from '../../support/values/read-csv.ts';

let resend: FakeResend;
let worker: TestWorker;
let account: TestAccount;
const env: NodeJS.ProcessEnv = {};
const service = useService(env, async () => {
  resend = await startFakeResend();
  Object.assign(env, managedOver(resend));
});

beforeAll(async () => {
  worker = openTestWorker(service);
  account = await service.account({ plan: 'scale' });
});
afterAll(async () => {
  await worker.close();
  await resend.close();
});
afterEach(async () => {
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
});

const full = {
  type: 'Transient',
  subType: 'MailboxFull',
  message: '552 5.2.2 <ada@example.com> is over quota',
};
const unknown = { type: 'Permanent', subType: 'NoEmail', message: '550 5.1.1 no such user' };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
let reports = 0;

/** What Resend posts about the mail of a signup. */
async function post(
  signupId: string,
  bounce: object,
  { id = `msg_${reports++}`, at = new Date().toISOString() } = {},
) {
  const data = { email_id: `unknown-${signupId}`, tags: { signup_id: signupId }, bounce };
  const payload = JSON.stringify({ type: 'email.bounced', created_at: at, data });
  const signature = signResendEvent(managedSecret, id, Math.floor(Date.now() / 1000), payload);
  const headers = { 'content-type': 'application/json', ...signature };
  const answer = await service.call('POST', '/v1/webhooks/email_provider', undefined, { payload, headers });
  expect(answer.statusCode).toBe(200);
}
/** Sends all mails, has one of them bounce, and judges. */
async function bounces(
  signupId: string,
  bounce: object,
  options?: Parameters<typeof post>[2],
): Promise<void> {
  await worker.sendAll();
  await post(signupId, bounce, options);
  await worker.applyEvents();
  await judgeReferrals(worker);
}
const suppressed = async (email: string) =>
  (await service.call('GET', `/v1/suppressions?email=${encodeURIComponent(email)}`, account.key)).json().data;
const judging = () => makeJudgingList(service, account);
const read = async (list: JudgingList, id: string) =>
  (await service.call('GET', `${list.url}/signups/${id}?include=mail`, account.key)).json();
const classesIn = (csv: string) => {
  const [names = [], ...rows] = readCsv(csv);
  return rows.map((row) => row[names.indexOf('bounce_class')]);
};

describe('a bounce (N3)', () => {
  test('for good suppresses the address, takes the credit and keeps the person out of waves', async () => {
    const list = await judging();
    const id = await list.refer('gone@real.example');
    expect(await list.credits()).toBe(1);
    await bounces(id, unknown);
    expect(await read(list, id)).toMatchObject({
      email_status: 'bounced',
      mail: { state: 'sent', bounce_class: 'permanent', bounce_reason: 'NoEmail: 550 5.1.1 no such user' },
    });
    expect(await suppressed('gone@real.example')).toMatchObject([{ reason: 'bounced', waitlist_id: null }]);
    expect(await list.claim(id)).toMatchObject({ credited: false, reasons: ['bounced'] });
    expect(await list.credits()).toBe(0);
    await post(id, full);
    await worker.applyEvents();
    expect((await read(list, id)).mail).toMatchObject({ bounce_class: 'permanent' });
  });

  test('for now suppresses and judges nothing, is shown, and can be mailed again, which is counted', async () => {
    const list = await judging();
    const email = 'full@real.example';
    const id = await list.refer(email);
    await bounces(id, full);
    const bounced = await read(list, id);
    expect(bounced).toMatchObject({
      email_status: 'bounced',
      mail: {
        bounce_class: 'transient',
        bounce_reason: 'MailboxFull: 552 5.2.2 <(address)> is over quota',
        error: null,
      },
    });
    expect(
      await service.call('GET', `${list.url}/signups/${id}`, account.key).then((a) => a.json()),
    ).not.toHaveProperty('mail');
    expect(await suppressed(email)).toEqual([]);
    expect(await list.claim(id)).toMatchObject({ credited: true, verdict: 'ok', reasons: [] });

    const found = async (query: string) =>
      (await service.call('GET', `${list.url}/signups?${query}`, account.key))
        .json()
        .data.map((one: { email: string }) => one.email);
    expect(await found('bounce_class=transient')).toEqual([email]);
    expect(await found('bounce_class=permanent')).toEqual([]);
    expect((await service.call('GET', `${list.url}/signups?bounce_class=soft`, account.key)).statusCode).toBe(
      400,
    );
    const person = await service.call('POST', '/v1/people/export', account.key, { payload: { email } });
    expect(person.json()).toMatchObject({
      mails: [{ kind: 'signup', bounce_class: 'transient' }],
      mail_events: [
        {
          status: 'bounced',
          bounce_class: 'transient',
          bounce_reason: expect.stringContaining('over quota'),
        },
      ],
    });

    const owner = await signedIn(service, account);
    const path = `/dashboard/waitlists/${list.id}`;
    expect(textOf((await owner.open(path)).body)).toContain('Bounced (mailbox full)');
    expect(textOf((await owner.open(`${path}?bounce_class=permanent`)).body)).not.toContain(email);
    const page = textOf((await owner.open(`${path}/signups/${id}`)).body);
    expect(page).toContain('Email bounced (mailbox full)');
    expect(page).toContain('is over quota');
    expect(page).toContain('Send the email again');
    const usage = () => service.sql`SELECT reserved FROM email_usage WHERE account_id = ${account.accountId}`;
    const [before] = await usage();
    await owner.send(`${path}/signups/${id}/send-email`);
    expect(await read(list, id)).toMatchObject({
      email_status: null,
      mail: { state: 'queued', bounce_class: null },
    });
    await worker.sendAll();
    expect(await read(list, id)).toMatchObject({ email_status: 'sent', mail: { state: 'sent' } });
    expect(await usage()).toEqual([{ reserved: before?.reserved + 1 }]);
  });

  test('for now leaves people in waves, and one for good does not', async () => {
    const list = await makeInvitingList(service, account, worker);
    const ids: string[] = [];
    for (const email of ['now@wave.example', 'good@wave.example', 'fine@wave.example'])
      ids.push((await list.add({ email })).id);
    await bounces(ids[0] ?? '', full);
    await bounces(ids[1] ?? '', unknown);
    // The bounce alone keeps the person out.
    await service.sql`DELETE FROM suppressions WHERE account_id = ${account.accountId}`;
    expect(await list.draft()).toMatchObject({ selected: 2, excluded: { bounced: 1, suppressed: 0 } });
  });

  test('is in the exports with its class, and an import suppresses the addresses of those for good', async () => {
    const list = await makeInvitingList(service, account, worker);
    const ids: string[] = [];
    for (const email of ['now@move.example', 'good@move.example', 'fine@move.example'])
      ids.push((await list.add({ email })).id);
    await bounces(ids[0] ?? '', full);
    await bounces(ids[1] ?? '', unknown);
    const csvOf = async ({ url }: { url: string }, { key } = account) =>
      (await service.call('GET', `${url}/signups/export`, key)).body;
    const exported = await csvOf(list);
    expect(classesIn(exported)).toEqual(['transient', 'permanent', '']);
    const owner = await signedIn(service, account);
    const { body } = await owner.open(`/dashboard/waitlists/${list.id}/signups.csv`);
    expect(classesIn(body.slice(1))).toEqual(['transient', 'permanent', '']);

    // The account that moves in has its own suppressions.
    const other = await service.account({ plan: 'scale' });
    const next = await makeInvitingList(service, other, worker);
    const imports = importsOf(service, worker, next);
    const left = { unsubscribed: 0, bounced: 1, complained: 0, suppressed: 0 };
    expect(await imports.run(exported, 'codes=new&notify=true')).toMatchObject({
      created: 3,
      rejected: 0,
      left,
    });
    const found = async (query = '') =>
      (await service.call('GET', `/v1/suppressions${query}`, other.key)).json().data;
    expect(await found()).toHaveLength(1);
    expect(await found('?email=good@move.example')).toMatchObject([{ reason: 'bounced', waitlist_id: null }]);
    expect(classesIn(await csvOf(next, other))).toEqual(['transient', 'permanent', '']);
    await service.sql`DELETE FROM suppressions WHERE account_id = ${other.accountId}`;
    expect(await next.draft()).toMatchObject({ selected: 2, excluded: { bounced: 1 } });

    // A file without these columns tells no class.
    const without = await service.account({ plan: 'scale' });
    const last = importsOf(service, worker, await makeInvitingList(service, without, worker));
    const withoutClass = exported.replaceAll(/(,[^,\n]*){8}$/gm, '');
    expect(withoutClass).toMatch(/,converted_at\n/);
    expect((await last.run(withoutClass)).left).toEqual({ ...left, bounced: 2 });
    expect((await last.dryRun(exported.replace('transient', 'soft'))).rejected).toBe(1);
  });

  test('for now counts as one for good the third time within 30 days, on whichever list', async () => {
    const [first, second] = [await judging(), await judging()];
    const email = 'Third@real.example';
    const ids = [await first.refer(email), await second.refer('third@real.example')] as const;
    await bounces(ids[0], full, { at: daysAgo(33) });
    await bounces(ids[0], full, { at: daysAgo(20), id: 'twice' });
    await bounces(ids[0], full, { at: daysAgo(20), id: 'twice' }); // a repeat
    await bounces(ids[1], full, { at: daysAgo(2) });
    expect(await suppressed(email)).toEqual([]);
    expect(await second.claim(ids[1])).toMatchObject({ credited: true });
    await bounces(ids[1], full, { at: daysAgo(10) }); // late
    expect(await suppressed(email)).toMatchObject([{ reason: 'bounced' }]);
    expect((await read(second, ids[1])).mail).toMatchObject({ bounce_class: 'permanent' });
    expect(await second.claim(ids[1])).toMatchObject({ credited: false, reasons: ['bounced'] });
    expect((await read(first, ids[0])).mail).toMatchObject({ bounce_class: 'transient' });

    // Whoever lifts the suppression begins the count anew.
    await service.call('DELETE', '/v1/suppressions', account.key, { payload: { email } });
    await bounces(ids[0], full);
    expect(await suppressed(email)).toEqual([]);
  });

  test('for now is counted by two workers, each of which has one of the last two', async () => {
    const lists = [await judging(), await judging(), await judging()];
    const email = 'race@real.example';
    const ids: string[] = [];
    for (const list of lists) ids.push(await list.refer(email));
    await bounces(ids[0] ?? '', full);
    await worker.sendAll();
    await Promise.all(ids.slice(1).map((id) => post(id, full)));
    const jobs = await service.sql<{ accountId: string; id: string }[]>`
      SELECT account_id AS "accountId", id FROM outbox WHERE job = 'apply-email-event'`;
    expect(jobs).toHaveLength(2);
    const other = openTestWorker(service);
    let applied: Promise<unknown> | undefined;
    await service.sql.begin(async (tx) => {
      // Neither can end before the other has come as far as it can.
      await tx`SELECT FROM signup_email_counts WHERE account_id = ${account.accountId} FOR UPDATE`;
      applied = Promise.all(jobs.map((job, index) => [worker, other][index]?.run('apply-email-event', job)));
      await expect
        .poll(
          async () =>
            await service.sql`
              SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        .toHaveLength(2);
    });
    await applied;
    await other.close();
    expect(await suppressed(email)).toHaveLength(1);
  });
});
