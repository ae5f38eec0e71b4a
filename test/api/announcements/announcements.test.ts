import { beforeAll, describe, expect, test } from 'vitest';
import { rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { type AnnouncingList, makeAnnouncingList } from '../../support/announcements/announcing.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
let account: TestAccount;
beforeAll(async () => {
  account = await service.account();
});

const announcing = () => makeAnnouncingList(service, account);
/** An account that may send so many mails a month. */
async function withAllowance(mails: number): Promise<TestAccount> {
  const own = await service.account();
  await service.sql`UPDATE accounts SET managed_emails_per_month = ${mails} WHERE id = ${own.accountId}`;
  return own;
}
/** Adds people a1, a2, … @returns their ids in the order of positions */
async function people(list: AnnouncingList, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) ids.push((await list.add({ email: `a${n}@example.com` })).id);
  return ids;
}
const nobody = {
  ...{ unsubscribed: 0, erased: 0, complained: 0, bounced: 0, manual: 0, unconfirmed: 0, in_review: 0 },
};
const emails = ({ sample }: { sample: { email: string }[] }) => sample.map(({ email }) => email);
const refusal = ({ status, body }: { status: number; body: { error?: { message: string } } }) => [
  status,
  body.error?.message,
];

describe('a draft', () => {
  test('counts who would get it, and mails nobody', async () => {
    const list = await announcing();
    await people(list, 3);
    const draft = await list.draft({ per_hour: 60 });
    expect(draft).toEqual({
      id: expect.any(String),
      waitlist_id: list.id,
      name: 'We launch',
      state: 'draft',
      paused_reason: null,
      refusal: null,
      subject: 'We launch on Tuesday, {{email}}',
      filter: {},
      per_hour: 60,
      send_at: null,
      matched: 3,
      selected: 3,
      excluded: nobody,
      created_at: expect.any(String),
      launched_at: null,
      finished_at: null,
      design: null,
      html: '<p>Hello {{email}}, you are number {{position}}.</p>',
      sample: [1, 2, 3].map((n) => ({
        signup_id: expect.any(String),
        email: `a${n}@example.com`,
        position: n,
      })),
      allowance: { remaining: expect.any(Number), held: 0 },
    });
    expect(await service.pendingJobs('send-announcement')).toEqual([]);
    const { body } = await list.call('GET', `/waitlists/${list.id}/announcements`);
    expect(body).toMatchObject({ total: 1, data: [{ id: draft.id, selected: 3 }] });
    expect(body.data[0]).not.toHaveProperty('html');
  });

  test('says what the allowance of the month does not hold', async () => {
    const list = await makeAnnouncingList(service, await withAllowance(1));
    await people(list, 3);
    expect((await list.draft()).allowance).toEqual({ remaining: 1, held: 2 });
  });

  test('counts each person who does not get it once, by the first reason', async () => {
    const list = await announcing();
    const ids = await people(list, 8);
    const set = (n: number, change: Record<string, unknown>) =>
      service.sql`UPDATE signups SET ${service.sql(change)} WHERE id = ${ids[n - 1] ?? ''}`;
    await set(1, { unsubscribed_at: new Date().toISOString(), email_status: rankOf('bounced') });
    await set(2, { email_status: rankOf('complained') });
    await set(3, { email_status: rankOf('bounced') });
    await set(4, { confirmable_until: new Date().toISOString() });
    for (const [n, reason] of [
      [5, 'manual'],
      [6, 'erased'],
      [7, 'bounced'],
    ] as const) {
      await list.call('POST', '/suppressions', { email: `a${n}@example.com`, waitlist_id: list.id });
      await service.sql`
        UPDATE suppressions SET reason = ${reason} WHERE account_id = ${account.accountId} AND reason = 'manual' AND ${n} <> 5`;
    }
    await service.sql`UPDATE suppressions SET reason = 'manual' WHERE id = (SELECT min(id::text)::uuid FROM suppressions WHERE waitlist_id = ${list.id})`;
    expect(await list.draft()).toMatchObject({
      matched: 8,
      selected: 1,
      excluded: {
        ...nobody,
        unsubscribed: 1,
        complained: 1,
        bounced: 2,
        manual: 1,
        erased: 1,
        unconfirmed: 1,
      },
      sample: [{ email: 'a8@example.com' }],
    });
  });

  test('has only people who meet the filter, also by what other capabilities know', async () => {
    const list = await announcing();
    await list.field('plan', 'string');
    const pro = await list.add({ email: 'f1@example.com', utm_source: 'x', fields: { plan: 'pro' } });
    await list.add({ email: 'f2@example.com', referral_code: pro.referral_code });
    const third = await list.add({ email: 'f3@example.com', fields: { plan: 'pro' } });
    await list.call('PATCH', `/waitlists/${list.id}/settings`, {
      invitations: { url: 'https://notes.test/in' },
    });
    await list.call('POST', `/waitlists/${list.id}/signups/${third.id}/invite`, { deliver: 'link' });
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      VALUES (${account.accountId}, ${pro.id}, 1, ${list.id}, 'stickers', 1)`;
    await service.sql`UPDATE signups SET email_status = ${rankOf('opened')} WHERE id = ${third.id}`;
    const matched = async (filter: object) => emails(await list.draft({ filter }));
    expect(await matched({ fields: { plan: 'pro' } })).toEqual(['f1@example.com', 'f3@example.com']);
    expect(await matched({ utm_source: 'x' })).toEqual(['f1@example.com']);
    expect(await matched({ not_fields: { plan: 'PRO' }, match: 'any_case' })).toEqual(['f2@example.com']);
    expect(await matched({ not_email_domains: ['example.com'] })).toEqual([]);
    const leftOut = { not_email_domains: ['acme.com'], not_fields: { plan: 'free' } };
    expect((await list.draft({ filter: leftOut })).filter).toEqual(leftOut);
    expect(await matched({ min_referrals: 1 })).toEqual(['f1@example.com']);
    expect(await matched({ invitation_state: 'invited' })).toEqual(['f3@example.com']);
    expect(await matched({ invitation_state: 'ever' })).toEqual(['f3@example.com']);
    expect(await matched({ invitation_state: 'none' })).toEqual(['f1@example.com', 'f2@example.com']);
    expect(await matched({ reward: 'stickers' })).toEqual(['f1@example.com']);
    expect(await matched({ email_status: 'opened' })).toEqual(['f3@example.com']);
    expect(await matched({ email_status: 'none' })).toEqual(['f1@example.com', 'f2@example.com']);
    expect(await matched({ ids: [third.id] })).toEqual(['f3@example.com']);
    expect(await matched({ created_from: '2999-01-01' })).toEqual([]);
    expect(await matched({ created_before: '2999-01-01', created_from: '2000-01-01' })).toHaveLength(3);
    expect((await list.draft({ filter: { ids: [third.id] } })).filter).toEqual({ id_count: 1 });
    for (const [filter, problem] of [
      [{ fields: { nothing: 'x' } }, 'filter.fields.nothing: the waitlist has no such field'],
      [{ reward: 'No key' }, 'filter.reward: must be the key of a reward'],
      [{ invitation_state: 'open' }, /^filter\.invitation_state: must be one of none, ever, invited/],
      [{ source: 'x' }, 'filter.source: is not a known key'],
    ] as const) {
      const answer = await list.call('POST', `/waitlists/${list.id}/announcements`, {
        ...{ name: 'n', subject: 's', html: 'h', filter },
      });
      expect(refusal(answer)).toEqual([
        400,
        typeof problem === 'string' ? problem : expect.stringMatching(problem),
      ]);
    }
  });

  test('refuses texts as templates are refused, and takes a design', async () => {
    const list = await announcing();
    const path = `/waitlists/${list.id}/announcements`;
    const base = { name: 'n', subject: 's' };
    for (const [given, problem] of [
      [{ ...base, html: '<p>{{nobody}}</p>' }, '{{nobody}} is no variable of this waitlist’s email.'],
      [{ ...base, html: '<p>{{invite.url}}</p>' }, '{{invite.url}} is no variable of this waitlist’s email.'],
      [base, 'html: give either design or html'],
      [{ ...base, html: 'x', design: { headline: 'h', text: 't' } }, 'html: give either design or html'],
      [
        { ...base, design: { headline: 'h', text: 't', button_text: 'Go' } },
        'design.button_url: must be an https URL',
      ],
      [
        { ...base, design: { headline: 'h', text: 't', button_target: 'invite' } },
        'design.button_target: must be one of url, referral, status',
      ],
      [{ ...base, html: 'x', send_at: '2000-01-01T00:00:00Z' }, 'send_at: must be in the future'],
      [{ ...base, html: 'x', send_at: '2999-01-01T00:00:00Z' }, 'send_at: must be within a year'],
      [{ ...base, subject: 'a\nb', html: 'x' }, 'subject: must be one line'],
    ] as const)
      expect(refusal(await list.call('POST', path, given))).toEqual([400, problem]);
    const draft = await list.draft({ html: null, design: { headline: 'News', text: 'Hello {{email}}' } });
    expect(draft).toMatchObject({
      html: null,
      design: {
        color: '#18181b',
        headline: 'News',
        text: 'Hello {{email}}',
        show_position: false,
        show_code: false,
        button_target: 'url',
      },
    });
  });

  test('begins at a time on the clocks of the account, or with an offset', async () => {
    const list = await announcing();
    await service.sql`UPDATE accounts SET time_zone = 'Europe/Berlin' WHERE id = ${account.accountId}`;
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const offset = new Date(`${day}T12:00:00Z`).toLocaleString('en', {
      timeZone: 'Europe/Berlin',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    const { send_at } = await list.draft({ send_at: `${day}T09:00:00` });
    expect(send_at).toBe(
      new Date(Date.parse(`${day}T09:00:00Z`) - (Number(offset) - 12) * 3_600_000).toISOString(),
    );
    const absolute = await list.draft({ send_at: `${day}T09:00:00-03:00` });
    expect(absolute.send_at).toBe(`${day}T12:00:00.000Z`);
    await service.sql`UPDATE accounts SET time_zone = 'UTC' WHERE id = ${account.accountId}`;
  });

  test('can be changed and counted again until it is launched', async () => {
    const list = await announcing();
    const [first] = await people(list, 2);
    const { id } = await list.draft({ filter: { ids: [first] }, per_hour: 60 });
    const patch = (change: object) => list.call('PATCH', `/announcements/${id}`, change);
    await list.add({ email: 'a3@example.com' });
    expect((await patch({ name: 'Other' })).body).toMatchObject({
      name: 'Other',
      selected: 1,
      per_hour: 60,
      subject: 'We launch on Tuesday, {{email}}',
    });
    expect((await patch({ filter: null, per_hour: null })).body).toMatchObject({
      selected: 3,
      per_hour: null,
      filter: {},
    });
    expect((await patch({ design: { headline: 'h', text: 't' } })).body).toMatchObject({
      html: null,
      design: { headline: 'h' },
    });
    expect((await patch({ html: '<p>x</p>' })).body).toMatchObject({ html: '<p>x</p>', design: null });
    expect(refusal(await patch({ html: '<p>{{x}}</p>' }))).toEqual([
      400,
      '{{x}} is no variable of this waitlist’s email.',
    ]);
    await list.call('POST', `/announcements/${id}/launch`, { expected_count: 3 });
    expect(refusal(await patch({ name: 'Late' }))).toEqual([409, 'Only a draft can be changed.']);
  });

  test('is one of 50 at most', async () => {
    const own = await service.account();
    const list = await makeAnnouncingList(service, own);
    const { id } = await list.draft();
    await service.sql`
      INSERT INTO announcements (account_id, id, waitlist_id, name, state, subject, html)
      SELECT account_id, gen_random_uuid(), waitlist_id, name, 'draft', subject, html FROM announcements CROSS JOIN generate_series(1, 49) WHERE id = ${id}`;
    const answer = await list.call('POST', `/waitlists/${list.id}/announcements`, {
      name: 'n',
      subject: 's',
      html: 'h',
    });
    expect(refusal(answer)).toEqual([409, 'The account has 50 drafts already. Launch one or cancel it.']);
  });
});

describe('a launch', () => {
  const launch = (list: AnnouncingList, id: string, body: object) =>
    list.call('POST', `/announcements/${id}/launch`, body);

  test('happens once, and says so each time', async () => {
    const list = await announcing();
    await people(list, 3);
    const { id } = await list.draft();
    const answers = await Promise.all([1, 2, 3].map(() => launch(list, id, { expected_count: 3 })));
    const [first] = answers;
    expect(first).toEqual({
      status: 202,
      body: { id, expected_count: 3, sample: null, send_at: null, launched_at: expect.any(String) },
    });
    for (const answer of answers) expect(answer).toEqual(first);
    expect(await launch(list, id, { expected_count: 99 })).toEqual(first);
    expect(
      await service.sql`SELECT signup_ids FROM announcement_parts WHERE announcement_id = ${id}`,
    ).toHaveLength(1);
    expect(await list.read(id)).toMatchObject({ state: 'sending', waiting: 3, sent: 0 });
  });

  test('is refused if the number of people has changed by more than 1 %', async () => {
    const list = await announcing();
    await list.fill(200);
    const { id } = await list.draft();
    await list.add({ email: 'more1@example.com' });
    await list.add({ email: 'more2@example.com' });
    expect(refusal(await launch(list, id, { expected_count: 199 }))).toEqual([
      409,
      'You expected 199 people, and it would go to 202 now. Look at the draft again, and launch it with the new number.',
    ]);
    expect(await list.read(id)).toMatchObject({ state: 'draft', launched_at: null });
    expect((await launch(list, id, { expected_count: 200 })).status).toBe(202);
    expect((await list.read(id)).selected).toBe(202);
  });

  test('needs a postal address, somebody to write to, and a way to send', async () => {
    const list = await announcing();
    const { id } = await list.draft();
    expect(refusal(await launch(list, id, { expected_count: 0 }))).toEqual([
      409,
      'Nobody is left who would get it.',
    ]);
    await people(list, 1);
    await list.call('PATCH', `/waitlists/${list.id}/settings`, { mail: null });
    expect(refusal(await launch(list, id, { expected_count: 1 }))).toEqual([
      409,
      expect.stringMatching(/^Set mail\.postal_address in the settings first/),
    ]);
    await list.call('PATCH', `/waitlists/${list.id}/settings`, {
      mail: { postal_address: '  1 Street \n\n  Town ' },
    });
    const { body } = await list.call('GET', `/waitlists/${list.id}/settings`);
    expect(body.mail).toEqual({ postal_address: '1 Street\nTown' });
    expect((await launch(list, id, { expected_count: 1 })).status).toBe(202);
    const poor = await makeAnnouncingList(service, await withAllowance(0));
    await people(poor, 1);
    const { id: unsent } = await poor.draft();
    expect(refusal(await launch(poor, unsent, { expected_count: 1 }))).toEqual([
      402,
      'There is no way to send email. Set up an email provider first.',
    ]);
  });

  test.each([
    ['links.status', { links: { status_page: true } }],
    ['links.referral', { links: { site_url: 'https://a.example/' } }],
  ])(
    'is refused while %s leads nowhere, unless the mail says something else then',
    async (link, settings) => {
      const list = await announcing();
      await people(list, 1);
      const withFallback = await list.draft({ html: `<p>{{${link}|soon}}</p>` });
      expect((await launch(list, withFallback.id, { expected_count: 1 })).status).toBe(202);
      const { id } = await list.draft({ html: `<a href="{{ ${link} }}">Look</a>` });
      expect(refusal(await launch(list, id, { expected_count: 1 }))).toEqual([
        409,
        expect.stringContaining(`The mail holds {{${link}}}`),
      ]);
      await list.call('PATCH', `/waitlists/${list.id}/settings`, settings);
      expect((await launch(list, id, { expected_count: 1 })).status).toBe(202);
    },
  );

  test('to people who were mostly imported asks for a sample first, once', async () => {
    const list = await announcing();
    await list.fill(1_001);
    await service.sql`UPDATE signups SET import_id = ${list.id} WHERE waitlist_id = ${list.id} AND position <= 501`;
    const { id } = await list.draft();
    expect(refusal(await launch(list, id, { expected_count: 1_001 }))).toEqual([
      409,
      expect.stringMatching(/^Most of these 1001 people were imported.*"sample": 200/),
    ]);
    expect((await launch(list, id, { expected_count: 1_001, sample: 200 })).body).toMatchObject({
      sample: 200,
    });
    const parts = await service.sql<{ part: number; signup_ids: string[] }[]>`
      SELECT part, signup_ids FROM announcement_parts WHERE announcement_id = ${id} ORDER BY part`;
    expect(parts.map(({ signup_ids }) => signup_ids.length)).toEqual([200, 200, 200, 200, 200, 1]);
    const first = await service.sql<{ position: number }[]>`
      SELECT position FROM signups WHERE id = ANY (${parts[0]?.signup_ids ?? []}::uuid[]) ORDER BY position`;
    const positions = first.map(({ position }) => position);
    // Spread over the whole list.
    expect(
      Math.max(...positions.slice(1).map((position, index) => position - (positions[index] ?? 0))),
    ).toBeLessThanOrEqual(6);
    expect([positions[0], positions.at(-1)]).toEqual([1, expect.toSatisfy((last: number) => last > 990)]);
    // Later ones have been there.
    await service.sql`UPDATE announcements SET mailed = 200 WHERE id = ${id}`;
    const next = await list.draft();
    expect((await launch(list, next.id, { expected_count: 1_001 })).status).toBe(202);
  });

  test('can be cancelled, and ends there', async () => {
    const list = await announcing();
    await people(list, 2);
    const id = await list.launch({ send_at: new Date(Date.now() + 86_400_000).toISOString() });
    expect(await list.read(id)).toMatchObject({ state: 'scheduled', waiting: 2 });
    const paused = await list.call('POST', `/announcements/${id}/pause`);
    expect(paused.body).toMatchObject({ state: 'paused', paused_reason: 'asked' });
    expect((await list.call('POST', `/announcements/${id}/resume`)).body).toMatchObject({
      state: 'scheduled',
    });
    expect((await list.call('POST', `/announcements/${id}/cancel`)).body).toMatchObject({
      state: 'cancelled',
      left_out: { cancelled: 2 },
    });
    for (const [action, message] of [
      ['launch', 'This announcement was cancelled. Draft another one.'],
      ['pause', 'Only what is being sent can be paused.'],
      ['resume', 'Only what is paused can be resumed.'],
    ] as const)
      expect(
        refusal(
          await list.call(
            'POST',
            `/announcements/${id}/${action}`,
            action === 'launch' ? { expected_count: 2 } : undefined,
          ),
        ),
      ).toEqual([409, message]);
  });
});
