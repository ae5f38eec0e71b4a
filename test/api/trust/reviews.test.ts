import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type JudgingList, judgeReferrals, makeJudgingList } from '../../support/referrals/judging.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

describe('reviews (N4)', () => {
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
  const judging = (abuse?: Record<string, unknown>) => makeJudgingList(service, account, abuse);
  const get = async (list: JudgingList, query = '') =>
    (await service.call('GET', `${list.url}/reviews${query}`, account.key)).json();
  const decide = (list: JudgingList, id: string, decision: 'approve' | 'reject', key = account.key) =>
    service.call('POST', `${list.url}/reviews/${id}/${decision}`, key);
  const bulk = (list: JudgingList, payload: object) =>
    service.call('POST', `${list.url}/reviews/bulk`, account.key, { payload });

  test('list what something speaks against, newest first, by state, reason, referrer and domain', async () => {
    const list = await judging();
    await list.refer('ada@real.example');
    const bot = await list.refer('bot@mailinator.com');
    const twin = await list.refer('ada+1@real.example');
    const { data, ...envelope } = await get(list);
    expect(envelope).toEqual({ total: 2, limit: 50, offset: 0, has_more: false });
    expect(data.map(({ signup_id }: { signup_id: string }) => signup_id)).toEqual([twin, bot]);
    expect(data[1]).toEqual({
      signup_id: bot,
      email: 'bot@mailinator.com',
      position: 3,
      referrer: { id: list.referrer.id, email: 'referrer@owner.example', referral_code: list.referrer.code },
      verdict: 'withheld',
      reasons: [{ code: 'disposable_domain', detail: 'The address is at a domain of disposable addresses.' }],
      state: 'open',
      credited: false,
      settles_at: null,
      created_at: expect.any(String),
    });
    const ids = async (query: string) =>
      (await get(list, query)).data.map(({ signup_id }: { signup_id: string }) => signup_id);
    expect(await ids('?reason=alias')).toEqual([twin]);
    expect(await ids('?domain=Mailinator.com')).toEqual([bot]);
    expect(await ids(`?referrer_id=${list.referrer.id}&limit=1&offset=1`)).toEqual([bot]);
    expect(await ids(`?referrer_id=${bot}`)).toEqual([]);
    expect(await ids('?state=approved')).toEqual([]);
    expect(await ids('?state=open')).toEqual([twin, bot]);
    for (const query of ['?state=new', '?reason=none', '?referrer_id=x', '?limit=0'])
      expect((await service.call('GET', `${list.url}/reviews${query}`, account.key)).statusCode).toBe(400);
  });

  test('show referrers with what their codes brought, most open reviews first', async () => {
    const list = await judging();
    const other = await list.add({ email: 'quiet@quiet.example' });
    await list.refer('one@one.example', { referral_code: other.referral_code });
    await list.refer('ada@real.example');
    await list.refer('bot@mailinator.com');
    const answer = await service.call('GET', `${list.url}/reviews/referrers`, account.key);
    expect(answer.json()).toMatchObject({
      data: [
        {
          signup_id: list.referrer.id,
          email: 'referrer@owner.example',
          referral_code: list.referrer.code,
          claims: 2,
          credited: 1,
          withheld: 1,
          bounced: 0,
          top_reasons: ['disposable_domain'],
        },
        { signup_id: other.id, claims: 1, credited: 1, withheld: 0, top_reasons: [] },
      ],
      total: 2,
    });
  });

  test('approve and reject give and take the credit; the same again is the same answer', async () => {
    const list = await judging();
    const id = await list.refer('bot@mailinator.com');
    const positions = async () => (await list.page()).data.map(({ position }) => position);
    const before = await positions();
    const approved = await decide(list, id, 'approve');
    expect(approved.statusCode).toBe(200);
    expect(approved.json()).toMatchObject({ signup_id: id, state: 'approved', verdict: 'withheld' });
    expect(await list.credits()).toBe(1);
    expect((await list.find('bot@mailinator.com')).referred_by).toBe(list.referrer.id);
    expect((await decide(list, id, 'approve')).json()).toEqual(approved.json());
    expect(await list.credits()).toBe(1);
    expect((await decide(list, id, 'reject')).json()).toMatchObject({ state: 'rejected' });
    expect(await list.credits()).toBe(0);
    await decide(list, id, 'approve');
    expect(await list.credits()).toBe(1);
    expect(await positions()).toEqual(before);
  });

  test('may be about a referral that nothing speaks against', async () => {
    const list = await judging();
    const id = await list.refer('ada@real.example');
    expect((await decide(list, id, 'reject')).json()).toMatchObject({ verdict: 'ok', state: 'rejected' });
    expect(await list.credits()).toBe(0);
    expect((await get(list, '?state=rejected')).total).toBe(1);
  });

  test('what is rejected never settles by itself', async () => {
    const list = await judging({ velocity: { burst: 1 } });
    await list.refer('first@real.example');
    const id = await list.refer('ada@other.example');
    await decide(list, id, 'reject');
    await service.sql`UPDATE signups SET confirmed_at = now(), email_delivered_at = now() WHERE id = ${id}`;
    await service.sql`
      UPDATE signup_email_counts SET confirmed = 1, sent = 0, delivered = 1 WHERE waitlist_id = ${list.id}`;
    await service.sql`
      INSERT INTO outbox (account_id, job, id) VALUES (${account.accountId}, 'judge-referral', ${id})`;
    await judgeReferrals(worker);
    expect(await list.credits()).toBe(1);
  });

  test('approving sends a mail that was held, once', async () => {
    const list = await judging({ hold_email: true });
    const id = await list.refer('bot@mailinator.com');
    expect(await service.pendingJobs('send-signup-email')).not.toContain(id);
    await Promise.all([decide(list, id, 'approve'), decide(list, id, 'approve')]);
    expect(await service.pendingJobs('send-signup-email')).toContain(id);
    const mails = await service.sql`SELECT id FROM mails WHERE id = ${id}`;
    expect(mails).toHaveLength(1);
    await service.call('PATCH', `${list.url}/settings`, account.key, {
      payload: { confirmation: { enabled: true } },
    });
    const asked = await list.refer('other@mailinator.com');
    await list.signUp({ email: 'other@mailinator.com' }); // asks for the link again, in vain
    const asking = () => service.sql`SELECT id FROM mails WHERE signup_id = ${asked}`;
    expect(await asking()).toHaveLength(0);
    await decide(list, asked, 'approve');
    expect(await asking()).toHaveLength(1);
  });

  test('approving sends the signup email where the list has stopped to ask for confirmation', async () => {
    const list = await judging({ hold_email: true });
    const confirmation = (enabled: boolean) =>
      service.call('PATCH', `${list.url}/settings`, account.key, { payload: { confirmation: { enabled } } });
    await confirmation(true);
    const id = await list.refer('bot@mailinator.com');
    await confirmation(false);
    await decide(list, id, 'approve');
    expect(await service.pendingJobs('send-signup-email')).toContain(id);
  });

  test('approving fakes clears the code: its next friend counts at once', async () => {
    const list = await judging();
    for (let at = 0; at < 12; at++) await list.refer(`bot${at}@mailinator.com`);
    const friend = await list.refer('friend@friends.example');
    expect(await list.claim(friend)).toMatchObject({ reasons: ['tainted_code'], credited: false });
    await bulk(list, { action: 'approve', filter: { referrer_id: list.referrer.id } });
    const next = await list.refer('next@friends.example');
    expect(await list.claim(next)).toMatchObject({ reasons: [], credited: true });
    expect(await list.credits()).toBe(14);
  });

  test('many at once match a filter; a dry run only counts', async () => {
    const list = await judging();
    await Promise.all([1, 2, 3].map((at) => list.refer(`bot${at}@mailinator.com`)));
    await list.refer('ada@real.example');
    const filter = { reason: 'disposable_domain', referrer_id: list.referrer.id, domain: 'mailinator.com' };
    const dry = await bulk(list, { action: 'approve', filter, dry_run: true });
    expect(dry.json()).toEqual({ matched: 3, changed: 0 });
    expect(await list.credits()).toBe(1);
    expect((await bulk(list, { action: 'approve', filter })).json()).toEqual({ matched: 3, changed: 3 });
    expect(await list.credits()).toBe(4);
    // None is open.
    expect((await bulk(list, { action: 'reject', filter })).json()).toEqual({ matched: 0, changed: 0 });
    const empty = await bulk(list, { action: 'reject', filter: {} });
    expect(empty.statusCode).toBe(400);
    expect(empty.json().error.message).toBe('filter: must not be empty');
    for (const wrong of [{ action: 'ban', filter }, { action: 'reject', filter: { nothing: 1 } }, { filter }])
      expect((await bulk(list, wrong)).statusCode).toBe(400);
  });

  test('are not found for others, without a claim, or once the referrer is gone', async () => {
    const list = await judging();
    const id = await list.refer('bot@mailinator.com');
    const stranger = await service.account();
    expect((await decide(list, id, 'approve', stranger.key)).statusCode).toBe(404);
    expect((await decide(list, list.referrer.id, 'approve')).statusCode).toBe(404);
    expect((await decide(await judging(), id, 'approve')).statusCode).toBe(404);
    await list.remove(list.referrer.id);
    expect((await get(list)).total).toBe(0);
    expect((await decide(list, id, 'approve')).statusCode).toBe(404);
  });
});
