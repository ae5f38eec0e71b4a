import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failDeadImports } from '../../../src/shared/capabilities/imports/fail-imports.ts';
import { runPart } from '../../../src/shared/capabilities/imports/parts/run-part.ts';
import { importsOf, type TestImports } from '../../support/imports/imports.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

describe('an import (N6)', () => {
  const service = useService();
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  async function start(
    options: Parameters<typeof makeList>[1] = {},
  ): Promise<{ list: TestList; imports: TestImports }> {
    const list = await makeList(service, options);
    return { list, imports: importsOf(service, worker, list) };
  }
  const all = async (list: TestList) =>
    service.sql`SELECT position, email, created_at, referral_code, referral_count, email_status FROM signups WHERE waitlist_id = ${list.id} ORDER BY position`;

  test('adds nothing before the start, and then each row once, by its time and its line', async () => {
    const { list, imports } = await start();
    await list.add({ email: 'here@example.com' });
    const ready = await imports.dryRun(
      [
        'Email,Created At,Notes',
        'late@example.com,2024-03-02 10:00:00,x',
        'early@example.com,2024-03-01T10:00:00+02:00,x',
        'LATE@example.com,2024-03-03,x',
        'Here@Example.com,2024-03-01,x',
        'no address,2024-03-01,x',
        'never@example.com,,x',
        'bad@example.com,2024-13-04,x',
        'short@example.com',
        '',
      ].join('\r\n'),
    );
    expect(ready).toMatchObject({
      state: 'ready',
      rows: 8,
      would_create: 3,
      existing: 1,
      duplicates: 1,
      rejected: 3,
      over_quota: 0,
      created: 0,
      columns: { mapped: { Email: 'email', 'Created At': 'created_at' }, unmapped: ['Notes'] },
    });
    expect(await all(list)).toHaveLength(1);
    expect(
      (await imports.rows(ready.id, 'outcome=rejected')).map(({ line, reason }) => [line, reason]),
    ).toEqual([
      [6, 'email: must be an email address'],
      [8, expect.stringContaining('created_at: must be a time')],
      [9, 'The row has 1 cells, and the header has 3.'],
    ]);
    const done = await imports.finish(ready.id);
    expect(done).toMatchObject({ state: 'finished', created: 3, would_create: 3, existing: 1 });
    expect((await all(list)).map(({ position, email, created_at }) => [position, email, created_at])).toEqual(
      [
        [1, 'here@example.com', expect.any(String)],
        [2, 'early@example.com', '2024-03-01T08:00:00.000Z'],
        [3, 'late@example.com', '2024-03-02T10:00:00.000Z'],
        [4, 'never@example.com', expect.any(String)],
      ],
    );
    expect((await list.add({ email: 'next@example.com' })).position).toBe(5);
    expect(await service.pendingJobs('run-import')).toEqual([]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('shows the signup of a row once there is one, and not the one that it will be', async () => {
    const { list, imports } = await start();
    const ready = await imports.dryRun('email\na@example.com\nb@example.com\n');
    const shown = async () => (await imports.rows(ready.id)).map(({ signup_id }) => signup_id);
    expect(await shown()).toEqual([null, null]);
    await imports.finish(ready.id);
    const signups = await service.sql<{ id: string }[]>`
      SELECT id FROM signups WHERE waitlist_id = ${list.id} ORDER BY position`;
    expect(await shown()).toEqual(signups.map(({ id }) => id));
  });

  test('reads its rows again where the fields of the list have changed since', async () => {
    const { list, imports } = await start();
    const declare = (key: string, type: string) =>
      service.call('POST', `${list.url}/fields`, list.account.key, { payload: { key, label: key, type } });
    await declare('company', 'string');
    const ready = await imports.dryRun(
      'email,company,fields\na@example.com,Acme,"{""size"":7}"\nb@example.com,,"{""size"":""x""}"\n',
      'preset=own',
    );
    expect(ready.would_create).toBe(2);
    await declare('size', 'number');
    expect(await imports.finish(ready.id)).toMatchObject({
      state: 'finished',
      created: 1,
      would_create: 1,
      rejected: 1,
    });
    expect((await list.page()).data).toMatchObject([{ fields: { company: 'Acme', size: 7 } }]);
    expect((await imports.rows(ready.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['create', null],
      ['rejected', 'fields.size: must be a number'],
    ]);
  });

  test('gives a row another code where its own was taken in the same moment', async () => {
    const { list, imports } = await start();
    const other = await list.add({ email: 'other@example.com' });
    const ready = await imports.dryRun('email\na@example.com\n');
    await service.sql`
      UPDATE import_outcomes SET signup = (signup::jsonb || jsonb_build_object('code', ${other.referral_code}::text))::json
      WHERE import_id = ${ready.id}`;
    expect(await imports.finish(ready.id)).toMatchObject({ state: 'finished', created: 1 });
    const codes = (await all(list)).map(({ referral_code }) => referral_code);
    expect(new Set(codes).size).toBe(2);
  });

  test('keeps positions on a list that has given none out', async () => {
    const { list, imports } = await start();
    const csv =
      'email,position\na@example.com,7\nb@example.com,3\nc@example.com,7\nd@example.com,0\ne@example.com,\n';
    const ready = await imports.dryRun(csv, 'positions=keep');
    expect(ready).toMatchObject({ would_create: 2, rejected: 3 });
    await imports.act(ready.id, 'start');
    expect((await list.add({ email: 'meanwhile@example.com' })).position).toBe(8);
    expect(await imports.finish(ready.id)).toMatchObject({ state: 'finished', created: 2 });
    expect((await all(list)).map(({ position, email }) => [position, email])).toEqual([
      [3, 'b@example.com'],
      [7, 'a@example.com'],
      [8, 'meanwhile@example.com'],
    ]);
    const again = await imports.dryRun('email,position\nz@example.com,99\n', 'positions=keep');
    expect(again.warnings).toEqual([expect.stringContaining('Positions cannot be kept')]);
    expect((await imports.act(again.id, 'start')).statusCode).toBe(409);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('keeps no place for rows that do not become signups', async () => {
    const { list, imports } = await start({ plan: 'free' });
    const top = 1_000_000_000;
    const lines = Array.from({ length: 560 }, (_, n) => `p${n}@example.com,${n < 550 ? n + 1 : top - n}`);
    const csv = `email,position\n${lines.join('\n')}\np1@example.com,${top}\nbad,${top - 1}\n`;
    const ready = await imports.dryRun(csv, 'positions=keep');
    expect(ready).toMatchObject({ would_create: 550, over_quota: 10, duplicates: 1, rejected: 1 });
    await imports.act(ready.id, 'start');
    await service.sql`UPDATE accounts SET plan = 'enterprise' WHERE id = ${list.account.accountId}`;
    expect((await list.add({ email: 'next@example.com' })).position).toBe(551);
    expect(await imports.finish(ready.id)).toMatchObject({ created: 550, over_quota: 10 });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('gives positions back that nobody has when it is cancelled', async () => {
    const { list, imports } = await start();
    const csv = 'email,position\na@example.com,7\nb@example.com,3\n';
    const first = await imports.dryRun(csv, 'positions=keep');
    await imports.act(first.id, 'start');
    expect((await imports.act(first.id, 'cancel')).json().state).toBe('cancelled');
    const second = await imports.dryRun(csv, 'positions=keep');
    expect(second.warnings).not.toContainEqual(expect.stringContaining('Positions cannot be kept'));
    await imports.act(second.id, 'start');
    expect((await list.add({ email: 'meanwhile@example.com' })).position).toBe(8);
    await imports.act(second.id, 'cancel');
    expect((await list.add({ email: 'next@example.com' })).position).toBe(9);
    const third = await imports.dryRun(csv, 'positions=keep');
    expect((await imports.act(third.id, 'start')).statusCode).toBe(409);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('fails with a reason when its workers die of it, and no longer counts as open', async () => {
    const { list, imports } = await start();
    const open = [];
    for (let n = 0; n < 10; n++) open.push(await imports.dryRun('email\na@example.com\n'));
    const running = (await imports.act(open[0]?.id ?? '', 'start')).json();
    expect((await imports.upload('email\nb@example.com\n')).statusCode).toBe(409);
    await service.sql`UPDATE outbox SET crash_count = 3, due_at = 'infinity' WHERE id = ${running.id}`;
    await failDeadImports(worker.ctx);
    expect(await imports.read(running.id)).toMatchObject({
      state: 'failed',
      failure_reason: expect.stringContaining('stopped three times'),
      finished_at: expect.any(String),
    });
    expect(await service.pendingJobs('run-import')).not.toContain(running.id);
    expect((await imports.upload('email\nb@example.com\n')).statusCode).toBe(201);
    await failDeadImports(worker.ctx);
    expect((await imports.read(open[1]?.id ?? '')).state).toBe('ready');
    expect((await list.page()).total).toBe(0);
  });

  test('of an export is the same list, but for the ids', async () => {
    const { list } = await start();
    await list.field('company', 'string');
    await list.field('seats', 'number');
    const ada = await list.add({
      email: 'Ada@Example.com',
      utm_source: 'a, "b"\nc',
      referrer: 'https://www.example.org/x?y=1',
      metadata: { page: 'home' },
      fields: { company: '=Acme', seats: 12 },
    });
    const bob = await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    await list.add({ email: 'gone@example.com' });
    await list.add({ email: 'eve@example.com', referral_code: bob.referral_code });
    await list.remove((await list.find('gone@example.com')).id);
    await service.sql`
      UPDATE signups SET email_status = 8, email_delivered_at = '2026-01-02T03:04:05.678Z', email_clicked_at = '2026-01-03T03:04:05.678Z',
        confirmed_at = '2026-01-04T00:00:00Z', unsubscribed_at = '2026-01-05T00:00:00Z' WHERE id = ${bob.id}`;
    await service.sql`UPDATE signup_email_counts SET sent = 1, delivered = 1, opened = 1, clicked = 1, confirmed = 1 WHERE waitlist_id = ${list.id}`;
    await service.call('POST', '/v1/conversions', list.account.key, {
      payload: { waitlist_id: list.id, email: 'ada@example.com' },
    });
    const csvOf = async ({ url, account }: TestList) =>
      (await service.call('GET', `${url}/signups/export`, account.key)).body;
    const exported = await csvOf(list);
    // Frees the codes, as on another installation: no code has a u.
    await service.sql`UPDATE signups SET referral_code = 'u' || substr(referral_code, 2) WHERE waitlist_id = ${list.id}`;

    const other = await start();
    await other.list.field('company', 'string');
    await other.list.field('seats', 'number');
    const done = await other.imports.run(exported, 'positions=keep');
    expect(done).toMatchObject({ preset: 'own', created: 3, referrals: 2, rejected: 0, warnings: [] });
    expect(exported).toMatch(/,converted,,20/);
    const withoutIds = (csv: string) => {
      const ids = new Map<string, number>();
      return csv.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        if (!ids.has(id)) ids.set(id, ids.size);
        return `id ${ids.get(id)}`;
      });
    };
    expect(withoutIds(await csvOf(other.list))).toBe(withoutIds(exported));
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    const [row] = await service.sql`SELECT count(*) FROM suppressions WHERE waitlist_id = ${other.list.id}`;
    expect(row?.count).toBe(1);
    expect(
      await service.sql`SELECT FROM mails m JOIN signups s ON s.id = m.id WHERE s.waitlist_id = ${other.list.id}`,
    ).toHaveLength(0);
  });

  test('tells which columns of an export do not come along, and lets rejected referrals credit nobody', async () => {
    const { list, imports } = await start();
    const header =
      'position,email,id,referral_code,email_status,referred_by,review_state,invitation_state,invited_at';
    const at = '2026-03-01T00:00:00.000Z';
    const done = await imports.run(
      [
        header,
        '1,ada@example.com,i1,,,,,,',
        '2,bob@example.com,i2,,,i1,rejected,,',
        `3,eve@example.com,i3,,,i1,open,invited,${at}`,
      ].join('\n'),
    );
    expect(done).toMatchObject({ created: 3, referrals: 1 });
    expect(done.warnings).toContainEqual(expect.stringMatching(/^review_state is not imported/));
    expect(done.warnings).toContainEqual(expect.stringMatching(/^invited_at and invitation_state are not/));
    expect((await list.find('ada@example.com')).referral_count).toBe(1);
    expect((await list.find('bob@example.com')).referred_by).toBeNull();
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('names referrers that come first, and says that it names the others once all signups are there', async () => {
    const { list, imports } = await start();
    const lines = Array.from(
      { length: 1_000 },
      (_, n) => `p${n}@example.com,${n === 7 ? 'b@example.com' : ''}`,
    );
    const ready = await imports.dryRun(
      `email,referred_by\na@example.com,c@example.com\n${lines.join('\n')}\nb@example.com,a@example.com\nc@example.com,b@example.com\n`,
    );
    expect(ready.step).toBeNull();
    expect((await imports.act(ready.id, 'start')).json().step).toBe('signups');
    const key = { id: ready.id, accountId: list.account.accountId };
    for (let part = 0; part < 3; part++) await runPart(worker.ctx, key, 4);
    expect(await imports.read(ready.id)).toMatchObject({ step: 'referrals', created: 1_003, referrals: 2 });
    expect((await list.find('a@example.com')).referral_count).toBe(1);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    expect(await imports.finish(ready.id)).toMatchObject({ step: null, referrals: 4 });
    for (const [email, referrer] of [
      ['a@example.com', 'c@example.com'],
      ['p7@example.com', 'b@example.com'],
      ['b@example.com', 'a@example.com'],
      ['c@example.com', 'b@example.com'],
    ] as const)
      expect((await list.find(email)).referred_by).toBe((await list.find(referrer)).id);
    expect((await list.find('b@example.com')).referral_count).toBe(2);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    const deep = await service.call(
      'GET',
      `${list.url}/imports/${ready.id}/rows?offset=100001`,
      list.account.key,
    );
    expect([deep.statusCode, deep.json().error.message]).toEqual([400, expect.stringContaining('rows.csv')]);
  });

  test('names who is on the list as the referrer, also if that changed after the dry run', async () => {
    const { list, imports } = await start();
    const there = await list.add({ email: 'there@example.com' });
    const gone = await list.add({ email: 'gone@example.com' });
    const ready = await imports.dryRun(
      [
        'email,referred_by',
        'there@example.com,',
        'gone@example.com,',
        'new@example.com,',
        'own@example.com,own@example.com',
        ...['there', 'gone', 'new', 'nobody'].map((name) => `of-${name}@example.com,${name}@example.com`),
      ].join('\n'),
    );
    await list.remove(gone.id);
    const signedUp = await list.add({ email: 'new@example.com' });
    expect(await imports.finish(ready.id)).toMatchObject({ created: 6, existing: 2, referrals: 3 });
    const referrerOf = async (name: string) => (await list.find(`of-${name}@example.com`)).referred_by;
    expect(await referrerOf('there')).toBe(there.id);
    expect(await referrerOf('new')).toBe(signedUp.id);
    expect(await referrerOf('gone')).toBe((await list.find('gone@example.com')).id);
    expect(await referrerOf('nobody')).toBeNull();
    expect((await list.find('own@example.com')).referred_by).toBeNull();
    expect((await list.find('there@example.com')).referral_count).toBe(1);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('keeps old share links working', async () => {
    const { list, imports } = await start();
    await imports.run(
      'email,referral_token,referred_by_signup_token\nada@example.com,AB12CD,\nbob@example.com,xyz-9,AB12CD\neve@example.com,,bob@example.com\n',
    );
    const ada = await list.find('ada@example.com');
    expect(ada.referral_count).toBe(1);
    expect((await list.find('bob@example.com')).referral_count).toBe(1);
    await list.add({ email: 'new@example.com', referral_code: 'AB12CD' });
    await list.add({ email: 'other@example.com', referral_code: 'ab12cd' });
    expect((await list.find('new@example.com')).referred_by).toBe(ada.id);
    expect((await list.find('other@example.com')).referred_by).toBeNull();
    await list.remove(ada.id);
    expect(await service.sql`SELECT FROM referral_aliases WHERE signup_id = ${ada.id}`).toHaveLength(0);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('gives each row over the plan’s limit back, exactly', async () => {
    const { list, imports } = await start({ plan: 'free' });
    await list.fill(540);
    const csv = `email,created_at\n${Array.from({ length: 15 }, (_, n) => `p${n}@example.com,2024-01-${String(28 - n).padStart(2, '0')}\n`).join('')}`;
    const ready = await imports.dryRun(csv);
    expect(ready).toMatchObject({ would_create: 10, over_quota: 5 });
    expect((await imports.rows(ready.id, 'outcome=over_quota')).map(({ line }) => line)).toEqual([
      2, 3, 4, 5, 6,
    ]);
    await list.remove((await list.find('person1@example.com')).id);
    expect(await imports.finish(ready.id)).toMatchObject({ created: 11, would_create: 11, over_quota: 4 });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('validates again with another mapping, and starts only as expected', async () => {
    const { list, imports } = await start();
    await list.field('company', 'string');
    const ready = await imports.dryRun('Login,Firm\na@example.com,Acme\n');
    expect(ready).toMatchObject({
      would_create: 0,
      rejected: 1,
      warnings: expect.arrayContaining(['No column is mapped to email.']),
    });
    const patch = (mapping: object) =>
      service.call('PATCH', `${list.url}/imports/${ready.id}`, list.account.key, { payload: { mapping } });
    for (const [mapping, message] of [
      [{ Nope: 'email' }, 'mapping.Nope: the file has no such column'],
      [{ Firm: 'nonsense' }, 'mapping.Firm: a column cannot become “nonsense”'],
      [{ Firm: 'fields.other' }, 'mapping.Firm: the waitlist has no such field'],
      [{ Firm: 'email', Login: 'email' }, 'mapping.Login: another column becomes email'],
      [
        Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`c${n}`, {}])),
        'mapping: must have at most 500 keys',
      ],
    ] as const) {
      const answer = await patch(mapping);
      expect([answer.statusCode, answer.json().error.message]).toEqual([400, message]);
    }
    expect((await patch({ Login: 'email', Firm: 'fields.company' })).statusCode).toBe(200);
    expect(await imports.validate(ready.id)).toMatchObject({ state: 'ready', would_create: 1, rejected: 0 });
    expect((await imports.act(ready.id, 'start', { expected_count: 2 })).statusCode).toBe(409);
    expect((await imports.act(ready.id, 'start', { expected_count: 1 })).json().state).toBe('running');
    expect((await patch({ Firm: null })).statusCode).toBe(409);
    expect(await imports.finish(ready.id)).toMatchObject({ created: 1 });
    expect((await list.find('a@example.com')).fields).toEqual({ company: 'Acme' });
  });

  test('mails and publishes only where it is asked to, and always tells its end', async () => {
    const { list, imports } = await start();
    await service.call('PUT', '/v1/integrations/webhook', list.account.key, {
      payload: { config: { url: 'http://127.0.0.1:9/' } },
    });
    const events = async () =>
      (
        await service.sql`SELECT payload ->> 'type' AS type FROM outbox WHERE job = 'fan-out-event' AND account_id = ${list.account.accountId} ORDER BY id`
      ).map(({ type }) => type);
    await imports.run('email\nquiet@example.com\n');
    expect(await events()).toEqual(['import.finished']);
    expect(await service.sql`SELECT FROM mails WHERE account_id = ${list.account.accountId}`).toHaveLength(0);
    await imports.run('email\nloud@example.com\n', 'notify=true&events=true');
    expect((await events()).toSorted()).toEqual(['import.finished', 'import.finished', 'signup.created']);
    const loud = await list.find('loud@example.com');
    expect(await service.pendingJobs('send-signup-email')).toContain(loud.id);
    await worker.fanOut();
    const feed = (await service.call('GET', '/v1/events', list.account.key)).json();
    expect(feed.data.map(({ type }: { type: string }) => type).toSorted()).toEqual([
      'import.finished',
      'import.finished',
      'signup.created',
    ]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('of Mailchimp makes suppressions of those who left', async () => {
    const { list, imports } = await start();
    const done = await imports.run(
      'Email Address,First Name,OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,CLEAN_TIME,LEID\n' +
        'a@example.com,A,2023-05-01 12:00:00,2023-05-01 12:05:00,,,1\n' +
        'b@example.com,B,2023-05-02 12:00:00,,2023-06-01 09:00:00,,2\n' +
        'c@example.com,C,,2023-05-03 12:00:00,,2023-06-01 09:00:00,3\n',
    );
    expect(done).toMatchObject({ preset: 'mailchimp', created: 3 });
    const rows = await service.sql`
      SELECT reason, waitlist_id FROM suppressions WHERE account_id = ${list.account.accountId} ORDER BY reason`;
    expect(rows).toEqual([
      { reason: 'bounced', waitlist_id: null },
      { reason: 'unsubscribed', waitlist_id: list.id },
    ]);
    expect((await list.find('c@example.com')).created_at).toBe('2023-05-03T12:00:00.000Z');
  });

  test('is found by time, though positions do not follow it', async () => {
    const { list, imports } = await start();
    for (let n = 0; n < 20; n++) await list.add({ email: `live${n}@example.com` });
    await imports.run(
      `email,created_at\n${Array.from({ length: 20 }, (_, n) => `old${n}@example.com,2020-01-01\n`).join('')}`,
    );
    for (let n = 20; n < 40; n++) await list.add({ email: `live${n}@example.com` });
    expect((await list.page('created_to=2021-01-01')).total).toBe(20);
    expect((await list.page('created_from=2021-01-01')).total).toBe(40);
    const csv = await service.call(
      'GET',
      `${list.url}/signups/export?created_to=2021-01-01`,
      list.account.key,
    );
    expect(csv.body.trim().split('\n')).toHaveLength(21);
  });
});
