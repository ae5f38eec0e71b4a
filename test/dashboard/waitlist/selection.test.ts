import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { workOnPart } from '../../../src/shared/list/signups/selection/work-on-part.ts';
import { type FormFields, rowsOf, signedIn, textOf, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { runSelections } from '../../support/selections/run-selections.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants, recount } from '../../support/storm/invariants.ts';
import { readCsv } from '../../support/values/read-csv.ts';
import { triesAll } from '../../support/values/tries-all.ts';

describe('a selection of signups', () => {
  let sink: MailSink;
  const env: NodeJS.ProcessEnv = {};
  const service = useService(env, async () => {
    sink = await startMailSink();
    env.MANAGED_EMAIL_URL = sink.url;
  });
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(async () => {
    await worker?.close();
    await sink?.close();
  });

  const open = async (): Promise<{ list: TestList; visitor: Visitor; path: string }> => {
    const list = await makeList(service);
    return { list, visitor: await signedIn(service, list.account), path: `/dashboard/waitlists/${list.id}` };
  };
  const countRows = async (list: TestList) => (await list.page('limit=1')).total;
  /** The hidden inputs of the form that asks. */
  const questionOf = (html: string): FormFields => {
    const fields: Record<string, string | string[]> = {};
    for (const [, name = '', value = ''] of html.matchAll(
      /<input type="hidden" name="(\w+)" value="([^"]*)"/g,
    )) {
      if (name !== 'csrf') fields[name] = fields[name] === undefined ? value : [fields[name], value].flat();
    }
    return fields;
  };
  const runJobs = ({ account }: TestList) => runSelections(service, worker, account);

  test('is counted before it is deleted, and nothing but it is deleted (N8)', async () => {
    const { list, visitor, path } = await open();
    const ada = await list.add({
      email: 'ada@example.com',
      utm_source: 'ads',
      referrer: 'https://a.example/',
    });
    const bob = await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    const cleo = await list.add({
      email: 'cleo@example.com',
      referral_code: bob.referral_code,
      utm_source: 'ads',
    });
    const dora = await list.add({ email: 'dora@example.com', referral_code: ada.referral_code });

    const none = await visitor.send(`${path}/selection`, { action: 'delete', scope: 'rows', shown: ada.id });
    expect([none.statusCode, wordsOf(none)]).toEqual([400, expect.stringContaining('Select signups first')]);
    const asked = await visitor.send(`${path}/selection`, {
      action: 'delete',
      scope: 'rows',
      selected: [ada.id, cleo.id],
    });
    expect(wordsOf(asked)).toMatch(
      /Delete 2 signups of List \d+\? (ada@example\.com, cleo@example\.com|cleo@example\.com, ada@example\.com) Their/,
    );
    expect(await countRows(list)).toBe(4);

    const done = await visitor.send(`${path}/selections`, questionOf(asked.body));
    expect(wordsOf(await visitor.follow(done)).match(/Deleted 2 signups\./g)).toHaveLength(1);
    await runJobs(list);
    expect(wordsOf(await visitor.open(path))).not.toContain('eleted');
    const left = (await list.page()).data;
    expect(left.map(({ id, referral_count, referred_by }) => [id, referral_count, referred_by])).toEqual([
      [dora.id, 0, null],
      [bob.id, 0, null],
    ]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    const again = await visitor.send(`${path}/selections`, questionOf(asked.body));
    expect([again.statusCode, wordsOf(again)]).toEqual([
      409,
      expect.stringContaining('there are 0 signups now, not 2'),
    ]);
  });

  test('of a few is deleted after ten seconds, and stays if somebody undoes it', async () => {
    const { list, visitor, path } = await open();
    const ada = await list.add({ email: 'ada@example.com' });
    const bob = await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    await list.add({ email: 'cleo@example.com' });
    const remove = async (ids: string[]) => {
      const asked = await visitor.send(`${path}/selection`, {
        action: 'delete',
        scope: 'rows',
        selected: ids,
      });
      expect(wordsOf(asked)).toContain('You can undo this for 10 seconds.');
      return visitor.follow(await visitor.send(`${path}/selections`, questionOf(asked.body)));
    };
    const pending = () => service.sql<{ id: string; wait: number }[]>`
      SELECT id, extract(epoch FROM due_at - clock_timestamp())::float8 AS wait FROM outbox
      WHERE job = 'act-on-selection' AND account_id = ${list.account.accountId}`;

    const page = await remove([ada.id, bob.id]);
    expect(rowsOf(page.body).map(([email]) => email)).toEqual(['cleo@example.com']);
    expect(wordsOf(page)).toMatch(/Deleted 2 signups\. Undo .* 1 signup Columns/);
    const [job] = await pending();
    expect(job?.wait).toBeGreaterThan(8);
    expect(job?.wait).toBeLessThanOrEqual(10);
    const key = { id: job?.id ?? '', accountId: list.account.accountId };
    await worker.run('act-on-selection', key); // which nobody can claim before it is due
    expect(await countRows(list)).toBe(3);

    const other = await open();
    const foreign = await other.visitor.send(`${other.path}/selections/undo`, { selection: key.id });
    expect(foreign.statusCode).toBe(409);
    const undone = await visitor.send(`${path}/selections/undo`, { selection: key.id });
    expect(wordsOf(await visitor.follow(undone))).toContain('2 signups kept.');
    expect(await pending()).toEqual([]);
    const [kept, other1, other2] = (await list.page()).data;
    expect([kept, other1, other2].map((each) => each?.email)).toEqual([
      'cleo@example.com',
      'bob@example.com',
      'ada@example.com',
    ]);
    expect(other2?.referral_count).toBe(1);
    expect(rowsOf((await visitor.open(path)).body)).toHaveLength(3);

    await visitor.follow(await visitor.send(`${path}/signups/${bob.id}/delete`));
    const [second] = await pending();
    await runJobs(list);
    expect((await list.page()).data.map(({ email }) => email)).toEqual([
      'cleo@example.com',
      'ada@example.com',
    ]);
    const late = await visitor.send(`${path}/selections/undo`, { selection: second?.id ?? '' });
    expect([late.statusCode, wordsOf(late)]).toEqual([409, expect.stringContaining('too late to undo')]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    const { body } = await service.call('GET', '/v1/audit-log?limit=10', list.account.key);
    expect(
      JSON.parse(body)
        .data.map(({ action }: { action: string }) => action)
        .slice(0, 3),
    ).toEqual(['signups.deleted', 'signups.kept', 'signups.deleted']);
  });

  test('of a few can be deleted many times in a row, and not without end', async () => {
    const { list, visitor, path } = await open();
    await list.fill(120);
    await recount(service.sql, list.id);
    const { data } = await list.page('limit=100');
    const ids = data.map(({ id }) => id);
    const statuses: number[] = [];
    for (const selected of ids)
      statuses.push(
        (await visitor.send(`${path}/selections`, { action: 'delete', expected: '1', selected })).statusCode,
      );
    expect(new Set(statuses)).toEqual(new Set([303]));
    const last = await list.find('person1@example.com');
    const refused = await visitor.send(`${path}/selections`, {
      action: 'delete',
      expected: '1',
      selected: last.id,
    });
    expect(refused.statusCode).toBe(409);
    await runJobs(list);
    expect(await countRows(list)).toBe(20);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('of all that match asks again if the number has changed meanwhile, and takes no later signup (N8)', async () => {
    const { list, visitor, path } = await open();
    await list.fill(450);
    await recount(service.sql, list.id);
    const search = `?q=person4`; // 4, 40 to 49, 400 to 450
    const asked = await visitor.send(`${path}/selection${search}`, { action: 'delete', scope: 'all' });
    expect(textOf(asked.body)).toMatch(/Delete 62 signups of List \d+\? Address person4/);
    await list.add({ email: 'person4x@example.com' });
    const refused = await visitor.send(`${path}/selections${search}`, questionOf(asked.body));
    expect([refused.statusCode, wordsOf(refused)]).toEqual([
      409,
      expect.stringContaining(
        'The list has changed: there are 63 signups now, not 62. Nothing was done yet.',
      ),
    ]);
    expect(await countRows(list)).toBe(451);

    const all = await visitor.send(`${path}/selection`, { action: 'delete', scope: 'all' });
    const started = await visitor.send(`${path}/selections`, questionOf(all.body));
    const later = await list.add({ email: 'later@example.com' });
    const page = await visitor.follow(started);
    expect(wordsOf(page)).toContain('Deleting 451 signups 0 of 451');
    await runJobs(list);
    expect((await list.page()).data.map(({ id }) => id)).toEqual([later.id]);
    const teammate = await signedIn(service, list.account);
    expect(wordsOf(await teammate.open(path))).not.toContain('were deleted');
    expect(wordsOf(await visitor.open(path, { headers: { 'x-peek': '1' } }))).not.toContain('were deleted');
    expect(wordsOf(await visitor.open(path))).toContain('451 signups were deleted.');
    expect(wordsOf(await visitor.open(path))).not.toContain('were deleted'); // told once
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('is refused beside five others, also if several are begun at once (N8)', async () => {
    const { list, visitor, path } = await open();
    await list.fill(300);
    await recount(service.sql, list.id);
    const begin = async () =>
      (await visitor.send(`${path}/selections`, { action: 'delete', expected: '300' })).statusCode;
    const statuses = await Promise.all(Array.from({ length: 8 }, begin));
    expect(statuses.filter((status) => status === 303)).toHaveLength(5);
    expect(
      await service.sql`SELECT 1 FROM selections WHERE account_id = ${list.account.accountId} AND finished_at IS NULL`,
    ).toHaveLength(5);
    await runJobs(list);
  });

  test('survives its worker, is dealt with once by several, and can be stopped (N8)', async () => {
    const { list, visitor, path } = await open();
    await list.fill(1_000);
    const referrer = await list.find('person7@example.com');
    // More than a part clears of each, from all over the list.
    await service.sql`UPDATE signups SET referred_by = ${referrer.id} WHERE waitlist_id = ${list.id} AND position % 25 = 0`;
    await service.sql`UPDATE signups SET referral_count = 40 WHERE id = ${referrer.id}`;
    await recount(service.sql, list.id);
    const start = async () => {
      const asked = await visitor.send(`${path}/selection`, { action: 'delete', scope: 'all' });
      return visitor.send(`${path}/selections`, questionOf(asked.body));
    };
    await start();
    const [job] = await service.sql<[{ id: string }]>`
      SELECT id FROM outbox WHERE job = 'act-on-selection' AND account_id = ${list.account.accountId}`;
    const key = { id: job.id, accountId: list.account.accountId };
    // Two workers at once, and one that dies in the middle of a part.
    await Promise.all([workOnPart(worker.ctx, key), workOnPart(service.ctx, key)]);
    const died = service.sql.begin(async (tx) => {
      await workOnPart(
        { ...worker.ctx, sql: Object.assign(tx, { begin: (work: never) => tx.savepoint(work) }) as never },
        key,
      );
      throw new Error('killed');
    });
    await expect(died).rejects.toThrow('killed');
    expect(await countRows(list)).toBe(600);
    expect(wordsOf(await visitor.open(path))).toContain('Deleting 1,000 signups 400 of 1,000');
    expect(await findBrokenInvariants(service.sql)).toEqual([]);

    await visitor.send(`${path}/selections/stop`, { selection: job.id });
    await worker.run('act-on-selection', key);
    expect(wordsOf(await visitor.open(path))).toContain(
      'Stopped after 400 of 1,000 signups. 400 signups were deleted.',
    );
    expect(await countRows(list)).toBe(600);

    await start();
    await runJobs(list);
    expect(await service.pendingJobs('act-on-selection')).toEqual([]);
    expect(await countRows(list)).toBe(0);
    await worker.run('clear-referrals', { id: referrer.id, accountId: list.account.accountId });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    const [rest] = await service.sql<[{ count: number }]>`SELECT count(*) FROM selection_parts`;
    expect(rest.count).toBe(0);
  });

  test('gets the signup email that failed or was never made, and nobody gets it twice (C6.6, N8)', async () => {
    const { list, visitor, path } = await open();
    const failed = await list.add({ email: 'failed@example.com' });
    const refused = await list.add({ email: 'refused@example.com' });
    const has = await list.add({ email: 'has@example.com' });
    const waiting = await list.add({ email: 'waiting@example.com' });
    const never = await list.add({ email: 'never@example.com' });
    await service.sql`DELETE FROM outbox WHERE id = ANY(${[failed.id, refused.id, never.id]}::uuid[])`;
    await service.sql`DELETE FROM mails WHERE id = ${never.id}`;
    await service.sql`UPDATE mails SET state = 'failed', retries_exhausted = true WHERE id = ${failed.id}`;
    await service.sql`UPDATE signups SET email_status = ${rankOf('failed')} WHERE id = ${failed.id}`;
    await service.sql`UPDATE mails SET state = 'failed', error = 'no such mailbox' WHERE id = ${refused.id}`;
    await service.sql`UPDATE signups SET email_status = ${rankOf('failed')} WHERE id = ${refused.id}`;
    await worker.send(has.id);
    await service.sql`UPDATE outbox SET due_at = 'infinity' WHERE id = ${waiting.id}`;

    const asked = await visitor.send(`${path}/selection`, { action: 'resend', scope: 'all' });
    expect(wordsOf(asked)).toMatch(
      /Send the signup email to 5 signups of List \d+\?.*Up to 4 emails will be sent/,
    );
    const done = await visitor.send(`${path}/selections`, questionOf(asked.body));
    expect(wordsOf(await visitor.follow(done))).toContain('2 signup emails were queued. 3 were left out');
    await worker.sendAll();
    for (const [email, count] of [
      ['failed', 1],
      ['never', 1],
      ['has', 1],
      ['refused', 0],
      ['waiting', 0],
    ] as const)
      expect([email, (await sink.mailsTo(`${email}@example.com`)).length]).toEqual([email, count]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);

    const free = await makeList(service, { plan: 'free' });
    const other = await signedIn(service, free.account);
    await free.add({ email: 'ada@example.com' });
    const noRoute = await other.send(`/dashboard/waitlists/${free.id}/selections`, {
      action: 'resend',
      expected: '1',
    });
    expect([noRoute.statusCode, wordsOf(noRoute)]).toEqual([
      400,
      expect.stringContaining('Set up an email provider first.'),
    ]);
  });

  test('leaves out who waits for a review, in the selection and on the page of the signup (N4, N8)', async () => {
    const { list, visitor, path } = await open();
    await service.call('PATCH', `${list.url}/settings`, list.account.key, {
      payload: { abuse: { mode: 'enforce', hold_email: true } },
    });
    const { referral_code } = await list.add({ email: 'owner@owner.example' });
    const held = await list.add({ email: 'bot@mailinator.com', referral_code });
    const asked = await visitor.send(`${path}/selection`, { action: 'resend', scope: 'all' });
    await visitor.follow(await visitor.send(`${path}/selections`, questionOf(asked.body)));
    await visitor.send(`${path}/signups/${held.id}/send-email`, {});
    expect(await service.pendingJobs('send-signup-email')).not.toContain(held.id);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test.runIf(triesAll)(
    'of a list that is too long for a quick search is chosen from the whole list or from what is shown (N8)',
    async () => {
      const { list, visitor, path } = await open();
      await list.fill(100_007);
      const quick = await visitor.open(`${path}?q=person`);
      expect(wordsOf(quick)).toContain('100,000 signups found. ');
      expect(wordsOf(quick)).toContain('Only signups behind position 7 were searched, to be quick.');
      expect(quick.body).not.toContain('value="all"');
      expect(wordsOf(await visitor.open(path))).not.toContain('were searched');
      expect(wordsOf(await visitor.open(`${path}?q=person&whole=yes`))).toContain('100,007 signups found. ');
      expect((await list.page('q=person')).total).toBe(100_007);
      const asked = await visitor.send(`${path}/selection?q=person&whole=yes`, {
        action: 'delete',
        scope: 'all',
      });
      expect(wordsOf(asked)).toContain('Delete 100,007 signups');
    },
  );

  test('is exported as CSV: rows, the page, or all that match', async () => {
    const { list, visitor, path } = await open();
    await list.fill(120);
    await recount(service.sql, list.id);
    const [first, last] = [await list.find('person1@example.com'), await list.find('person120@example.com')];
    const exported = async (fields: FormFields, search = '') => {
      const answer = await visitor.send(`${path}/selection${search}`, { action: 'export', ...fields });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        expect.stringContaining('text/csv'),
      ]);
      return readCsv(answer.body)
        .slice(1)
        .map(([position]) => position);
    };
    expect(await exported({ scope: 'rows', selected: [last.id, first.id] })).toEqual(['1', '120']);
    expect(await exported({ scope: 'page', shown: [first.id], selected: [last.id] })).toEqual(['1']);
    expect(await exported({ scope: 'all' }, '?q=person11')).toEqual([
      '11',
      ...Array.from({ length: 10 }, (_, at) => String(110 + at)),
    ]);

    const other = await makeList(service);
    const foreign = await other.add({ email: 'eve@example.com' });
    expect(await exported({ scope: 'rows', selected: foreign.id })).toEqual([]);
    const asked = await visitor.send(`${path}/selection`, {
      action: 'delete',
      scope: 'rows',
      selected: foreign.id,
    });
    expect(wordsOf(asked)).toContain('Delete 0 signups');
    expect(asked.body).not.toContain('class="danger"');
  });
});
