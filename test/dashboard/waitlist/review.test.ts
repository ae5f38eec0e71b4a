import { beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { makeJudgingList } from '../../support/referrals/judging.ts';
import { runSelections } from '../../support/selections/run-selections.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

describe('the page Review (N4)', () => {
  const service = useService();
  let account: TestAccount;
  let visitor: Visitor;
  beforeAll(async () => {
    account = await service.account();
    visitor = await signedIn(service, account);
  });
  const modeOf = async (id: string) =>
    (await service.call('GET', `/v1/waitlists/${id}/settings`, account.key)).json().abuse;

  test('offers to watch referrals, for a new list and on creation', async () => {
    const id = await service.waitlist(account);
    const path = `/dashboard/waitlists/${id}/review`;
    expect(wordsOf(await visitor.open(path))).toContain('Do people farm your referrals?');
    await visitor.send(`${path}/watch`);
    expect(await modeOf(id)).toMatchObject({ mode: 'monitor' });
    const made = await visitor.send('/dashboard/waitlists', { name: 'Watched', monitor: 'on' });
    expect(await modeOf(String(made.headers.location).split('/').at(-1) ?? '')).toMatchObject({
      mode: 'monitor',
    });
  });

  test('shows referrers with their reasons, and credits or refuses all, or one', async () => {
    const list = await makeJudgingList(service, account);
    const path = `/dashboard/waitlists/${list.id}/review`;
    const [one] = [await list.refer('bot1@mailinator.com'), await list.refer('bot2@mailinator.com')];
    const page = wordsOf(await visitor.open(path));
    expect(page).toContain('referrer@owner.example');
    expect(page).toContain('Disposable address');
    expect(page).toContain('bot2@mailinator.com');
    const single = await visitor.send(`${path}/claims/${one}`, { decision: 'approve' });
    expect(wordsOf(await visitor.follow(single))).toContain(
      'The referral of bot1@mailinator.com was credited. You can change that under Credited.',
    );
    expect(await list.credits()).toBe(1);
    const all = await visitor.send(`${path}/referrers/${list.referrer.id}`, { decision: 'reject' });
    expect(wordsOf(await visitor.follow(all))).toContain(
      '1 referral refused. You can change that under Refused.',
    );
    expect(wordsOf(await visitor.open(`${path}?referrer=${list.referrer.id}`))).toContain(
      'Nothing is waiting for a decision.',
    );
    const [row] = await service.sql`
      SELECT reviewer FROM referral_claims WHERE waitlist_id = ${list.id} AND state = 'rejected'`;
    expect(row?.reviewer).toMatch(/^[0-9a-f-]{36}$/); // an id: nobody's address is kept
  });

  test('offers no credit for what is credited, and does not count it as waiting', async () => {
    const own = await service.account();
    const user = await signedIn(service, own);
    const list = await makeJudgingList(service, own, { mode: 'monitor' });
    const path = `/dashboard/waitlists/${list.id}/review`;
    await list.refer('bot1@mailinator.com');
    await list.set({ mode: 'enforce' });
    const page = await user.open(path);
    expect(wordsOf(page)).toContain(
      'Nothing is waiting for a decision. 1 referral looks farmed but is credited all the same',
    );
    expect(page.body).not.toContain('value="approve"');
    expect(page.body.match(/value="reject"/g)).toHaveLength(2); // of the referrer and of the referral
    expect(wordsOf(await user.open('/dashboard'))).not.toContain('for a decision');

    await list.refer('bot2@mailinator.com');
    const both = await user.open(path);
    expect(wordsOf(both)).toContain('1 referral waits for a decision. 1 referral looks farmed');
    expect(both.body.match(/value="approve"/g)).toHaveLength(2);
    expect(wordsOf(both)).toContain('This credits 1 referral of referrer@owner.example');
    expect(wordsOf(both)).toContain(
      'This refuses 2 referrals of referrer@owner.example. referrer@owner.example loses the credit of 1 that count now.',
    );
    expect(wordsOf(await user.open('/dashboard'))).toContain('1 referral of');
    const reviews = await service.call('GET', `${list.url}/reviews?state=open`, own.key);
    expect(reviews.json().data.map(({ credited }: { credited: boolean }) => credited)).toEqual([false, true]);
    await user.send(`${path}/referrers/${list.referrer.id}`, { decision: 'reject' });
    const done = await user.open(path);
    expect(wordsOf(done)).toContain('Nothing is waiting for a decision.');
    expect(done.body).not.toContain('name="decision"');
  });

  test('asks before it decides all of a referrer, and takes all of it back', async () => {
    const list = await makeJudgingList(service, account);
    const path = `/dashboard/waitlists/${list.id}/review`;
    for (const name of ['bot1', 'bot2']) await list.refer(`${name}@mailinator.com`);
    await list.refer('friend@example.com');
    const page = await visitor.open(path);
    expect(rowsOf(page.body)[0]?.slice(0, 5)).toEqual(['referrer@owner.example', '1', '2', '0', '0']);
    expect(wordsOf(page)).toContain('This refuses 2 referrals of referrer@owner.example. All of them stay');

    const decide = async (decision: string, state: string) =>
      wordsOf(
        await visitor.follow(
          await visitor.send(`${path}/referrers/${list.referrer.id}`, { decision, state }),
        ),
      );
    expect(await decide('reject', 'open')).toContain('2 referrals refused.');
    const refused = await visitor.open(`${path}?referrer=${list.referrer.id}&state=rejected`);
    expect(rowsOf(refused.body)[0]?.slice(1, 4)).toEqual(['1', '0', '2']);
    expect(wordsOf(refused)).toContain('This credits 2 referrals of referrer@owner.example');
    expect(await decide('approve', 'open')).toContain('0 referrals credited.'); // none of them is open
    expect(await decide('approve', 'rejected')).toContain('2 referrals credited.');
    expect(await list.credits()).toBe(3);
    expect(wordsOf(await visitor.open(`${path}?state=approved`))).toContain('bot1@mailinator.com');
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('leads from a referrer to all who passed the code, and deletes them with a count before', async () => {
    const list = await makeJudgingList(service, account);
    const path = `/dashboard/waitlists/${list.id}`;
    const friend = await list.refer('friend@example.com');
    const bots = [await list.refer('bot1@mailinator.com'), await list.refer('bot2@mailinator.com')];
    const other = await list.add({ email: 'other@example.com' });
    await list.add({ email: 'bot@yopmail.com', referral_code: other.referral_code });
    await visitor.send(`${path}/review/claims/${bots[0]}`, { decision: 'reject' });

    const page = await visitor.open(`${path}/signups/${list.referrer.id}`);
    expect(wordsOf(page)).toContain('Referrals 1 credited, 1 withheld , 1 refused .');
    expect(page.body).toContain(`href="${path}/review?referrer=${list.referrer.id}"`);
    expect(wordsOf(await visitor.open(`${path}/signups/${friend}`))).toMatch(
      /Referred by referrer@owner\.example Referrals/,
    );
    const ordered = await visitor.open(`${path}?order=referrals`);
    expect(wordsOf(ordered)).toContain('1 1 withheld');
    expect(ordered.body).toContain(`href="${path}/review?referrer=${list.referrer.id}"`);
    for (const [bot, state] of [
      [bots[0], 'refused'],
      [bots[1], 'withheld'],
    ])
      expect(wordsOf(await visitor.open(`${path}/signups/${bot}`))).toContain(
        `Referred by referrer@owner.example , ${state} Referrals 0`,
      );

    const search = `?referred_by=${list.referrer.id}`;
    expect(page.body).toContain(`href="${path}${search}"`);
    const found = await visitor.open(path + search);
    expect(rowsOf(found.body).map(([email = '']) => email.split(' ')[0])).toEqual([
      'bot2@mailinator.com',
      'bot1@mailinator.com',
      'friend@example.com',
    ]);
    const csv = await visitor.open(`${path}/signups.csv${search}`);
    expect(csv.body.trim().split('\n')).toHaveLength(4);
    // The API finds those that are credited.
    expect((await list.page(`referred_by=${list.referrer.id}`)).total).toBe(1);

    const asked = await visitor.send(`${path}/selection${search}`, { action: 'delete', scope: 'all' });
    expect(wordsOf(asked)).toMatch(/Delete 3 signups of .*Referred by referrer@owner\.example/);
    const done = await visitor.send(`${path}/selections${search}`, { action: 'delete', expected: '3' });
    expect(wordsOf(await visitor.follow(done))).toContain('Deleted 3 signups.');
    const worker = openTestWorker(service);
    await runSelections(service, worker, account);
    await worker.close();
    expect((await list.page()).data.map(({ email }) => email)).toEqual([
      'bot@yopmail.com',
      'other@example.com',
      'referrer@owner.example',
    ]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('says whether bounces are seen, and asks for confirmation where they are not', async () => {
    const list = await makeJudgingList(service, account);
    const read = async () => wordsOf(await visitor.open(`/dashboard/waitlists/${list.id}/review`));
    const advice = 'ask people to confirm their address';
    expect(await read()).toContain(
      `Mail servers report no bounces, so a fake address is not noticed by its mail. To withhold referrals, ${advice}.`,
    );
    await service.call('PATCH', `${list.url}/settings`, account.key, {
      payload: { confirmation: { enabled: true } },
    });
    expect(await read()).not.toContain(advice);
  });

  test('saves how referrals are judged', async () => {
    const list = await makeJudgingList(service, account);
    const path = `/dashboard/waitlists/${list.id}/review`;
    const saved = await visitor.send(`${path}/settings`, {
      ...{ mode: 'enforce', per_hour: '5', burst: '', settle_hours: '24', hold_email: 'on' },
      ...{ block_domains: 'a.example, b.example', allow_domains: '', allow_networks: '10.0.0.0/8' },
    });
    expect(wordsOf(await visitor.follow(saved))).toContain('Saved.');
    expect(await modeOf(list.id)).toMatchObject({
      velocity: { per_hour: 5, burst: 20 },
      settle_hours: 24,
      hold_email: true,
      block_domains: ['a.example', 'b.example'],
      allow_networks: ['10.0.0.0/8'],
    });
  });
});
