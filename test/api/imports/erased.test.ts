import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pruneImports } from '../../../src/shared/capabilities/imports/prune-imports.ts';
import { importsOf } from '../../support/imports/imports.ts';
import { makeList } from '../../support/list.ts';
import { finishErasure } from '../../support/people/finish-erasure.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

describe('the rows of imports (N3, N6)', () => {
  const service = useService();
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  const csv = [
    'email,referred_by,notes,referral_code',
    'ada@example.com,,,ADA1',
    'bob@example.com,Ada@Example.com,asked ADA@example.com about it,',
    'ADA@EXAMPLE.COM,,,',
    'eve@example.com,ADA1,,',
  ].join('\n');
  const start = async () => {
    const list = await makeList(service);
    return { list, imports: importsOf(service, worker, list) };
  };
  const erase = (key: string, email: string) =>
    service.call('POST', '/v1/people/erase', key, { payload: { email } });
  const mentions = async (account: string, text: string) => {
    const rows = await service.sql<{ found: boolean }[]>`
      SELECT EXISTS (SELECT FROM import_rows r WHERE account_id = ${account} AND lower(r::text) LIKE ${`%${text}%`})
        OR EXISTS (SELECT FROM import_outcomes o WHERE account_id = ${account} AND lower(o::text) LIKE ${`%${text}%`}) AS found`;
    return rows[0]?.found;
  };

  test.each(['uploaded', 'ready', 'running', 'finished'])(
    'have nothing of a person who is erased while an import is %s',
    async (when) => {
      const { list, imports } = await start();
      const { id } = (await imports.upload(csv)).json();
      if (when !== 'uploaded') await imports.validate(id);
      if (when === 'running') await imports.act(id, 'start');
      if (when === 'finished') await imports.finish(id);
      const exported = await service.call('POST', '/v1/people/export', list.account.key, {
        payload: { email: 'Ada@example.com' },
      });
      expect(exported.json().import_rows).toHaveLength(when === 'uploaded' ? 0 : 2);
      expect((await erase(list.account.key, 'ada@example.com')).statusCode).toBe(200);
      await finishErasure(service, worker, list.account.accountId);
      expect(await mentions(list.account.accountId, 'ada@example')).toBe(false);
      if (when === 'uploaded') await imports.validate(id);
      const counts = await imports.read(id);
      expect(counts.would_create + counts.existing + counts.duplicates + counts.rejected).toBe(4);
      const done = when === 'finished' ? counts : await imports.finish(id);
      expect(done).toMatchObject({ state: 'finished', created: when === 'finished' ? 3 : 2 });
      expect((await list.page()).data.map(({ email }) => email).toSorted()).toEqual([
        'bob@example.com',
        'eve@example.com',
      ]);
      expect(await findBrokenInvariants(service.sql)).toEqual([]);
    },
  );

  test.each([false, true])(
    'have no names of columns that hold an address (rows deleted: %s)',
    async (isPruned) => {
      const { list, imports } = await start();
      const { accountId, key } = list.account;
      const refused = await imports.upload('ada@example.com,Ada\nbob@example.com,Bob\n');
      expect([refused.statusCode, refused.json().error.message]).toEqual([
        400,
        'Line 1: it looks like data. Add a header line with the names of the columns.',
      ]);
      const { id } = (await imports.upload('first,name\nbob@example.com,Bob\n')).json();
      await service.sql`
      UPDATE imports SET columns = '["Ask Ada@example.com", "name"]', mapping = '{"Ask Ada@example.com": "email"}', warnings = '["ADA@example.com: what?", "Stay."]'
      WHERE id = ${id}`;
      if (isPruned) {
        await service.sql`UPDATE imports SET updated_at = updated_at - interval '31 days' WHERE id = ${id}`;
        await pruneImports(worker.ctx, new AbortController().signal);
      }
      expect((await erase(key, 'ada@example.com')).statusCode).toBe(200);
      await finishErasure(service, worker, accountId);
      const { columns, warnings } = await imports.read(id);
      expect([columns.names, columns.mapped, warnings]).toEqual([
        ['Column 1', 'name'],
        { 'Column 1': 'email' },
        ['Stay.'],
      ]);
      expect(await mentions(accountId, 'ada@example')).toBe(false);
    },
  );

  test('keep what only resembles the address, and no other spelling of it', async () => {
    const { list, imports } = await start();
    const others = ['bada@example.com', 'mr.ada@example.com', 'x+ada@example.com', 'ada@example.com.au'];
    const spellings = [
      '<ada@example.com>, or call',
      'https://example.org/?email=Ada%40example.com&x=1',
      'https://example.org/?q=hi+ada@EXAMPLE.com',
      '%22%61da%40example.com%22',
      "'ada@example.com'",
      'x@y@z.com;ada@example.com',
      '_ada@example.com_',
      `${'a@'.repeat(99)}a/b/c/d/e/f/g/h/i/ada@example.com.`,
    ];
    const texts = [...others, ...others.map((each) => `write to ${each}`), ...spellings];
    const rows = texts.map((text, n) => `p${n}@example.org,"${text}"`);
    const { id } = (await imports.upload(`email,notes\n${rows.join('\n')}\n`)).json();
    expect((await erase(list.account.key, 'ada@example.com')).statusCode).toBe(200);
    await finishErasure(service, worker, list.account.accountId);
    const kept = await service.sql<{ notes: string }[]>`
      SELECT raw ->> 1 AS notes FROM import_rows WHERE import_id = ${id} ORDER BY line`;
    expect(kept.map(({ notes }) => notes)).toEqual([
      ...others,
      'write to bada@example.com',
      '', // a dot may end the name of something
      '', // a plus may be a space of a URL
      'write to ada@example.com.au',
      ...spellings.map(() => ''),
    ]);
  });

  test('are searched for texts by a worker alone', async () => {
    const { list, imports } = await start();
    await imports.upload(csv);
    expect((await erase(list.account.key, 'ada@example.com')).statusCode).toBe(200);
    expect(await mentions(list.account.accountId, 'asked ada@example')).toBe(true);
    await finishErasure(service, worker, list.account.accountId);
    expect(await mentions(list.account.accountId, 'asked ada@example')).toBe(false);
  });

  test('are deleted after 30 days, and those of an upload that broke off after half an hour', async () => {
    const { list, imports } = await start();
    const old = await imports.run(csv);
    const young = await imports.dryRun(csv);
    const broken = (await imports.upload(csv)).json().id;
    await service.sql`UPDATE imports SET updated_at = updated_at - interval '31 days' WHERE id = ${old.id}`;
    await service.sql`
      UPDATE imports SET state = 'uploading', updated_at = updated_at - interval '31 minutes' WHERE id = ${broken}`;
    await pruneImports(worker.ctx, new AbortController().signal);
    const left = await service.sql`
      SELECT import_id AS id, count(*)::integer AS rows FROM import_rows WHERE account_id = ${list.account.accountId} GROUP BY 1`;
    expect(left).toEqual([{ id: young.id, rows: 4 }]);
    const outcomes = await service.sql`
      SELECT DISTINCT import_id AS id FROM import_outcomes WHERE account_id = ${list.account.accountId}`;
    expect(outcomes).toEqual([{ id: young.id }]);
    const listed = await service.call('GET', `${list.url}/imports`, list.account.key);
    expect(listed.json().data.map(({ id }: { id: string }) => id)).toEqual([young.id, old.id]);
    expect((await list.page()).total).toBe(3);
  });

  test('go with their waitlist, also while an import runs', async () => {
    const { list, imports } = await start();
    await imports.run(csv);
    const { id } = await imports.dryRun(csv.replaceAll('example', 'other'));
    await imports.act(id, 'start');
    await service.call('DELETE', list.url, list.account.key);
    await worker.run('run-import', { id, accountId: list.account.accountId });
    expect(await service.pendingJobs('run-import')).toEqual([]);
    const pruned = { id: list.id, accountId: list.account.accountId };
    while (await worker.run('purge-waitlist', pruned));
    const left = await service.sql`
      SELECT (SELECT count(*) FROM imports WHERE waitlist_id = ${list.id}) + (SELECT count(*) FROM signups WHERE waitlist_id = ${list.id})
        + (SELECT count(*) FROM referral_aliases WHERE waitlist_id = ${list.id})
        + (SELECT count(*) FROM import_rows WHERE account_id = ${list.account.accountId})
        + (SELECT count(*) FROM import_outcomes WHERE account_id = ${list.account.accountId}) AS n`;
    expect(left[0]?.n).toBe(0);
  });
});
