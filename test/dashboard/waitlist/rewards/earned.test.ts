import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVisitor, signedIn, type Visitor, wordsOf } from '../../../support/dashboard.ts';
import { listOf, type TestList } from '../../../support/list.ts';
import { grantRewards } from '../../../support/referrals/rewards.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../../support/service/worker.ts';

describe('the page of earned rewards (N5)', () => {
  const service = useService();
  let account: TestAccount;
  let visitor: Visitor;
  let worker: TestWorker;
  beforeAll(async () => {
    account = await service.account({ plan: 'scale' });
    visitor = await signedIn(service, account);
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  const pathOf = (list: TestList, rest = '') => `/dashboard/waitlists/${list.id}${rest}`;
  const rewards = [
    { at: 1, key: 'stickers', name: 'Stickers' },
    { at: 2, key: 'shirt' },
  ];
  /** A list where Ada has earned stickers, and Bob both. */
  async function earningList(): Promise<{ list: TestList; ada: string; bob: string }> {
    const list = listOf(service, account, await service.waitlist(account));
    await list.field('street', 'string');
    await service.call('PATCH', `${list.url}/settings`, account.key, { payload: { rewards } });
    await grantRewards(worker);
    const ada = await list.add({ email: 'ada@example.com', fields: { street: '1 Long Street' } });
    const bob = await list.add({ email: 'bob@example.com' });
    for (const [code, count] of [
      [ada.referral_code, 1],
      [bob.referral_code, 2],
    ] as const)
      for (let n = 0; n < count; n++)
        await list.add({ email: `f${n}.of.${code}@example.com`, referral_code: code });
    await grantRewards(worker);
    return { list, ada: ada.id, bob: bob.id };
  }
  const page = async (list: TestList, rest = '') => visitor.open(pathOf(list, `/rewards${rest}`));
  const states = async (list: TestList) => {
    const { data } = (await service.call('GET', `${list.url}/rewards`, account.key)).json();
    return data
      .map(
        ({ email, key, fulfilled_at }: { email: string; key: string; fulfilled_at: string | null }) =>
          `${email[0]} ${key} ${fulfilled_at === null ? 'open' : 'done'}`,
      )
      .toSorted();
  };

  test('teaches where nobody can earn one, and names the rewards where nobody has', async () => {
    const list = listOf(service, account, await service.waitlist(account));
    const empty = wordsOf(await page(list));
    expect(empty).toContain('Thank people who bring their friends');
    expect(empty).toContain('Set rewards');
    expect(wordsOf(await visitor.open(pathOf(list)))).not.toContain('Rewards');
    await service.call('PATCH', `${list.url}/settings`, account.key, { payload: { rewards } });
    const waiting = wordsOf(await page(list));
    expect(waiting).toContain('Nobody has earned a reward yet');
    expect(waiting).toContain('shirt for 2 friends');
    expect(waiting).toContain('Whoever brought them before you set the reward follows soon after.');
    const settings = await visitor.open(pathOf(list, '/settings/rewards'));
    const [tabs = ''] = /<nav class="tabs".*?<\/nav>/s.exec(settings.body) ?? [];
    expect(tabs.match(/aria-current/g)).toHaveLength(1);
    expect((await visitor.open(pathOf(list))).body).toContain(`href="${pathOf(list, '/rewards')}"`);
    const found = await visitor.open(`/dashboard/search?q=rewards`);
    expect(found.body).toContain(`href="${pathOf(list, '/rewards')}"`);
    expect((await visitor.open(pathOf(list, '/settings/rewards'))).body).toContain(
      `href="${pathOf(list, '/rewards')}"`,
    );
  });

  test('says who earned what, and narrows it by state, reward and address', async () => {
    const { list, bob } = await earningList();
    const all = await page(list);
    const words = wordsOf(all);
    expect(words).toContain('All 3 To hand over 3 Handed over 0');
    expect(words).toContain('Any reward 3 Stickers 2 shirt 1');
    expect(all.body).toContain(`href="${pathOf(list, `/signups/${bob}`)}"`);
    expect(wordsOf(await page(list, '?reward=shirt'))).toContain('1 reward found');
    expect(wordsOf(await page(list, '?q=ADA'))).toContain('Stickers 1');
    expect(wordsOf(await page(list, '?q=ADA'))).not.toContain('bob@example.com');
    const none = wordsOf(await page(list, '?fulfilled=true'));
    expect(none).toContain('No rewards found.');
    expect(none).toContain('Any reward 0');
    expect((await page(list, '?reward=No&fulfilled=maybe&q=+')).statusCode).toBe(200);
  });

  test('marks selected rewards, tells who did it and when, and undoes just that', async () => {
    const { list, ada, bob } = await earningList();
    const marks = pathOf(list, '/rewards/mark');
    await visitor.send(marks, { action: 'fulfil', scope: 'rows', selected: [`${ada}:1`], shown: [] });
    const sent = await visitor.send(`${marks}?fulfilled=false`, {
      ...{ action: 'fulfil', scope: 'page', selected: [] },
      shown: [`${bob}:1`, `${bob}:2`, `${ada}:1`],
    });
    expect(sent.headers.location).toMatch(/\/rewards\?fulfilled=false&marked=[^#]+#earned$/);
    const done = await visitor.follow(sent);
    expect(wordsOf(done)).toContain('2 rewards marked as handed over. Undo');
    expect(await states(list)).toEqual(['a stickers done', 'b shirt done', 'b stickers done']);
    expect(wordsOf(await page(list))).toContain(visitor.email);
    // Only with the message: the page that is opened again offers no undoing.
    expect(wordsOf(await visitor.open(String(sent.headers.location).split('#')[0] ?? ''))).not.toContain(
      'Undo',
    );
    const marked = /name="marked" value="([^"]+)"/.exec(done.body)?.[1] ?? '';
    const other = await signedIn(service, account);
    await other.send(pathOf(list, '/rewards/undo'), { marked });
    expect(await states(list)).toEqual(['a stickers done', 'b shirt done', 'b stickers done']);
    const undone = await visitor.send(pathOf(list, '/rewards/undo'), { marked });
    expect(wordsOf(await visitor.follow(undone))).toContain('Undone: 2 rewards.');
    expect(await states(list)).toEqual(['a stickers done', 'b shirt open', 'b stickers open']);
  });

  test('marks all that were found once their number is confirmed', async () => {
    const { list, ada } = await earningList();
    const query = '?reward=stickers';
    const asked = await visitor.send(pathOf(list, `/rewards/mark${query}`), {
      ...{ action: 'fulfil', scope: 'all', selected: [], shown: [] },
    });
    expect(wordsOf(asked)).toContain('Mark 2 rewards of');
    expect(await states(list)).toContain('a stickers open');
    await visitor.send(pathOf(list, '/rewards/mark'), {
      ...{ action: 'fulfil', scope: 'rows', selected: [`${ada}:1`], shown: [] },
    });
    const all = pathOf(list, `/rewards/mark-all${query}`);
    const changed = await visitor.send(all, { action: 'fulfil', expected: '2' });
    expect(changed.statusCode).toBe(409);
    expect(wordsOf(changed)).toContain('there is 1 reward now, not 2');
    const done = await visitor.send(all, { action: 'fulfil', expected: '1' });
    expect(wordsOf(await visitor.follow(done))).toContain('1 reward marked as handed over.');
    expect(await states(list)).toEqual(['a stickers done', 'b shirt open', 'b stickers done']);
    const back = await visitor.send(pathOf(list, '/rewards/mark-all'), { action: 'reopen', expected: '2' });
    expect(wordsOf(await visitor.follow(back))).toContain('2 rewards marked as not handed over.');
    expect(await states(list)).toEqual(['a stickers open', 'b shirt open', 'b stickers open']);
  });

  test('refuses nothing, and what is no reward', async () => {
    const { list } = await earningList();
    const send = async (fields: Record<string, string | string[]>) =>
      visitor.send(pathOf(list, '/rewards/mark'), { action: 'fulfil', scope: 'rows', ...fields });
    const none = await send({});
    expect([none.statusCode, wordsOf(none)]).toEqual([400, expect.stringContaining('Select rewards first')]);
    expect((await send({ selected: 'me:1' })).statusCode).toBe(400);
    const { list: theirs, ada } = await earningList();
    await send({ selected: `${ada}:1` });
    expect(await states(theirs)).toContain('a stickers open');
  });

  test('is a file with the custom fields', async () => {
    const { list } = await earningList();
    const file = await page(list, '.csv?reward=stickers&q=ada');
    expect(file.headers['content-disposition']).toContain('rewards.csv');
    expect(file.body).toMatch(/^\ufeffemail,.*field\.street\nada@example\.com,.*,1 Long Street\n$/s);
  });

  test('marks the rewards of one person on the page of that person', async () => {
    const { list, bob } = await earningList();
    const person = pathOf(list, `/signups/${bob}`);
    expect(wordsOf(await visitor.open(person))).toContain('shirt for 2 friends');
    const sent = await visitor.send(pathOf(list, '/rewards/mark'), {
      ...{ action: 'fulfil', scope: 'rows', selected: `${bob}:2`, back: bob },
    });
    expect(sent.headers.location).toContain(`${person}?marked=`);
    const words = wordsOf(await visitor.follow(sent));
    expect(words).toContain('1 reward marked as handed over.');
    expect(words).toContain('Take back');
    expect(await states(list)).toEqual(['a stickers open', 'b shirt done', 'b stickers open']);
  });

  test('says why a reward waits where referrals are judged', async () => {
    const list = listOf(service, account, await service.waitlist(account));
    const payload = {
      rewards,
      abuse: { mode: 'enforce' },
      confirmation: { enabled: true, credit: 'on_signup' },
    };
    await service.call('PATCH', `${list.url}/settings`, account.key, { payload });
    const ada = await list.add({ email: 'ada@example.com' });
    await list.add({ email: 'friend@example.com', referral_code: ada.referral_code });
    await service.sql`UPDATE signups SET referral_count = 1 WHERE id = ${ada.id}`;
    const words = wordsOf(await visitor.open(pathOf(list, `/signups/${ada.id}`)));
    expect(words).toContain('Stickers for 1 friend Waits until enough of the referrals are proven');
    expect(words).not.toContain('shirt');
    await service.call('PATCH', `${list.url}/settings`, account.key, { payload: { abuse: { mode: 'off' } } });
    expect(wordsOf(await visitor.open(pathOf(list, `/signups/${ada.id}`)))).not.toContain('Waits until');
  });

  test('lets a viewer look only', async () => {
    const { list, ada } = await earningList();
    const viewer = await makeVisitor(service, account, 'viewer');
    await viewer.signIn();
    const seen = await viewer.open(pathOf(list, '/rewards'));
    expect(wordsOf(seen)).toContain('ada@example.com');
    expect(seen.body).not.toContain('type="checkbox"');
    const refused = await viewer.send(pathOf(list, '/rewards/mark'), {
      ...{ action: 'fulfil', scope: 'rows', selected: `${ada}:1` },
    });
    expect(refused.statusCode).toBe(403);
  });
});
