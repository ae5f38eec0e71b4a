import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Check } from '../../../src/cli/doctor/check.ts';
import { isRemembered } from '../../../src/cli/doctor/restore/restored-to.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { writeGathered } from '../../../src/shared/platform/process/log-together.ts';
import { type AnnouncingList, makeAnnouncingList } from '../../support/announcements/announcing.ts';
import { setResend } from '../../support/deployment/operator.ts';
import { type FakeResend, startFakeResend } from '../../support/fakes/resend.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { makeDatabase, reach } from '../../support/service/database.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { waitlist } from '../cli.ts';

describe('doctor --after-restore', () => {
  const service = useService({
    ENCRYPTION_KEY: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  });
  let sink: MailSink;
  let resend: FakeResend;
  let env: NodeJS.ProcessEnv;
  let worker: TestWorker;
  let account: TestAccount;
  let list: AnnouncingList;

  beforeAll(async () => {
    sink = await startMailSink();
    resend = await startFakeResend();
    const mail = { MANAGED_EMAIL_URL: sink.url, RESEND_API_URL: resend.url };
    env = { ...service.env, ...mail };
    worker = openTestWorker(service, mail);
    account = await service.account();
    list = await makeAnnouncingList(service, account, worker);
  });
  afterAll(async () => {
    await worker.close();
    await Promise.all([sink.close(), resend.close()]);
  });

  async function examine(...args: string[]) {
    const { code, stdout, stderr } = await waitlist(env, 'doctor', '--after-restore', '--json', ...args);
    expect(stderr).toBe('');
    const { checks }: { checks: Check[] } = JSON.parse(stdout);
    // The cluster of the tests runs without fsync.
    const problems = checks.filter(({ check, state }) => state === 'problem' && check !== 'durability');
    return {
      ...{ code, checks, problems: problems.map(({ check }) => check) },
      find: (name: string) => checks.find(({ check }) => check === name),
    };
  }
  const signUp = async (of: TestAccount, id: string, email: string) =>
    (await service.signUp(of, id, { email })).json() as { id: string; position: number };
  const mailOf = async (id: string) => {
    const [row] = await service.sql<{ state: string; ambiguous: boolean; provider: string | null }[]>`
      SELECT state, ambiguous, provider FROM mails WHERE id = ${id}`;
    return row;
  };

  test('finds nothing to decide in a database without anything', async () => {
    const { checks, problems, find } = await examine();
    expect(problems).toEqual([]);
    const states = Object.fromEntries(checks.map(({ check, state }) => [check, state]));
    expect(states).toMatchObject({
      workers: 'ok',
      secrets: 'ok',
      restored_redis: 'ok',
      restored_to: 'ok',
      restored_undone: 'warning', // nobody can look that up
      restored_positions: 'ok',
      restored_mails: 'ok',
      restored_events: 'ok',
      restored_feeds: 'ok',
      restored_announcements: 'ok',
      restored_waves: 'ok',
    });
    for (const { state, advice } of checks) expect(advice === null).toBe(state === 'ok');
    expect([find('address'), find('spf')]).toEqual([undefined, undefined]); // the service is not started yet
  });

  test('changes nothing unless it is asked for a restored database', async () => {
    for (const args of [['--hold-mails'], ['--leave-gap', '5']])
      expect(await waitlist(env, 'doctor', ...args)).toMatchObject({
        code: 1,
        stderr: 'error: --hold-mails and --leave-gap need --after-restore\n',
      });
    expect(await waitlist(env, 'doctor', '--after-restore', '--leave-gap', '1000001')).toMatchObject({
      code: 1,
      stderr: 'error: --leave-gap: at most 1000000\n',
    });
  });

  test('tells of mails that may have left, and has them recorded as perhaps sent', async () => {
    const ids: string[] = [];
    for (const name of ['ada', 'ben', 'cy'])
      ids.push((await signUp(account, list.id, `${name}@example.com`)).id);
    const { find } = await examine();
    expect(find('restored_mails')).toMatchObject({
      state: 'warning',
      message: 'Mails wait, and may have left since then: 3 over smtp. Workers will send them.',
    });
    expect(find('restored_to')).toMatchObject({
      state: 'warning', // this Postgres was never restored: only the newest mail has a time
      message: expect.stringMatching(/^The newest mail in the database is of 20.*Z, 0 minutes ago\./),
    });
    const held = await examine('--hold-mails');
    expect(held.find('held_mails')?.message).toMatch(/^3 mails are not sent\./);
    expect(held.find('restored_mails')?.state).toBe('ok');
    expect((await examine('--hold-mails')).find('held_mails')?.message).toMatch(/^0 mails/);

    const warn = vi.spyOn(worker.ctx.log, 'warn');
    await worker.sendAll();
    writeGathered(worker.ctx.log);
    const about = expect.stringMatching(/^ambiguous: .* recorded as sent$/);
    expect(warn.mock.calls).toEqual([[{ count: 3, ids: expect.arrayContaining(ids) }, about]]);
    warn.mockRestore();
    expect(sink.received.size).toBe(0);
    for (const id of ids)
      expect(await mailOf(id)).toEqual({ state: 'sent', ambiguous: true, provider: 'smtp' });
    expect(await service.pendingJobs('send-signup-email')).toEqual([]);
    const asked = await waitlist(
      env,
      'email',
      'resend',
      '--account',
      account.accountId,
      '--state',
      'ambiguous',
      '--yes',
    );
    expect(asked.code).toBe(0);
    await worker.sendAll();
    expect([...sink.received.values()]).toEqual([1, 1, 1]);
  });

  test('holds only what had left, where the database of before the restore answers', async () => {
    const old = await makeDatabase();
    const oldSql = postgres(old.databaseUrl, { onnotice: () => {} });
    const names = ['left', 'waited', 'refused', 'deleted'];
    const ids: string[] = [];
    for (const name of names) ids.push((await signUp(account, list.id, `${name}@example.com`)).id);
    const states = ['sent', 'queued', 'failed'];
    for (const [index, state] of states.entries())
      await oldSql`INSERT INTO mails (account_id, id, state) VALUES (${account.accountId}, ${ids[index] ?? ''}, ${state})`;
    await oldSql.end();
    const unreachable = await examine(
      '--hold-mails',
      '--old-database',
      'postgres://app:none@127.0.0.1:1/none',
    );
    expect(unreachable.find('old_database')).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/^The old database cannot be asked, and nothing was done: /),
    });
    expect((await mailOf(ids[0] ?? ''))?.state).toBe('queued');

    const { find } = await examine(
      '--hold-mails',
      '--old-database',
      (await reach(old.databaseUrl)).DATABASE_URL ?? '',
    );
    expect(find('held_mails')?.message).toMatch(/^2 mails are not sent\./);
    const isHeld = await Promise.all(ids.map(async (id) => (await mailOf(id))?.state === 'sending'));
    expect(isHeld).toEqual([true, false, false, true]);
    await worker.sendAll();
    expect(names.filter((name) => sink.received.has(`${name}@example.com`))).toEqual(['waited', 'refused']);
  });

  test('leaves mails to a provider that recognizes a repeat, for as long as it does', async () => {
    const other = await service.account();
    await setResend({ env }, other.accountId);
    const { id } = await signUp(other, await service.waitlist(other), 'dee@example.com');
    const { find } = await examine('--hold-mails');
    expect(find('restored_mails')).toMatchObject({
      state: 'ok',
      message:
        'No mail waits that could leave twice. 1 more go to providers that recognize a repeat: those leave at most once.',
    });
    expect(await mailOf(id)).toMatchObject({ state: 'queued' });
    const hours = (count: number) => ({ at: new Date(Date.now() - count * 3_600_000), isExact: true });
    expect([undefined, hours(22), hours(24)].map((restored) => isRemembered(restored))).toEqual([
      false,
      true,
      false,
    ]);
    await worker.sendAll();
    expect(resend.mails.size).toBe(1);
  });

  test('leaves out positions, and moves feeds behind all cursors', async () => {
    const feed = async (after: string) =>
      (await service.call('GET', `/v1/events?after=${after}`, account.key)).json() as {
        data: { type: string; data: { email: string } }[];
        next_cursor: string;
      };
    await feed('e0');
    const last = await signUp(account, list.id, 'eve@example.com');
    await worker.fanOut();
    const { next_cursor } = await feed('e0');
    expect((await examine()).find('restored_feeds')?.state).toBe('warning');
    const ahead = `e${(Number.parseInt(next_cursor.slice(1), 36) + 5_000).toString(36)}`; // read since then
    const { problems, find } = await examine('--leave-gap', '0');
    expect([problems, find('gap')?.message]).toEqual([
      [],
      'Positions go on without a gap. New events of 1 feeds come behind all cursors.',
    ]);
    const next = await signUp(account, list.id, 'fay@example.com');
    await worker.fanOut();
    expect(next.position).toBe(last.position + 1);
    const behind = await feed(ahead);
    expect(behind.data.map(({ data }) => data.email)).toEqual(['fay@example.com']);
    expect((await feed(next_cursor)).data).toEqual(behind.data);

    await examine('--leave-gap', '100');
    expect((await signUp(account, list.id, 'gil@example.com')).position).toBe(next.position + 101);
  });

  test('pauses announcements that go out, and holds their mails with any provider', async () => {
    const other = await service.account();
    await setResend({ env }, other.accountId);
    const announcing = await makeAnnouncingList(service, other, worker);
    await signUp(other, announcing.id, 'hal@example.com');
    await worker.sendAll();
    const sent = resend.mails.size;
    const id = await announcing.launch();
    const [job] = await service.pendingJobs('send-announcement');
    const running = worker.run('send-announcement', { id: String(job), accountId: other.accountId });
    await expect.poll(() => service.pendingJobs('send-signup-email')).toHaveLength(1);
    expect((await examine()).find('restored_announcements')?.message).toBe(
      `Announcements were going out: ${id} (1 of 1 mailed). Whoever was mailed since then is mailed again.`,
    );
    const { find } = await examine('--hold-mails');
    // Taken back, it would be made anew, and Resend would not recognize it.
    expect(find('held_mails')?.message).toMatch(/^1 mails are not sent\./);
    expect(find('paused')).toMatchObject({ state: 'ok', message: `Announcement ${id} is paused.` });
    expect(find('restored_announcements')?.state).toBe('ok');
    expect((await announcing.read(id)).state).toBe('paused');
    await worker.sendAll();
    await running; // it waits for those mails
    expect(resend.mails.size).toBe(sent);
  });

  test('tells of jobs that only Redis knows', async () => {
    const gone = newId();
    service.ctx.notifier.notify('purge-waitlist', [{ id: gone, accountId: account.accountId }]);
    await expect
      .poll(async () => (await examine()).find('restored_redis')?.message)
      .toMatch(
        /^Redis remembers jobs\. Of the \d+ looked at, [1-9]\d* are not in the database: they end without a trace\.$/,
      );
    expect(await worker.run('purge-waitlist', { id: gone, accountId: account.accountId })).toBe(false);
  });

  test('warns of a backup that is not whole', async () => {
    await service.sql`UPDATE waitlist_counters SET last_position = 1 WHERE waitlist_id = ${list.id}`;
    const { code, problems } = await examine();
    expect([code, problems]).toEqual([1, ['restored_positions']]);
  });
});
