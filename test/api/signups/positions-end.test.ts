import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importsOf } from '../../support/imports/imports.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

const highest = 2_000_000_000;
const refusal = {
  code: 'conflict',
  message: 'The waitlist has given out its last position. Start a new waitlist.',
};

describe('a list at the end of its positions', () => {
  const service = useService();
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  /** A list with one signup, `known@example.com`, and so many positions left. */
  async function almostFull(left: number): Promise<TestList> {
    const list = await makeList(service);
    await list.add({ email: 'known@example.com' });
    await service.sql`UPDATE waitlist_counters SET last_position = ${highest - left} WHERE waitlist_id = ${list.id}`;
    return list;
  }

  test('gives the last one, then refuses new people with 409 and finds those who are on it', async () => {
    const list = await almostFull(1);
    expect(await list.add({ email: 'last@example.com' })).toMatchObject({ position: highest, total: 2 });
    const { body } = await service.call('GET', '/metrics');
    expect(body).toMatch(new RegExp(`^waitlist_highest_position\\{.*\\} ${highest}$`, 'm'));

    const refused = await list.signUp({ email: 'late@example.com' });
    expect([refused.statusCode, refused.json().error]).toEqual([409, refusal]);
    const tool = await service.call('POST', '/mcp', list.account.key, {
      headers: { accept: 'application/json, text/event-stream' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'add_signup', arguments: { waitlistId: list.id, email: 'later@example.com' } },
      },
    });
    expect(JSON.parse(tool.json().result.content[0].text)).toEqual({ error: refusal });
    expect((await list.signUp({ email: 'known@example.com' })).json()).toMatchObject({ position: 1 });
    expect((await list.page()).total).toBe(2);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('rejects by themselves those of a batch that have no place', async () => {
    const list = await almostFull(2);
    const emails = ['a', 'known', 'b', 'c', 'd'].map((name) => ({ email: `${name}@example.com` }));
    const answer = await service.call('POST', `${list.url}/signups/bulk`, list.account.key, {
      payload: { signups: emails },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      created: 2,
      existing: 1,
      rejected: 2,
      data: [
        { position: highest - 1 },
        { position: 1 },
        { position: highest },
        { error: refusal },
        { error: refusal },
      ],
    });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('rejects the rows of an import that have no place, with the reason', async () => {
    const list = await almostFull(2);
    const imports = importsOf(service, worker, list);
    const done = await imports.run(
      'email\na@example.com\nknown@example.com\nb@example.com\nc@example.com\nd@example.com\n',
    );
    expect(done).toMatchObject({ state: 'finished', created: 2, existing: 1, rejected: 2, over_quota: 0 });
    const rejected = await imports.rows(done.id, 'outcome=rejected');
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [5, refusal.message],
      [6, refusal.message],
    ]);
    const { data } = await list.page();
    expect(data.map(({ position }) => position)).toEqual([highest, highest - 1, 1]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });
});
