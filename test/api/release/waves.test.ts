import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type InvitingList, makeInvitingList } from '../../support/release/inviting.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

const service = useService();
let account: TestAccount;
let worker: TestWorker;
beforeAll(async () => {
  account = await service.account();
  worker = openTestWorker(service);
});
afterAll(() => worker.close());
afterEach(async () => {
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
});

const inviting = (change?: Record<string, unknown>) => makeInvitingList(service, account, worker, change);
/** Adds people a1, a2, … @returns their ids in the order of positions */
async function people(list: InvitingList, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) ids.push((await list.add({ email: `a${n}@example.com` })).id);
  return ids;
}
const positions = (wave: { sample: { position: number }[] }) => wave.sample.map(({ position }) => position);
const nobody = { invited: 0, converted: 0, suppressed: 0, unconfirmed: 0, in_review: 0, bounced: 0 };

describe('a draft (N5)', () => {
  test('shows who would be invited, in each order, and invites nobody', async () => {
    const list = await inviting({ referral_bonus: 2 });
    const first = await list.add({ email: 'a1@example.com' });
    await list.add({ email: 'a2@example.com' });
    const third = await list.add({ email: 'a3@example.com' });
    for (const n of [4, 5])
      await list.add({ email: `a${n}@example.com`, referral_code: third.referral_code });
    await list.add({ email: 'a6@example.com', referral_code: first.referral_code });
    const wave = await list.draft({ size: 3, name: 'First', order: 'position', per_hour: 60 });
    expect(wave).toEqual({
      id: expect.any(String),
      waitlist_id: list.id,
      name: 'First',
      state: 'draft',
      size: 3,
      order: 'position',
      filter: {},
      expires_in_days: 14,
      per_hour: 60,
      deliver: 'email',
      matched: 6,
      selected: 3,
      excluded: nobody,
      invited: 0,
      left_out: { removed: 0, suppressed: 0, invited: 0, converted: 0 },
      sample: [1, 2, 3].map((n) => ({
        signup_id: expect.any(String),
        email: `a${n}@example.com`,
        position: n,
        referral_count: [1, 0, 2][n - 1],
      })),
      emails_remaining: expect.any(Number),
      created_at: expect.any(String),
      launched_at: null,
      finished_at: null,
    });
    // a1 is displayed at max(1, 1 - 2), a3 at max(1, 3 - 4): a tie, by position.
    expect(positions(await list.draft({ size: 4 }))).toEqual([1, 3, 2, 4]);
    expect(positions(await list.draft({ size: 9, order: 'referrals' }))).toEqual([3, 1, 2, 4, 5, 6]);
    expect(await list.invitations()).toEqual([]);
    expect(await service.pendingJobs('send-wave')).toEqual([]);
    const listed = await list.call('GET', `/waitlists/${list.id}/waves`);
    expect(listed.body.data.map(({ selected }: { selected: number }) => selected)).toEqual([6, 4, 3]);
  });

  test('has only people who meet the filter', async () => {
    const list = await inviting();
    await list.field('plan', 'string');
    await list.field('seats', 'number');
    const pro = await list.add({
      email: 'p1@example.com',
      utm_source: 'x',
      fields: { plan: 'pro', seats: 2 },
    });
    await list.add({
      email: 'p2@example.com',
      utm_source: 'x',
      fields: { plan: 'free' },
      referral_code: pro.referral_code,
    });
    await list.add({ email: 'p3@example.com', fields: { plan: 'pro', seats: 2 } });
    const matched = async (filter: object) => positions(await list.draft({ filter }));
    const none = async (filter: object) => {
      const { status, body } = await list.call('POST', `/waitlists/${list.id}/waves`, { size: 1, filter });
      expect([filter, status, body.error?.message]).toEqual([
        filter,
        409,
        'Nobody matches, so there is nobody to invite.',
      ]);
    };
    expect(await matched({ fields: { plan: 'pro' } })).toEqual([1, 3]);
    expect(await matched({ fields: { plan: 'pro', seats: 2 }, utm_source: 'x' })).toEqual([1]);
    expect(await matched({ not_fields: { plan: 'pro' } })).toEqual([2]);
    expect(await matched({ not_fields: { seats: 2 } })).toEqual([2]);
    expect(await matched({ not_email_domains: ['acme.test'] })).toEqual([1, 2, 3]);
    await none({ not_email_domains: ['acme.test', 'EXAMPLE.com'] });
    expect(await matched({ min_referrals: 1 })).toEqual([1]);
    await none({ min_referrals: 2 });
    expect(await matched({ confirmed: false })).toEqual([1, 2, 3]);
    await none({ confirmed: true });
    expect(await matched({ ids: [pro.id.toUpperCase()] })).toEqual([1]);
    await none({ created_before: '2020-01-01' });
    expect(await matched({ created_before: '2999-01-01T00:00:00+02:00' })).toEqual([1, 2, 3]);
    for (const [wave, path] of [
      [{ size: 0 }, 'size'],
      [{ size: 100_001 }, 'size'],
      [{ order: 'newest' }, 'order'],
      [{ filter: { fields: { nothing: 'x' } } }, 'filter.fields.nothing'],
      [{ filter: { fields: { seats: '2' } } }, 'filter.fields.seats'],
      [{ filter: { not_fields: { nothing: 'x' } } }, 'filter.not_fields.nothing'],
      [{ filter: { not_fields: { seats: '2' } } }, 'filter.not_fields.seats'],
      [{ filter: { not_email_domains: [] } }, 'filter.not_email_domains'],
      [{ filter: { not_email_domains: ['acme'] } }, 'filter.not_email_domains'],
      [{ filter: { not_email_domains: Array(21).fill('acme.com') } }, 'filter.not_email_domains'],
      [{ filter: { not_email_domains: 'acme.com' } }, 'filter.not_email_domains'],
      [{ filter: { source: 'x' } }, 'filter'],
      [{ filter: { ids: [] } }, 'filter.ids'],
      [{ filter: { min_referrals: 0 } }, 'filter.min_referrals'],
      [{ expires_in_days: 0 }, 'expires_in_days'],
      [{ per_hour: 0 }, 'per_hour'],
      [{ deliver: 'fax' }, 'deliver'],
      [{ filters: {} }, 'filters'],
    ] as const) {
      const { status, body } = await list.call('POST', `/waitlists/${list.id}/waves`, { size: 1, ...wave });
      expect([wave, status, body.error.message.includes(path)]).toEqual([wave, 400, true]);
    }
  });

  test('that nobody can be in is refused with the reasons, and not stored', async () => {
    const list = await inviting();
    await list.inviteByLink((await list.add({ email: 'only.invited@example.com' })).id);
    await list.add({ email: 'only.suppressed@example.com' });
    await list.call('POST', '/suppressions', { email: 'only.suppressed@example.com' });
    const { status, body } = await list.call('POST', `/waitlists/${list.id}/waves`, { size: 5 });
    expect([status, body.error]).toEqual([
      409,
      {
        code: 'conflict',
        message: 'None of the 2 people who match can be invited: 1 invited and 1 suppressed.',
      },
    ]);
    expect((await list.call('GET', `/waitlists/${list.id}/waves`)).body.total).toBe(0);
  });

  test('leaves out the members of a wave that is being sent, as invited', async () => {
    const list = await inviting();
    await people(list, 5);
    const first = await list.draft({ size: 2, order: 'position' });
    const beside = await list.draft({ size: 2, order: 'position' });
    await list.call('POST', `/waves/${first.id}/launch`);
    const next = await list.draft({ size: 2, order: 'position' });
    expect([positions(beside), positions(next)]).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(next).toMatchObject({ matched: 5, selected: 2, excluded: { ...nobody, invited: 2 } });
    await list.call('POST', `/waves/${first.id}/cancel`);
    expect(positions(await list.draft({ size: 2, order: 'position' }))).toEqual([1, 2]);
    await worker.run('send-wave', { id: first.id, accountId: account.accountId });
  });

  test('counts each person who cannot be invited once, by the first reason', async () => {
    const own = await service.account(); // its suppressions are of all its lists
    const list = await makeInvitingList(service, own, worker);
    const ids = await people(list, 9);
    const [invited, converted, unsubscribed, suppressed, unconfirmed, reviewed, bounced, waiting] = ids;
    await list.inviteByLink(invited ?? '');
    await service.sql`UPDATE signups SET unsubscribed_at = now() WHERE id = ANY (${[invited ?? '', unsubscribed ?? '']})`;
    await list.call('POST', '/conversions', { waitlist_id: list.id, signup_id: converted });
    for (const n of [4, 5])
      await list.call('POST', '/suppressions', {
        email: `A${n}@example.com`,
        waitlist_id: n === 4 ? list.id : null,
      });
    expect(suppressed).toBeDefined();
    await service.sql`UPDATE signups SET confirmable_until = now() WHERE id = ANY (${[unconfirmed ?? '', reviewed ?? '']})`;
    await service.sql`UPDATE signups SET email_status = 9 WHERE id = ANY (${[bounced ?? '', reviewed ?? '']})`;
    await service.sql`UPDATE waitlist_counters SET abuse_mode = 'enforce' WHERE waitlist_id = ${list.id}`;
    for (const [id, settles] of [
      [bounced, null],
      [waiting, 'infinity'],
    ])
      await service.sql`
        INSERT INTO referral_claims (account_id, signup_id, waitlist_id, referrer_id, email_domain, verdict, state, is_hard, credited, asks_domain, created_at, settles_at)
        VALUES (${own.accountId}, ${id ?? ''}, ${list.id}, ${invited ?? ''}, 'example.com', 'withheld', 'open', false, false, false, now(), ${settles === null ? null : '2999-01-01T00:00:00Z'})`;
    const wave = await list.draft();
    expect(wave).toMatchObject({
      matched: 9,
      selected: 2,
      excluded: { invited: 1, converted: 1, suppressed: 3, unconfirmed: 1, in_review: 1, bounced: 0 },
    });
    expect(positions(wave)).toEqual([8, 9]);
    await service.sql`UPDATE referral_claims SET verdict = 'flagged', credited = true WHERE waitlist_id = ${list.id}`;
    expect((await list.draft()).excluded).toMatchObject({ in_review: 0 }); // nothing waits for a person
    await service.sql`DELETE FROM referral_claims WHERE waitlist_id = ${list.id}`;
    await service.sql`UPDATE waitlist_counters SET abuse_mode = NULL WHERE waitlist_id = ${list.id}`;
    expect((await list.draft()).excluded).toMatchObject({ in_review: 0, bounced: 1 });
    await service.sql`UPDATE signups SET email_status = 0, confirmable_until = NULL WHERE waitlist_id = ${list.id}`;
  });

  test('is finished by a worker where it takes longer than an answer may', async () => {
    const list = await inviting();
    await people(list, 3);
    const other = await list.draft({ filter: { confirmed: false } });
    await service.sql`DELETE FROM wave_parts WHERE wave_id = ${other.id}`;
    await service.sql`UPDATE waves SET state = 'selecting', selected = 0, matched = 0, drafted_at = NULL WHERE id = ${other.id}`;
    const launched = await list.call('POST', `/waves/${other.id}/launch`);
    expect([launched.status, launched.body.error.message]).toEqual([
      409,
      expect.stringMatching(/being selected/),
    ]);
    await service.sql`INSERT INTO outbox (account_id, job, id) VALUES (${account.accountId}, 'select-wave', ${other.id})`;
    await worker.run('select-wave', { id: other.id, accountId: account.accountId });
    expect(await list.wave(other.id)).toMatchObject({ state: 'draft', matched: 3, selected: 3 });
    await service.sql`DELETE FROM wave_parts WHERE wave_id = ${other.id}`;
    await service.sql`
      UPDATE waves SET state = 'selecting', selected = 0, matched = 0, drafted_at = NULL, filter = '{"confirmed": true}'
      WHERE id = ${other.id}`;
    await service.sql`INSERT INTO outbox (account_id, job, id) VALUES (${account.accountId}, 'select-wave', ${other.id})`;
    await worker.run('select-wave', { id: other.id, accountId: account.accountId });
    expect(await list.wave(other.id)).toMatchObject({ state: 'cancelled', matched: 0, selected: 0 });
    expect(await service.pendingJobs('select-wave')).toEqual([]);
  });

  test('needs a page that accepts invitations, and a way to send mail', async () => {
    const list = await inviting();
    const [id] = await people(list, 1);
    await list.call('PATCH', `/waitlists/${list.id}/settings`, { invitations: { url: null } });
    const refused = await list.call('POST', `/waitlists/${list.id}/waves`, { size: 1 });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/invitations\.url/),
    ]);
    expect((await list.call('POST', `/waitlists/${list.id}/signups/${id}/invite`, {})).status).toBe(409);
    const poor = await service.account();
    const unmailed = await makeInvitingList(service, poor, worker);
    await unmailed.add({ email: 'ada@example.com' });
    await service.sql`UPDATE accounts SET managed_emails_per_month = 0 WHERE id = ${poor.accountId}`;
    await expect
      .poll(async () => (await unmailed.call('POST', `/waitlists/${unmailed.id}/waves`, { size: 1 })).status)
      .toBe(402);
    expect((await unmailed.draft({ deliver: 'link' })).selected).toBe(1);
  });

  test('is one of 20 at most, also if several are begun at once', async () => {
    const other = await service.account();
    const list = await makeInvitingList(service, other, worker);
    await people(list, 1);
    const { id } = await list.draft();
    const begin = async () => (await list.call('POST', `/waitlists/${list.id}/waves`, { size: 1 })).status;
    const statuses = await Promise.all(Array.from({ length: 25 }, begin));
    expect(statuses.filter((status) => status === 201)).toHaveLength(19);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    expect(await begin()).toBe(409);
    expect((await list.call('POST', `/waves/${id}/cancel`)).body.state).toBe('cancelled');
    await list.draft();
  });
});

describe('a launch (N5)', () => {
  test('invites whom the draft has shown, once, and leaves out who is gone', async () => {
    const list = await inviting();
    const ids = await people(list, 6);
    const [removed, unsubscribed, invited, converted] = ids;
    const { id } = await list.draft({ size: 5 });
    await list.add({ email: 'late@example.com' });
    await list.remove(removed ?? '');
    await service.sql`UPDATE signups SET unsubscribed_at = now() WHERE id = ${unsubscribed ?? ''}`;
    await list.inviteByLink(invited ?? '');
    await list.call('POST', '/conversions', { waitlist_id: list.id, signup_id: converted });
    const [one, two] = await Promise.all([0, 1].map(() => list.call('POST', `/waves/${id}/launch`)));
    expect([one?.status, two]).toEqual([202, one]);
    expect(one?.body).toEqual({ id, selected: 5, launched_at: expect.any(String) });
    await Promise.all([0, 1].map(() => worker.run('send-wave', { id, accountId: account.accountId })));
    expect(await list.call('POST', `/waves/${id}/launch`)).toEqual(one);
    expect(await list.wave(id)).toMatchObject({
      state: 'sent',
      invited: 1,
      left_out: { removed: 1, suppressed: 1, invited: 1, converted: 1 },
      finished_at: expect.any(String),
    });
    expect((await list.invitations(`?wave_id=${id}`)).map(({ signup_id }) => signup_id)).toEqual([ids[4]]);
    expect(await service.pendingJobs('send-wave')).toEqual([]);
  });

  test('is refused for a draft that is old, cancelled or unknown', async () => {
    const list = await inviting();
    const launch = async (id: string) => (await list.call('POST', `/waves/${id}/launch`)).status;
    await people(list, 1);
    const old = await list.draft();
    await service.sql`UPDATE waves SET drafted_at = drafted_at - interval '24 hours 1 second' WHERE id = ${old.id}`;
    expect(await launch(old.id)).toBe(409);
    const cancelled = await list.draft();
    expect((await list.call('POST', `/waves/${cancelled.id}/cancel`)).status).toBe(200);
    expect((await list.call('POST', `/waves/${cancelled.id}/cancel`)).body.state).toBe('cancelled');
    expect(await launch(cancelled.id)).toBe(409);
    expect(await launch('01a23a50-0b1c-7d2e-9f30-415263748596')).toBe(404);
    const stranger = await service.account();
    expect((await service.call('POST', `/v1/waves/${old.id}/launch`, stranger.key)).statusCode).toBe(404);
  });

  test('gives the links once, for the account’s own mail tool', async () => {
    const list = await inviting();
    const [ada] = await people(list, 1);
    await list.add({ email: '=cmd@example.com' });
    const { id } = await list.draft({ deliver: 'link' });
    const links = () => service.call('GET', `/v1/waves/${id}/links`, account.key);
    expect((await links()).statusCode).toBe(409);
    await list.call('POST', `/waves/${id}/launch`);
    await worker.run('send-wave', { id, accountId: account.accountId });
    expect(await list.wave(id)).toMatchObject({ state: 'sent', invited: 2, sent: 2 });
    const both = await Promise.all([links(), links()]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const text = both.find(({ statusCode }) => statusCode === 200)?.body ?? '';
    const token = /^a1@example\.com,https:\/\/notes\.test\/welcome\?token=(inv_[0-9A-Za-z]{38})$/m.exec(
      text,
    )?.[1];
    expect(text).toMatch(/^email,url\n/);
    expect(text).toMatch(/^'=cmd@example\.com,https:/m);
    expect(text.split('\n')).toHaveLength(4);
    const used = await list.call('POST', '/conversions', { token, email: 'A1@Example.com' });
    expect(used.body).toMatchObject({ signup_id: ada, first: true });
    await expect
      .poll(
        async () => (await service.sql`SELECT links_taken_at FROM waves WHERE id = ${id}`)[0]?.links_taken_at,
      )
      .not.toBeNull();
    expect((await links()).statusCode).toBe(409);
    await list.add({ email: 'later@example.com' });
    expect(
      (await service.call('GET', `/v1/waves/${(await list.draft()).id}/links`, account.key)).statusCode,
    ).toBe(409);
  });
});
