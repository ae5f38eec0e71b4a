import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findExpired } from '../../src/shared/capabilities/retention/apply-retention.ts';
import { makeInvitingList } from '../support/release/inviting.ts';
import type { TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';
import { findBrokenInvariants } from '../support/storm/invariants.ts';

describe('how long signups are kept (N3)', () => {
  const service = useService();
  let worker: TestWorker;
  let account: TestAccount;

  beforeAll(async () => {
    worker = openTestWorker(service);
    account = await service.account();
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: 'http://127.0.0.1:9/', events: ['signup.removed'] } },
    });
  });
  afterAll(() => worker.close());

  const set = (list: string, patch: object) =>
    service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload: patch });
  const emails = async (list: string) =>
    (
      await service.sql<{ email: string }[]>`
      SELECT email FROM signups WHERE waitlist_id = ${list} ORDER BY position`
    ).map(({ email }) => email);
  const age = (email: string, days: number) => service.sql`
    UPDATE signups SET created_at = created_at - make_interval(days => ${days}), confirmable_until = confirmable_until - make_interval(days => ${days})
    WHERE email = ${email}`;
  const signUp = async (list: string, ...names: string[]) => {
    for (const name of names) await service.signUp(account, list, { email: `${name}@example.com` });
  };
  const removed = async (list: string) =>
    (
      await service.sql<{ email: string }[]>`
      SELECT payload #>> '{data,email}' AS email FROM outbox
      WHERE job = 'fan-out-event' AND payload ->> 'type' = 'signup.removed' AND payload #>> '{data,waitlist_id}' = ${list} ORDER BY 1`
    ).map(({ email }) => email);
  async function applyAll(): Promise<string[]> {
    await findExpired(worker.ctx, new AbortController().signal);
    const due = await service.pendingJobs('apply-retention');
    for (const id of due) await worker.run('apply-retention', { id, accountId: account.accountId });
    return due;
  }

  test('deletes signups that were asked to confirm and have not, once their link has expired', async () => {
    const list = await service.waitlist(account);
    await signUp(list, 'never-asked');
    await set(list, {
      confirmation: { enabled: true, expires_hours: 720 },
      retention: { unconfirmed_days: 10 },
    });
    await signUp(list, 'fresh', 'linked', 'old', 'confirmed');
    await service.sql`UPDATE signups SET confirmed_at = clock_timestamp() WHERE email = 'confirmed@example.com'`;
    await service.sql`UPDATE signup_email_counts SET confirmed = 1 WHERE waitlist_id = ${list}`;
    await age('linked@example.com', 29);
    for (const name of ['never-asked', 'old', 'confirmed']) await age(`${name}@example.com`, 31);
    await service.sql`UPDATE signups SET created_at = date_trunc('day', created_at) WHERE waitlist_id = ${list}`;
    await recount(list);
    expect(await applyAll()).toEqual([list]);
    expect(await emails(list)).toEqual(
      ['never-asked', 'fresh', 'linked', 'confirmed'].map((name) => `${name}@example.com`),
    );
    expect(await removed(list)).toEqual(['old@example.com']);
    expect(await applyAll()).toEqual([]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    await set(list, { retention: null });
    await age('linked@example.com', 31);
    await recount(list);
    expect(await applyAll()).toEqual([]);
  });

  /** Signups that were moved in time count on other days. */
  async function recount(list: string): Promise<void> {
    await service.sql`DELETE FROM signup_daily WHERE waitlist_id = ${list}`;
    await service.sql`
      INSERT INTO signup_daily (account_id, waitlist_id, day, source, signups)
      SELECT account_id, waitlist_id, (created_at AT TIME ZONE 'UTC')::date, coalesce(utm_source, 'direct'), count(*) FROM signups
      WHERE waitlist_id = ${list} GROUP BY 1, 2, 3, 4`;
  }

  test('deletes on a day what is from before it, in parts, and keeps later signups', async () => {
    const list = await service.waitlist(account);
    await signUp(list, 'a', 'b', 'c');
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    expect((await set(list, { retention: { delete_on: day(1) } })).statusCode).toBe(200);
    expect(await applyAll()).toEqual([]);
    for (const name of ['a', 'b']) await age(`${name}@example.com`, 2);
    await recount(list);
    await service.sql`UPDATE waitlist_counters SET delete_before = ${day(0)} WHERE waitlist_id = ${list}`;
    expect(await applyAll()).toEqual([list]);
    expect(await emails(list)).toEqual(['c@example.com']);
    expect(await removed(list)).toEqual(['a@example.com', 'b@example.com']);
    await signUp(list, 'd');
    expect(await applyAll()).toEqual([]);
    expect(await emails(list)).toEqual(['c@example.com', 'd@example.com']);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('deletes people who became users long enough ago, and their wave still counts them (N5)', async () => {
    const list = await makeInvitingList(service, account, worker);
    const [old, young, waiting] = await Promise.all(
      ['old', 'young', 'waiting'].map((name) => list.add({ email: `${name}-user@example.com` })),
    );
    const { id } = await list.launch({ deliver: 'link' });
    for (const { id: signup_id } of [old, young] as { id: string }[])
      expect((await list.call('POST', '/conversions', { waitlist_id: list.id, signup_id })).status).toBe(200);
    await service.sql`
      UPDATE conversions SET converted_at = converted_at - interval '31 days' WHERE signup_id = ${old?.id ?? ''}`;
    expect(await applyAll()).toEqual([]);
    await set(list.id, { retention: { delete_after_conversion_days: 30 } });
    expect(await applyAll()).toEqual([list.id]);
    expect(await removed(list.id)).toEqual(['old-user@example.com']);
    expect(await applyAll()).toEqual([]);
    expect(await list.wave(id)).toMatchObject({ sent: 3, converted: 2 });
    const left = (await list.page()).data.map((signup: { id: string }) => signup.id);
    expect(left.toSorted()).toEqual([young?.id, waiting?.id].toSorted());
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test.each([
    [{ delete_on: '2020-01-01' }, /^retention\.delete_on: must be a day after today \(UTC\)$/],
    [{ delete_on: '2026-02-30' }, /^retention\.delete_on: must be a day as YYYY-MM-DD$/],
    [{ delete_on: '2999-01-01' }, /^retention\.delete_on: must be before the year 2200$/],
    [{ delete_on: 7 }, /^retention\.delete_on: /],
    [{ unconfirmed_days: 0 }, /^retention\.unconfirmed_days: /],
    [{ unconfirmed_days: 1.5 }, /^retention\.unconfirmed_days: /],
    [{ delete_after_conversion_days: 0 }, /^retention\.delete_after_conversion_days: /],
    [{ delete_after_conversion_days: 3_651 }, /^retention\.delete_after_conversion_days: /],
    [{ delete_after_invitation_days: 3 }, /^retention\.delete_after_invitation_days: /],
  ])('refuses %j', async (retention, message) => {
    const list = await service.waitlist(account);
    const refused = await set(list, { retention });
    expect([refused.statusCode, refused.json().error.message]).toEqual([400, expect.stringMatching(message)]);
  });
});
