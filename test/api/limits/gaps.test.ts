import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedIn, wordsOf } from '../../support/dashboard.ts';
import { importsOf } from '../../support/imports/imports.ts';
import { type InvitingList, makeInvitingList } from '../../support/release/inviting.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { readCsv } from '../../support/values/read-csv.ts';

const last = 1_000_000_000;

describe('a list with a gap of a billion positions', () => {
  const service = useService();
  let account: TestAccount;
  let worker: TestWorker;
  let list: InvitingList;
  /** The statements that the web process has sent since the last look. */
  let statements: string[] = [];

  beforeAll(async () => {
    account = await service.account();
    worker = openTestWorker(service);
    list = await makeInvitingList(service, account, worker);
    const imported = await importsOf(service, worker, list).run(
      `email,position\nfirst@example.com,1\nlast@example.com,${last}\n`,
      'positions=keep',
    );
    expect(imported).toMatchObject({ state: 'finished', created: 2 });
    service.sql.options.debug = (_connection: number, text: string) => statements.push(text);
  });
  beforeEach(() => {
    statements = [];
  });
  afterAll(() => worker.close());

  /** Statements that read signups. */
  const reads = () => statements.filter((text) => / FROM signups /.test(text)).length;
  const positionsIn = (csv: string) =>
    readCsv(csv)
      .slice(1)
      .map(([position]) => Number(position));

  test.each(['', '?email_status=none', '?created_from=2020-01-01'])(
    'is exported by a few queries: %s',
    async (query) => {
      const answer = await service.call('GET', `${list.url}/signups/export${query}`, account.key);
      expect(positionsIn(answer.body)).toEqual([1, last]);
      expect(reads()).toBeLessThan(50);
    },
  );

  test('is downloaded from the dashboard by a few queries', async () => {
    const visitor = await signedIn(service, account);
    statements = [];
    for (const query of ['', '?email_status=none']) {
      const answer = await visitor.open(`/dashboard/waitlists/${list.id}/signups.csv${query}`);
      expect(positionsIn(answer.body)).toEqual([1, last]);
    }
    expect(reads()).toBeLessThan(20);
  });

  test('is searched whole in the dashboard, where a search of a large list reads the newest signups', async () => {
    const visitor = await signedIn(service, account);
    const page = await visitor.open(`/dashboard/waitlists/${list.id}?q=example`);
    expect(wordsOf(page)).toContain('first@example.com');
    expect(wordsOf(page)).not.toContain('were searched, to be quick');
  });

  test('has its waves drafted at once, also where addresses get no mails', async () => {
    await list.call('POST', '/suppressions', { email: 'last@example.com' });
    statements = [];
    const wave = await list.draft();
    expect(wave).toMatchObject({ state: 'draft', matched: 2, selected: 1, excluded: { suppressed: 1 } });
    expect(reads()).toBeLessThan(20);
  });
});
