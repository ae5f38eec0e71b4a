import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeJudgingList } from '../../support/referrals/judging.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { readCsv } from '../../support/values/read-csv.ts';

describe('referrals that are judged (N4)', () => {
  const service = useService();
  let account: TestAccount;
  beforeAll(async () => {
    account = await service.account();
  });
  afterEach(async () => {
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });
  const judging = (abuse?: Record<string, unknown>) => makeJudgingList(service, account, abuse);
  const free = { client_ip: '8.8.8.8', user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/121.0' };

  test('credit at once where nothing speaks against them, and only then name the referrer (§3.4)', async () => {
    const list = await judging();
    const good = await list.refer('ada@gmail.com', free);
    const bad = await list.refer('bot@mailinator.com', free);
    expect(await list.claim(good)).toMatchObject({ verdict: 'ok', reasons: [], credited: true });
    expect(await list.claim(bad)).toMatchObject({
      verdict: 'withheld',
      state: 'open',
      reasons: ['disposable_domain'],
      credited: false,
      settles_at: null,
    });
    expect((await list.find('ada@gmail.com')).referred_by).toBe(list.referrer.id);
    expect((await list.find('bot@mailinator.com')).referred_by).toBeNull();
    expect(await list.credits()).toBe(1);
  });

  test('nothing is judged or stored while the mode is off, or without a known code', async () => {
    const list = await judging({ mode: 'off' });
    const id = await list.refer('x+1@mailinator.com', { ...free, user_agent: '' });
    expect(await list.credits()).toBe(1);
    await list.set({ mode: 'enforce' });
    await list.add({ email: 'nobody+1@mailinator.com', referral_code: 'zzzzzzzzzz' });
    await list.add({ email: 'nobody+2@mailinator.com' });
    const rows = await service.sql`SELECT signup_id FROM referral_claims WHERE waitlist_id = ${list.id}`;
    expect([...rows]).toEqual([]);
    const [kept] = await service.sql`SELECT fold_key FROM signups WHERE id = ${id}`;
    expect(kept?.fold_key).toBeNull();
  });

  test('of an alias are withheld: one that is on the list, of this batch, or the referrer’s', async () => {
    const list = await judging();
    const [first, twin, dotted, own, base] = [
      await list.refer('bob@gmail.com'),
      await list.refer('bob+1@gmail.com'),
      await list.refer('b.o.b@googlemail.com'),
      await list.refer('referrer+1@owner.example'),
      await list.refer('eve+1@elsewhere.example'),
    ];
    expect((await list.claim(first)).reasons).toEqual([]);
    for (const id of [twin, dotted, own]) expect((await list.claim(id)).reasons).toEqual(['alias']);
    expect((await list.claim(base)).reasons).toEqual([]);
    expect((await list.claim(await list.refer('eve@elsewhere.example'))).reasons).toEqual(['alias']);
    const ids = await Promise.all([1, 2, 3, 4].map((tag) => list.refer(`same+${tag}@batch.example`)));
    const claims = await Promise.all(ids.map((id) => list.claim(id)));
    expect(claims.filter(({ credited }) => credited)).toHaveLength(1);
  });

  test('beyond the pace are delayed, exactly, also if they come at once', async () => {
    const list = await judging({ velocity: { per_hour: 1, burst: 4 } });
    const ids = await Promise.all(Array.from({ length: 9 }, (_, at) => list.refer(`v${at}@d${at}.example`)));
    const claims = await Promise.all(ids.map((id) => list.claim(id)));
    expect(claims.filter(({ credited }) => credited)).toHaveLength(4);
    const delayed = claims.filter(({ credited }) => !credited);
    expect(delayed.map(({ reasons }) => reasons)).toEqual(Array(5).fill(['velocity']));
    for (const { settles_at } of delayed) expect(settles_at).not.toBeNull();
    expect(await list.credits()).toBe(4);
    await service.sql`
      UPDATE referral_claim_counts SET paced_until = paced_until - interval '3 hours' WHERE referrer_id = ${list.referrer.id}`;
    const later = await Promise.all(
      Array.from({ length: 5 }, (_, at) => list.refer(`w${at}@e${at}.example`)),
    );
    const credited = (await Promise.all(later.map((id) => list.claim(id)))).filter((claim) => claim.credited);
    expect(credited).toHaveLength(3);
  });

  test('from one domain are withheld after five in a day, but not at a mail provider or the referrer’s domain', async () => {
    const list = await judging({ velocity: { burst: 100 } });
    const of = async (domain: string) => {
      const ids: string[] = [];
      for (let at = 0; at < 7; at++) ids.push(await list.refer(`p${at}@${domain}`));
      return Promise.all(ids.map(async (id) => (await list.claim(id)).reasons.join()));
    };
    expect(await of('farm.example')).toEqual(['', '', '', '', '', 'domain_cluster', 'domain_cluster']);
    expect(await of('gmail.com')).toEqual(Array(7).fill(''));
    expect(await of('owner.example')).toEqual(Array(7).fill(''));
  });

  test('by a program or from one network are flagged and credited; the address is not kept', async () => {
    const list = await judging({ allow_networks: ['9.9.9.0/24'] });
    const scripted = await list.refer('s@one.example', { user_agent: 'python-requests/2' });
    expect(await list.claim(scripted)).toMatchObject({ verdict: 'flagged', credited: true });
    const ids: string[] = [];
    for (let at = 0; at < 6; at++)
      ids.push(await list.refer(`n${at}@n${at}.example`, { client_ip: `1.1.1.${at}` }));
    expect((await list.claim(ids[5] ?? '')).reasons).toEqual(['network']);
    expect(await list.claim(ids[5] ?? '')).toMatchObject({ verdict: 'flagged', credited: true });
    for (let at = 0; at < 6; at++)
      ids.push(await list.refer(`o${at}@o${at}.example`, { client_ip: `9.9.9.${at}` }));
    expect((await list.claim(ids[11] ?? '')).reasons).toEqual([]);
    const [kept] = await service.sql`
      SELECT string_agg(to_json(c)::text, '') AS text FROM referral_claims c WHERE waitlist_id = ${list.id}`;
    expect(kept?.text).not.toContain('1.1.1.');
  });

  test('on a code with many bad ones go to review; earlier credits stay', async () => {
    const list = await judging({ velocity: { burst: 100 } });
    for (let at = 0; at < 6; at++) await list.refer(`good${at}@g${at}.example`);
    for (let at = 0; at < 4; at++) await list.refer(`bad${at}@mailinator.com`);
    const id = await list.refer('late@late.example');
    expect((await list.claim(id)).reasons).toEqual(['tainted_code']);
    expect(await list.credits()).toBe(6);
  });

  test('follow the lists and reasons of the settings', async () => {
    const list = await judging({
      block_domains: ['Bad.Example'],
      allow_domains: ['mailinator.com'],
      reasons: { alias: 'flag', velocity: 'ignore' },
    });
    expect((await list.claim(await list.refer('a@sub.bad.example'))).reasons).toEqual(['blocked_domain']);
    expect((await list.claim(await list.refer('a@mailinator.com'))).verdict).toBe('ok');
    expect(await list.claim(await list.refer('a+1@mailinator.com'))).toMatchObject({
      verdict: 'flagged',
      credited: true,
    });
  });

  test('credit in the mode monitor, which records what would have happened', async () => {
    const list = await judging({ mode: 'monitor' });
    const id = await list.refer('bot@mailinator.com');
    expect(await list.claim(id)).toMatchObject({ verdict: 'withheld', credited: true, state: 'open' });
    expect(await list.credits()).toBe(1);
  });

  test('hold the mail where the settings ask for it', async () => {
    const list = await judging({ hold_email: true });
    const held = await list.refer('bot@mailinator.com');
    const sent = await list.refer('ada@ada.example');
    expect(await list.claim(held)).toMatchObject({ verdict: 'held', email_held: true, credited: false });
    const jobs = await service.pendingJobs('send-signup-email');
    expect([jobs.includes(held), jobs.includes(sent)]).toEqual([false, true]);
  });

  test('are told to a caller who asks, for a new signup only', async () => {
    const list = await judging();
    const ask = (email: string, code: string | null = list.referrer.code) =>
      list.signUp({ email, referral_code: code, include: ['assessment'] });
    expect((await ask('bot@mailinator.com')).json().assessment).toEqual({
      verdict: 'withheld',
      reasons: ['disposable_domain'],
    });
    expect((await ask('bot@mailinator.com')).json().assessment).toBeNull();
    expect((await ask('x@x.example', null)).json().assessment).toBeNull();
    const silent = await list.signUp({ email: 'bot2@mailinator.com', referral_code: list.referrer.code });
    expect(Object.keys(silent.json())).toEqual(['id', 'position', 'total', 'referral_code']);
  });

  test('are told with include, and by the export', async () => {
    const list = await judging();
    const ids = {
      bot: await list.refer('bot@mailinator.com'),
      real: await list.refer('ada@ada.example'),
      plain: (await list.add({ email: 'plain@plain.example' })).id,
    };
    const read = async (path: string) =>
      (await service.call('GET', `${list.url}${path}`, account.key)).json();
    const assessments = {
      [ids.bot]: { verdict: 'withheld', reasons: ['disposable_domain'] },
      [ids.real]: { verdict: 'ok', reasons: [] },
      [ids.plain]: null,
    };
    for (const [id, assessment] of Object.entries(assessments))
      expect(await read(`/signups/${id}?include=assessment`)).toMatchObject({ assessment });
    const { data } = await read('/signups?include=assessment,confirmation&limit=3');
    const told = data.map((signup: { id: string; assessment: unknown }) => [signup.id, signup.assessment]);
    expect(Object.fromEntries(told)).toEqual(assessments);
    // In the answer's order, always.
    expect(Object.keys(data[0]).slice(-2)).toEqual(['confirmation', 'assessment']);
    expect((await read(`/signups/${ids.bot}?include=verdict`)).error).toMatchObject({
      code: 'invalid_request',
      message:
        'include: must be one or more of mail, locale, note, confirmation, assessment, rewards, invitation, campaign, separated by commas',
    });

    const rejected = await service.call('POST', `${list.url}/reviews/${ids.real}/reject`, account.key);
    expect(rejected.statusCode).toBe(200);
    const csv = await service.call('GET', `${list.url}/signups/export`, account.key);
    const [columns = [], ...rows] = readCsv(csv.body);
    const states = rows.map((row) => [row[columns.indexOf('id')], row[columns.indexOf('review_state')]]);
    expect(Object.fromEntries(states)).toEqual({
      [list.referrer.id]: '',
      [ids.bot]: 'open',
      [ids.real]: 'rejected',
      [ids.plain]: '',
    });
  });

  test('come in a bulk, too', async () => {
    const list = await judging();
    const answer = await service.call('POST', `${list.url}/signups/bulk`, account.key, {
      payload: {
        signups: [
          { email: 'a@mailinator.com', referral_code: list.referrer.code },
          { email: 'a@real.example', referral_code: list.referrer.code },
        ],
      },
    });
    expect(answer.json()).toMatchObject({ created: 2 });
    expect(await list.credits()).toBe(1);
  });

  test('go with their signups, and with the referrer', async () => {
    const list = await judging();
    const id = await list.refer('bot@mailinator.com');
    const other = await list.refer('ada@real.example');
    const gone = await list.refer('eve@real.example');
    for (const each of [id, gone]) expect((await list.remove(each)).statusCode).toBe(204);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    expect((await list.remove(list.referrer.id)).statusCode).toBe(204);
    expect(await service.pendingJobs('clear-referrals')).toContain(list.referrer.id);
    expect((await list.find('ada@real.example')).referred_by).toBeNull();
    expect((await list.remove(other)).statusCode).toBe(204);
  });
});

describe('settings of the group abuse (N4)', () => {
  const service = useService();
  test.each([
    [{ mode: 'on' }, 'abuse.mode'],
    [{ velocity: { per_hour: 0 } }, 'abuse.velocity.per_hour'],
    [{ settle_hours: 721 }, 'abuse.settle_hours'],
    [{ reasons: { network: 'withhold' } }, 'abuse.reasons.network'],
    [{ reasons: { nothing: 'flag' } }, 'nothing'],
    [{ block_domains: ['not a domain'] }, 'abuse.block_domains'],
    [{ allow_networks: ['10.0.0.0/33'] }, 'abuse.allow_networks'],
    [{ allow_networks: ['fe80::1%eth0'] }, 'abuse.allow_networks'],
    [{ allow_domains: Array(201).fill('a.example') }, 'abuse.allow_domains'],
  ])('refuse %j', async (abuse, path) => {
    const account = await service.account();
    const url = `/v1/waitlists/${await service.waitlist(account)}/settings`;
    const answer = await service.call('PATCH', url, account.key, { payload: { abuse } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain(path);
  });

  test('merge, and reset with null', async () => {
    const account = await service.account();
    const url = `/v1/waitlists/${await service.waitlist(account)}/settings`;
    const patch = async (abuse: unknown) =>
      (await service.call('PATCH', url, account.key, { payload: { abuse } as object })).json().abuse;
    const set = await patch({ mode: 'monitor', velocity: { burst: 5 }, block_domains: [' BÜCHER.example '] });
    expect(set).toMatchObject({
      mode: 'monitor',
      velocity: { per_hour: 20, burst: 5 },
      block_domains: ['xn--bcher-kva.example'],
    });
    expect((await patch({ velocity: null })).velocity).toEqual({ per_hour: 20, burst: 20 });
    expect((await patch(null)).mode).toBe('off');
    const [row] =
      await service.sql`SELECT abuse_policy FROM waitlist_settings WHERE account_id = ${account.accountId}`;
    expect(row?.abuse_policy).toBeNull();
  });
});
