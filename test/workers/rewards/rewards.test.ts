import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { creditReferrer } from '../../../src/shared/capabilities/confirmations/queries.ts';
import { type EmailStatus, rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { lockSignups } from '../../../src/shared/list/signups/queries.ts';
import { lockWaitlistCounter } from '../../../src/shared/list/waitlists/queries.ts';
import { storeEmailEvents } from '../../../src/shared/mail/mail-events/event-queries.ts';
import {
  clearEmailTemplate,
  setEmailTemplate,
} from '../../../src/shared/mail/templates/set-email-template.ts';
import { newId, platformAccountId } from '../../../src/shared/platform/ids.ts';
import { statement, transaction } from '../../../src/shared/platform/postgres/transaction.ts';
import { enqueueJobs } from '../../../src/shared/platform/queue/outbox.ts';
import { listOf, type TestList } from '../../support/list.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { judgeReferrals } from '../../support/referrals/judging.ts';
import { grantRewards } from '../../support/referrals/rewards.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';

const service = useService({ BASE_URL: 'https://waitlist.test' });
let sink: MailSink;
let worker: TestWorker;
let account: TestAccount;

beforeAll(async () => {
  sink = await startMailSink();
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  account = await service.account({ plan: 'scale' });
  await service.call('PUT', '/v1/integrations/webhook', account.key, {
    payload: { config: { url: 'http://127.0.0.1:1/', events: ['reward.reached'] } },
  });
});
afterAll(async () => {
  await worker.close();
  await sink.close();
});

const change = async (list: TestList, patch: object) => {
  const answer = await service.call('PATCH', `${list.url}/settings`, account.key, { payload: patch });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
};
async function rewardingList(rewards: object[] | null, more: object = {}): Promise<TestList> {
  const list = listOf(service, account, await service.waitlist(account));
  await change(list, { rewards, ...more });
  await grantRewards(worker); // ends the pass over the empty list
  return list;
}
let people = 0;
/** Signs up with a code. @returns the signups */
async function refer(list: TestList, referral_code: string, count = 1) {
  const added = [];
  for (let each = 0; each < count; each++)
    added.push(await list.add({ email: `friend${people++}@example.com`, referral_code }));
  return added;
}
const pendingOf = async (list: TestList) =>
  (
    await service.sql<{ id: string }[]>`
      SELECT o.id FROM outbox o JOIN signups s ON s.account_id = o.account_id AND s.id = o.id
      WHERE o.job = 'grant-rewards' AND s.waitlist_id = ${list.id} ORDER BY 1`
  ).map(({ id }) => id);
const rewardsOf = async (list: TestList, id: string) =>
  (await service.call('GET', `${list.url}/signups/${id}?include=rewards`, account.key)).json().rewards;
const eventsOf = async (list: TestList) =>
  (
    await service.sql<{ payload: { data: Record<string, unknown> } }[]>`
      SELECT payload FROM outbox WHERE job = 'fan-out-event' AND payload ->> 'type' = 'reward.reached'
        AND payload #>> '{data,waitlist_id}' = ${list.id} ORDER BY id`
  ).map(({ payload }) => payload.data);
const template = {
  subject: '{{reward.key}} for {{reward.at}}',
  html: '<p>{{email}} {{reward.key}} {{links.unsubscribe}}</p>',
};

describe('rewards (N5)', () => {
  test('are granted once, by a worker, also if the count falls and rises', async () => {
    const list = await rewardingList([
      { at: 3, key: 'shirt' },
      { at: 1, key: 'stickers' },
    ]);
    const ada = await list.add({ email: 'ada@example.com', metadata: { page: 'home' } });
    const [first, second] = await refer(list, ada.referral_code, 2);
    expect(await pendingOf(list)).toEqual([ada.id]);
    expect(await rewardsOf(list, ada.id)).toEqual([]);
    await grantRewards(worker);
    const stickers = { key: 'stickers', at: 1, referral_count: 2, reached_at: expect.any(String) };
    expect(await rewardsOf(list, ada.id)).toEqual([{ ...stickers, fulfilled_at: null }]);

    await refer(list, ada.referral_code);
    await grantRewards(worker);
    for (const gone of [first, second]) await list.remove(gone?.id ?? '');
    await refer(list, ada.referral_code, 4);
    await grantRewards(worker);
    const shirt = { key: 'shirt', at: 3, referral_count: 3, reached_at: expect.any(String) };
    expect(await rewardsOf(list, ada.id)).toEqual(
      [stickers, shirt].map((each) => ({ ...each, fulfilled_at: null })),
    );
    const { referral_code: _, total: __, ...signup } = { ...ada, email: 'ada@example.com' };
    const data = {
      ...signup,
      waitlist_id: list.id,
      metadata: { page: 'home' },
      created_at: expect.any(String),
    };
    expect(await eventsOf(list)).toEqual([
      { ...data, waitlist_name: expect.any(String), ...stickers },
      { ...data, waitlist_name: expect.any(String), ...shirt },
    ]);
    expect(await service.sql`SELECT 1 FROM mails WHERE kind = 'reward'`).toHaveLength(0);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('many credits are one pending job, and credits between two rewards are none', async () => {
    const list = await rewardingList([
      { at: 2, key: 'a' },
      { at: 9, key: 'b' },
    ]);
    const bo = await list.add({ email: 'bo@example.com' });
    await refer(list, bo.referral_code);
    expect(await pendingOf(list)).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => refer(list, bo.referral_code)));
    expect(await pendingOf(list)).toEqual([bo.id]);
    await grantRewards(worker);
    await refer(list, bo.referral_code);
    expect(await pendingOf(list)).toEqual([]);
    expect(await rewardsOf(list, bo.id)).toMatchObject([{ key: 'a', referral_count: 6 }]);
  });

  test('a list without rewards enqueues nothing', async () => {
    const list = await rewardingList(null);
    const cy = await list.add({ email: 'cy@example.com' });
    await refer(list, cy.referral_code, 2);
    expect(await pendingOf(list)).toEqual([]);
    expect(await rewardsOf(list, cy.id)).toEqual([]);
  });

  test('a reward that the settings add is granted to everybody who has reached it, page by page', async () => {
    const list = await rewardingList([{ at: 5, key: 'old' }]);
    await list.fill(450);
    await service.sql`UPDATE signups SET referral_count = position % 3 WHERE waitlist_id = ${list.id}`;
    await change(list, {
      rewards: [
        { at: 2, key: 'two' },
        { at: 5, key: 'old' },
      ],
    });
    expect(await service.pendingJobs('catch-up-rewards')).toEqual([list.id]);
    await grantRewards(worker);
    const [row] = await service.sql`
      SELECT count(*)::integer, count(*) FILTER (WHERE s.referral_count = 2)::integer AS right FROM reward_grants g JOIN signups s ON s.id = g.signup_id
      WHERE g.waitlist_id = ${list.id} AND g.key = 'two'`;
    expect(row).toEqual({ count: 150, right: 150 });
    expect(await service.sql`SELECT 1 FROM reward_passes`).toHaveLength(0);
    // Nothing new: no pass.
    await change(list, { rewards: [{ at: 2, key: 'pair' }] });
    expect(await service.pendingJobs('catch-up-rewards')).toEqual([]);
    await service.sql`UPDATE signups SET referral_count = 0 WHERE waitlist_id = ${list.id}`;
  });

  test('who rises over the place of a pass is granted by that credit', async () => {
    const list = await rewardingList([]);
    const [high, low] = [
      await list.add({ email: 'high@example.com' }),
      await list.add({ email: 'low@example.com' }),
    ];
    await refer(list, high.referral_code, 3);
    await refer(list, low.referral_code, 2);
    await change(list, { rewards: [{ at: 2, key: 'late' }] });
    await service.sql`UPDATE reward_passes SET after_count = 3, after_position = ${high.position - 1} WHERE waitlist_id = ${list.id}`;
    await refer(list, low.referral_code, 3);
    expect(await pendingOf(list)).toEqual([low.id]);
    await grantRewards(worker);
    expect(await rewardsOf(list, low.id)).toMatchObject([{ key: 'late' }]);
  });

  test('a credit that commits while a worker grants is not overlooked', async () => {
    const list = await rewardingList([{ at: 2, key: 'two' }]);
    const { id, referral_code } = await list.add({ email: 'gus@example.com' });
    await refer(list, referral_code);
    await statement(service.sql, async (tx) =>
      enqueueJobs(tx, 'grant-rewards', [{ accountId: account.accountId, id }]),
    );
    let granting: Promise<void> | undefined;
    let isDone = false;
    await transaction(service.sql, async (tx) => {
      await lockWaitlistCounter(tx, account.accountId, list.id);
      await lockSignups(tx, [{ accountId: account.accountId, id }]);
      await creditReferrer(tx, { accountId: account.accountId, id }, list.id); // the job is pending already
      granting = grantRewards(worker).then(() => {
        isDone = true;
      });
      const isWaiting = async () =>
        (
          await service.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        ).length > 0;
      await until(async () => isDone || (await isWaiting()), 240);
    });
    await granting;
    await grantRewards(worker);
    expect(await rewardsOf(list, id)).toMatchObject([{ key: 'two', referral_count: 2 }]);
    await service.sql`UPDATE signups SET referral_count = 1 WHERE id = ${id}`;
    await service.sql`UPDATE waitlist_counters SET referred_count = referred_count - 1 WHERE waitlist_id = ${list.id}`;
  });

  test('a mail goes out for each, once, where the list has a template; then the template may go', async () => {
    const list = await rewardingList([
      { at: 1, key: 'one' },
      { at: 2, key: 'two' },
    ]);
    await setEmailTemplate(service.ctx, account, list.id, 'reward', template);
    const { referral_code, id } = await list.add({ email: 'dora@example.com' });
    await refer(list, referral_code, 2);
    await grantRewards(worker);
    await worker.sendAll();
    await grantRewards(worker);
    await worker.sendAll();
    const mails = (await sink.mailsTo('dora@example.com')).filter(({ subject }) =>
      subject?.includes(' for '),
    );
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(['one for 1', 'two for 2']);
    expect(mails[0]?.headers.find(({ key }) => key === 'list-unsubscribe')).toBeDefined();
    const [signup] = (await list.page('email=dora@example.com')).data;
    expect(signup?.email_status).toBe('sent');

    await change(list, { rewards: [{ at: 3, key: 'three' }] });
    await refer(list, referral_code);
    await grantRewards(worker);
    await clearEmailTemplate(service.ctx, account, list.id, 'reward');
    await worker.sendAll();
    const states =
      await service.sql`SELECT state, error FROM mails WHERE signup_id = ${id} AND reward_at = 3`;
    expect(states).toEqual([
      { state: 'suppressed', error: 'The waitlist has no template for this mail any more.' },
    ]);
    expect(await sink.mailsTo('dora@example.com')).toHaveLength(3);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('the mail takes its place in the allowance, and none goes to who has not confirmed', async () => {
    const list = await rewardingList([{ at: 1, key: 'one' }], { confirmation: { enabled: true } });
    await setEmailTemplate(service.ctx, account, list.id, 'reward', template);
    const asked = await list.add({ email: 'asked@example.com' });
    await change(list, { confirmation: { enabled: false } });
    const plain = await list.add({ email: 'plain@example.com' });
    for (const { referral_code } of [asked, plain]) await refer(list, referral_code);
    await worker.sendAll();
    const used = async () =>
      (await service.sql`SELECT reserved FROM email_usage WHERE account_id = ${account.accountId}`)[0]
        ?.reserved;
    const before = await used();
    await grantRewards(worker);
    await worker.sendAll();
    expect(await used()).toBe(before + 1);
    expect(await rewardsOf(list, asked.id)).toMatchObject([{ key: 'one' }]);
    const rewardMails = async (email: string) =>
      (await sink.mailsTo(email)).filter(({ subject }) => subject === 'one for 1').length;
    expect([await rewardMails('asked@example.com'), await rewardMails('plain@example.com')]).toEqual([0, 1]);
  });

  test('go with the signup, and are in the export of the person', async () => {
    const list = await rewardingList([{ at: 1, key: 'one' }]);
    const eve = await list.add({ email: 'eve@example.com' });
    await refer(list, eve.referral_code);
    await grantRewards(worker);
    const payload = { email: 'eve@example.com' };
    const exported = await service.call('POST', '/v1/people/export', account.key, { payload });
    expect(exported.json().signups).toMatchObject([{ rewards: [{ key: 'one', at: 1 }] }]);
    await list.remove(eve.id);
    expect(await service.sql`SELECT 1 FROM reward_grants WHERE signup_id = ${eve.id}`).toHaveLength(0);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('count judged referrals when they are credited, and confirmed ones when they confirm', async () => {
    const list = await rewardingList([{ at: 1, key: 'one' }], { abuse: { mode: 'enforce' } });
    const fay = await list.add({ email: 'fay@owner.example' });
    const withheld = await list.add({ email: 'x@mailinator.com', referral_code: fay.referral_code });
    expect(await pendingOf(list)).toEqual([]);
    await service.call('POST', `${list.url}/reviews/${withheld.id}/approve`, account.key);
    expect(await pendingOf(list)).toEqual([fay.id]);
    await grantRewards(worker);
    expect(await rewardsOf(list, fay.id)).toMatchObject([{ key: 'one' }]);
    await service.call('POST', `${list.url}/reviews/${withheld.id}/reject`, account.key);
    expect(await rewardsOf(list, fay.id)).toHaveLength(1);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });
});

describe('rewards of a list that judges referrals (N5)', () => {
  const abuse = { mode: 'enforce', settle_hours: 48 };
  const judging = () => rewardingList([{ at: 2, key: 'two' }], { abuse });
  const granted = async (list: TestList, id: string) => {
    await judgeReferrals(worker);
    await grantRewards(worker);
    return (await rewardsOf(list, id)).length;
  };
  /** Two friends, whose credits are given at once. */
  async function twoFriends(list: TestList) {
    const referrer = await list.add({ email: `owner${people}@owner.example` });
    const friends = await refer(list, referrer.referral_code, 2);
    expect(await granted(list, referrer.id)).toBe(0);
    return { referrer: referrer.id, friends: friends.map(({ id }) => id) };
  }
  async function report(id: string | undefined, status: EmailStatus): Promise<void> {
    await worker.sendAll();
    await statement(service.sql, (tx) =>
      storeEmailEvents(tx, { account_id: platformAccountId, provider: 'smtp' }, [
        {
          ...{ id: newId(), event_id: newId(), nonce: null, status_rank: rankOf(status) },
          ...{ occurred_at: new Date().toISOString(), provider_message_id: null, signup_id: id ?? '' },
        },
      ]),
    );
    await worker.applyEvents();
  }
  /** Lets hours pass for those whose rewards wait. */
  const later = async (referrer: string, hours: number) => {
    await service.sql`UPDATE referral_claims SET created_at = created_at - make_interval(hours => ${hours}) WHERE referrer_id = ${referrer}`;
    await service.sql`UPDATE reward_waits SET looks_at = looks_at - make_interval(hours => ${hours}) WHERE signup_id = ${referrer}`;
  };
  afterEach(async () => {
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('wait until the mails of enough referrals are delivered', async () => {
    const list = await judging();
    const { referrer, friends } = await twoFriends(list);
    await report(friends[0], 'delivered');
    expect(await granted(list, referrer)).toBe(0);
    await report(friends[1], 'delivered');
    expect(await granted(list, referrer)).toBe(1);
    expect(await service.sql`SELECT 1 FROM reward_waits WHERE signup_id = ${referrer}`).toHaveLength(0);
  });

  test('are not granted for addresses whose mails come back', async () => {
    const list = await judging();
    const { referrer, friends } = await twoFriends(list);
    for (const id of friends) await report(id, 'bounced');
    await later(referrer, 49);
    expect(await granted(list, referrer)).toBe(0);
    expect(await service.sql`SELECT 1 FROM reward_waits WHERE signup_id = ${referrer}`).toHaveLength(0);
  });

  test('are not granted by time for a mail that the server refused', async () => {
    const list = await judging();
    const { referrer, friends } = await twoFriends(list);
    await report(friends[0], 'failed');
    await later(referrer, 49);
    expect(await granted(list, referrer)).toBe(0);
    await service.call('POST', `${list.url}/reviews/${friends[0]}/approve`, account.key);
    expect(await granted(list, referrer)).toBe(1);
  });

  test('are granted after the time that referrals take to settle', async () => {
    const list = await judging();
    const { referrer } = await twoFriends(list);
    await later(referrer, 47);
    expect(await granted(list, referrer)).toBe(0);
    await later(referrer, 2);
    expect(await granted(list, referrer)).toBe(1);
  });

  test('are granted when friends confirm their addresses, whenever the credit was given', async () => {
    for (const credit of ['on_signup', 'on_confirm']) {
      const list = await judging();
      await change(list, { confirmation: { enabled: true, credit } });
      const referrer = await list.add({ email: `owner-${credit}@owner.example` });
      const emails = [`one-${credit}@example.com`, `two-${credit}@example.com`];
      for (const email of emails) await list.add({ email, referral_code: referrer.referral_code });
      expect(await granted(list, referrer.id)).toBe(0);
      await worker.sendAll();
      for (const email of emails) {
        expect(await granted(list, referrer.id)).toBe(0);
        const [, token] = /\/c\/([\w-]{68})/.exec((await sink.mailsTo(email)).at(-1)?.html ?? '') ?? [];
        await service.call('POST', '/v1/confirmations', account.key, { payload: { token } });
      }
      expect(await granted(list, referrer.id)).toBe(1);
    }
  });

  test('are granted when a person approves the referrals, and when the list stops to judge', async () => {
    const list = await judging();
    const { referrer, friends } = await twoFriends(list);
    for (const id of friends) await service.call('POST', `${list.url}/reviews/${id}/approve`, account.key);
    expect(await granted(list, referrer)).toBe(1);
    const other = await twoFriends(list);
    await change(list, { abuse: { mode: 'monitor' } });
    await grantRewards(worker);
    expect(await granted(list, other.referrer)).toBe(1);
  });

  test('do not wait where a list only monitors', async () => {
    const list = await rewardingList([{ at: 2, key: 'two' }], { abuse: { mode: 'monitor' } });
    const referrer = await list.add({ email: 'monitored@owner.example' });
    await refer(list, referrer.referral_code, 2);
    expect(await granted(list, referrer.id)).toBe(1);
  });
});

describe('settings.rewards', () => {
  test.each([
    [[{ at: 0, key: 'a' }], 'rewards.0.at: '],
    [[{ at: 1.5, key: 'a' }], 'rewards.0.at: '],
    [[{ at: 1, key: 'A b' }], 'rewards.0.key: '],
    [
      [
        { at: 1, key: 'a' },
        { at: 1, key: 'b' },
      ],
      'rewards.1.at: ',
    ],
    [
      [
        { at: 1, key: 'a' },
        { at: 2, key: 'a' },
      ],
      'rewards.1.key: ',
    ],
    [[{ at: 1, key: 'a', more: 1 }], 'rewards.0'],
    [
      Array.from({ length: 21 }, (_, at) => ({ at: at + 1, key: `k${at}` })),
      'rewards: must have at most 20 rewards',
    ],
    [{ at: 1, key: 'a' }, 'rewards: '],
    ['stickers', 'rewards: '],
  ])('%j is refused by the path of the field', async (rewards, message) => {
    const list = await rewardingList(null);
    const answer = await service.call('PATCH', `${list.url}/settings`, account.key, { payload: { rewards } });
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test('a change replaces the whole list, sorts it, and null removes it', async () => {
    const list = await rewardingList([
      { at: 5, key: 'b' },
      { at: 2, key: 'a' },
    ]);
    const read = async () => (await service.call('GET', `${list.url}/settings`, account.key)).json().rewards;
    expect(await read()).toEqual([
      { at: 2, key: 'a' },
      { at: 5, key: 'b' },
    ]);
    await change(list, { links: { status_page: true } });
    expect(await read()).toHaveLength(2);
    await change(list, { rewards: [{ at: 7, key: 'c' }] });
    expect(await read()).toEqual([{ at: 7, key: 'c' }]);
    await change(list, { rewards: null });
    expect(await read()).toEqual([]);
    const [row] =
      await service.sql`SELECT reward_levels FROM waitlist_counters WHERE waitlist_id = ${list.id}`;
    expect(row).toEqual({ reward_levels: null });
  });
});
