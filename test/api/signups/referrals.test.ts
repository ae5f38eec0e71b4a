import { describe, expect, test } from 'vitest';
import { addSignups } from '../../../src/shared/list/signups/queries.ts';
import { newReferralCode } from '../../../src/shared/list/signups/referral-code.ts';
import { listOf, makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

describe('referrals', () => {
  const service = useService();

  const referredCount = async (list: TestList) =>
    (await service.call('GET', `${list.url}/stats`, list.account.key)).json().referred_count;

  test('give every signup a unique code in lower-case Crockford base32 (§4.6)', async () => {
    const list = await makeList(service);
    const codes = new Set<string>();
    for (let n = 0; n < 20; n++) codes.add((await list.add({ email: `${n}@example.com` })).referral_code);
    expect(codes.size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{10}$/);
  });

  test('credit the owner of a code, and show it on the new signup (§3.4, §4.6)', async () => {
    const list = await makeList(service);
    const ada = await list.add({ email: 'ada@example.com' });
    await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    expect(await list.find('ada@example.com')).toMatchObject({
      referral_count: 1,
      referred_by: null,
      position: 1,
    });
    expect(await list.find('bob@example.com')).toMatchObject({
      referral_count: 0,
      referred_by: ada.id,
      position: 2,
    });
    expect(await referredCount(list)).toBe(1);
  });

  test('accept a code in every way it may be typed (§4.6)', async () => {
    const list = await makeList(service);
    const referrer = list.request('ada@example.com', { code: '01abcdefgh' });
    await addSignups(service.sql, [referrer]);
    const spellings = [
      '01ab-cdefgh',
      '01ABCDEFGH',
      '0-1-a-b-c-d-e-f-g-h',
      '--01abcdefgh--',
      'o1abcdefgh',
      '0iabcdefgh',
      '0Labcdefgh',
      'OIAB-CDEF-GH',
      ' 01abcdefgh ',
    ];
    for (const referral_code of spellings) {
      const { id } = await list.add({ email: 'bob@example.com', referral_code });
      expect((await list.find('bob@example.com')).referred_by, referral_code).toBe(referrer.id);
      await list.remove(id);
    }
  });

  test.each([
    ['an unknown code', newReferralCode()],
    ['a code with a letter that there is not', 'uuuuuuuuuu'],
    ['a short one', 'abc'],
    ['a long one', 'a'.repeat(64)],
    ['hyphens alone', '----------'],
    ['an injection', "' OR 1=1 --"],
    ['other alphabets', 'аbсdеfghjk'],
  ])('ignore %s (§4.6, C1.9a)', async (_, referral_code) => {
    const list = await makeList(service);
    await list.add({ email: 'ada@example.com' });
    const response = await list.signUp({ email: 'bob@example.com', referral_code });
    expect(response.statusCode).toBe(201);
    expect((await list.find('bob@example.com')).referred_by).toBeNull();
    expect(await referredCount(list)).toBe(0);
  });

  test.each([['a'.repeat(65)], [5], [true], [{}]])(
    'refuse the invalid referral_code %j (§4.3, C1.9a)',
    async (referral_code) => {
      const list = await makeList(service);
      const response = await list.signUp({ email: 'bob@example.com', referral_code });
      expect(response.statusCode).toBe(400);
      expect(response.json().error.message).toMatch(/^referral_code: /);
    },
  );

  test('ignore a code of another waitlist, even of the same account (§4.6)', async () => {
    const list = await makeList(service);
    const sibling = listOf(service, list.account, await service.waitlist(list.account));
    const ada = await sibling.add({ email: 'ada@example.com' });
    await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    expect((await list.find('bob@example.com')).referred_by).toBeNull();
    expect((await sibling.find('ada@example.com')).referral_count).toBe(0);
  });

  test('give no credit for an own code (§4.6)', async () => {
    const list = await makeList(service);
    const ada = await list.add({ email: 'ada@example.com' });
    expect(await list.add({ email: 'ADA@example.com', referral_code: ada.referral_code })).toEqual(ada);
    expect(await list.find('ada@example.com')).toMatchObject({ referral_count: 0, referred_by: null });
  });

  test('give no credit for an email that is already on the list (§4.6)', async () => {
    const list = await makeList(service);
    const ada = await list.add({ email: 'ada@example.com' });
    const eve = await list.add({ email: 'eve@example.com' });
    await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    await list.add({ email: 'bob@example.com', referral_code: eve.referral_code });
    await list.add({ email: 'eve@example.com', referral_code: ada.referral_code });
    expect(await list.find('bob@example.com')).toMatchObject({ referred_by: ada.id });
    expect(await list.find('eve@example.com')).toMatchObject({ referral_count: 0, referred_by: null });
    expect(await list.find('ada@example.com')).toMatchObject({ referral_count: 1 });
  });

  test('give no credit for a refused signup (§3.4)', async () => {
    const list = await makeList(service);
    const ada = await list.add({ email: 'ada@example.com' });
    await list.field('company', 'string', { required: true });
    expect(
      (await list.signUp({ email: 'bob@example.com', referral_code: ada.referral_code })).statusCode,
    ).toBe(400);
    expect((await list.find('ada@example.com')).referral_count).toBe(0);
  });

  test('take the credit back when the referred signup is deleted, whose code becomes invalid (§3.4, §4.3)', async () => {
    const list = await makeList(service);
    const ada = await list.add({ email: 'ada@example.com' });
    const bob = await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    await list.add({ email: 'eve@example.com', referral_code: ada.referral_code });
    await list.remove(bob.id);
    expect((await list.find('ada@example.com')).referral_count).toBe(1);
    expect(await referredCount(list)).toBe(1);
    await list.add({ email: 'kim@example.com', referral_code: bob.referral_code });
    expect((await list.find('kim@example.com')).referred_by).toBeNull();
    await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    expect((await list.find('ada@example.com')).referral_count).toBe(2);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('leave the referred signup without a referrer when that is deleted (C3.5)', async () => {
    const list = await makeList(service);
    const root = await list.add({ email: 'root@example.com' });
    const ada = await list.add({ email: 'ada@example.com', referral_code: root.referral_code });
    const bob = await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    await list.add({ email: 'eve@example.com', referral_code: ada.referral_code });
    await list.add({ email: 'kim@example.com', referral_code: bob.referral_code });
    await list.remove(ada.id);
    expect((await list.find('root@example.com')).referral_count).toBe(0);
    expect((await list.find('bob@example.com')).referred_by).toBeNull();
    expect((await list.find('eve@example.com')).referred_by).toBeNull();
    expect((await list.find('kim@example.com')).referred_by).toBe(bob.id);
    expect(await referredCount(list)).toBe(1);
    // Deleting a signup without a referrer takes back no credit.
    await list.remove(bob.id);
    expect(await referredCount(list)).toBe(0);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('change display_position by the bonus, and never the stored position (§2.3, §4.2, §4.6)', async () => {
    const list = await makeList(service);
    const setBonus = (referral_bonus: number | null) =>
      service.call('PATCH', list.url, list.account.key, { payload: { referral_bonus } });
    const shown = async () =>
      (await list.page()).data
        .map(({ position, display_position }) => [position, display_position])
        .reverse();
    for (const name of 'abcd') await list.add({ email: `${name}@example.com` });
    const { referral_code } = await list.add({ email: 'e@example.com' });
    for (const name of 'fg') await list.add({ email: `${name}@example.com`, referral_code });

    expect(await shown()).toEqual([1, 2, 3, 4, 5, 6, 7].map((position) => [position, null]));
    await setBonus(2);
    expect(await shown()).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((position) => [position, position === 5 ? 1 : position]),
    );
    await setBonus(1);
    expect((await list.find('e@example.com')).display_position).toBe(3);
    await setBonus(1_000_000);
    expect((await list.find('e@example.com')).display_position).toBe(1);
    await setBonus(null);
    expect((await list.find('e@example.com')).display_position).toBeNull();
    expect((await list.find('e@example.com')).position).toBe(5);
  });

  test('credit a code 100 times for 100 concurrent signups (§3.4)', async () => {
    const list = await makeList(service);
    const ada = await list.add({ email: 'ada@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        list.signUp({ email: `friend${n}@example.com`, referral_code: ada.referral_code }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect((await list.find('ada@example.com')).referral_count).toBe(100);
    expect(await referredCount(list)).toBe(100);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  describe('within one batch', () => {
    test('accept a code from the next request on, in chains too (§4.6)', async () => {
      const list = await makeList(service);
      const [ada, bob] = [newReferralCode(), newReferralCode()];
      const requests = [
        list.request('early@example.com', { referrer_code: ada }), // does not exist yet, so it is ignored
        list.request('ada@example.com', { code: ada, referrer_code: ada }), // an own code is ignored
        list.request('bob@example.com', { code: bob, referrer_code: ada }),
        list.request('eve@example.com', { referrer_code: bob }),
        list.request('kim@example.com', { referrer_code: ada }),
      ];
      const outcomes = await addSignups(service.sql, requests);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(5).fill('created'));
      const [, adaId, bobId] = requests.map(({ id }) => id);
      const tied = (await list.page()).data
        .reverse()
        .map(({ referred_by, referral_count }) => [referred_by, referral_count]);
      expect(tied).toEqual([
        [null, 0],
        [null, 2],
        [adaId, 1],
        [bobId, 0],
        [adaId, 0],
      ]);
      expect(await findBrokenInvariants(service.sql)).toEqual([]);
    });

    test('add up the credits of several signups (§3.4)', async () => {
      const list = await makeList(service);
      const ada = await list.add({ email: 'ada@example.com' });
      const bob = newReferralCode();
      await addSignups(service.sql, [
        list.request('bob@example.com', { code: bob, referrer_code: ada.referral_code }),
        list.request('eve@example.com', { referrer_code: ada.referral_code }),
        list.request('kim@example.com', { referrer_code: bob }),
      ]);
      expect((await list.find('ada@example.com')).referral_count).toBe(2);
      expect((await list.find('bob@example.com')).referral_count).toBe(1);
      expect(await findBrokenInvariants(service.sql)).toEqual([]);
    });

    test('give no credit for the code of a refused, repeated or foreign request (§4.6)', async () => {
      const list = await makeList(service);
      const sibling = listOf(service, list.account, await service.waitlist(list.account));
      await list.add({ email: 'here@example.com' });
      const [refused, repeated, foreign] = [newReferralCode(), newReferralCode(), newReferralCode()];
      const outcomes = await addSignups(service.sql, [
        list.request('refused@example.com', { code: refused, signup_cap: 0 }),
        list.request('here@example.com', { code: repeated }),
        sibling.request('foreign@example.com', { code: foreign }),
        list.request('a@example.com', { referrer_code: refused }),
        list.request('b@example.com', { referrer_code: repeated }),
        list.request('c@example.com', { referrer_code: foreign }),
      ]);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([
        'over_quota',
        'existing',
        'created',
        'created',
        'created',
        'created',
      ]);
      expect(await referredCount(list)).toBe(0);
      expect((await list.page()).data.map(({ referred_by }) => referred_by)).toEqual([
        null,
        null,
        null,
        null,
      ]);
      expect(await findBrokenInvariants(service.sql)).toEqual([]);
    });
  });
});
