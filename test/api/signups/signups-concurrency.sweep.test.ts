import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../../src/api/app.ts';
import { openWebContext, type WebContext } from '../../../src/api/web-context.ts';
import { scopes } from '../../../src/shared/account/scopes.ts';
import { readConfig } from '../../../src/shared/config.ts';
import { rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { addSignups, type SignupOutcome } from '../../../src/shared/list/signups/queries.ts';
import type { SignupResult } from '../../../src/shared/list/signups/schema.ts';
import { finishEmails } from '../../../src/shared/mail/sending/outcome-queries.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { claimByIds } from '../../support/keys.ts';
import { listOf, makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

const callers = 64;

/**
 * What a client does that is told that the service is busy (C1.16): it tries again. So does this test on a
 * busy machine.
 */
async function served<Answer extends { statusCode: number }>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.statusCode !== 503) return answer;
    await sleep(100);
  }
}

describe('concurrent signups on two web processes', () => {
  const service = useService();
  let secondContext: WebContext;
  let secondApp: FastifyInstance;

  beforeAll(async () => {
    secondContext = openWebContext(readConfig(service.env));
    secondApp = await buildApp(secondContext);
  });
  afterAll(async () => {
    await secondApp.close();
    await secondContext.close();
  });

  /** Signs up over both processes alternately, each time from another client address. */
  const signUp = (list: TestList, key: string, number: number, payload: object) =>
    served(
      () =>
        [service.app, secondApp][number % 2]?.inject({
          method: 'POST',
          url: `${list.url}/signups`,
          payload,
          headers: {
            authorization: `Bearer ${key}`,
            'x-forwarded-for': `10.9.${number >> 8}.${number & 255}`,
          },
        }) ?? Promise.reject(new Error('no process')),
    );
  const remove = (list: TestList, id: string) => served(() => list.remove(id));

  test('get the positions 1..n without gaps, among repeated and refused requests (§1 rule 2, C3.4, C3.10)', async () => {
    const list = await makeList(service);
    await list.field('company', 'string', { required: true });
    const answers = new Map<string, SignupResult>();
    const codes: string[] = [];
    const wrong: string[] = [];

    await inParallel(callers, 1_600, async (number) => {
      const kind = number % 10;
      // One in ten repeats an earlier email.
      const email = `person${kind === 1 ? number - 10 : number}@example.com`;
      const { statusCode, body } = await signUp(list, list.account.key, number, {
        email: kind === 2 ? 'nobody' : kind === 1 ? email.toUpperCase() : email, // refused by validation
        ...(kind !== 3 && { fields: { company: 'x' } }), // refused while the list is locked
        ...(kind === 4 && { referral_code: codes[number % codes.length] ?? 'unknown' }),
      });
      if (kind === 2 || kind === 3) {
        if (statusCode !== 400) wrong.push(`${number}: ${statusCode} ${body}`);
        return;
      }
      if (statusCode !== 201) {
        wrong.push(`${number}: ${statusCode} ${body}`);
        return;
      }
      const result: SignupResult = JSON.parse(body);
      codes.push(result.referral_code);
      const before = answers.get(email);
      if (before && (before.id !== result.id || before.position !== result.position))
        wrong.push(`${email}: ${before.position}, then ${result.position}`);
      answers.set(email, result);
      if (result.position > 1_600 || result.total < result.position) wrong.push(`${email}: ${body}`);
    });

    expect(wrong).toEqual([]);
    const rows = await rowsOf(list);
    // Numbers ending in 2 and 3 are refused. Those ending in 1 repeat the tenth before, except number 1.
    expect(rows).toHaveLength(1_600 - 3 * 160 + 160);
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
    for (const row of rows)
      expect(answers.get(row.email_key)).toMatchObject({ id: row.id, position: row.position });
    expect(rows.filter(({ referred_by }) => referred_by !== null).length).toBeGreaterThan(100);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('for one email store one signup and return it to all 100 (§1 rule 3, C3.10)', async () => {
    const list = await makeList(service);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        signUp(list, list.account.key, number, {
          email: number % 3 ? 'ada@example.com' : ' ADA@Example.com',
        }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await rowsOf(list)).toMatchObject([{ position: 1 }]);
    const id = answers[0]?.json().id;
    expect((await service.pendingJobs('send-signup-email')).filter((pending) => pending === id)).toHaveLength(
      1,
    );
  });

  test('have created_at in the order of positions (C3.10)', async () => {
    const list = await makeList(service);
    await inParallel(callers, 500, (number) =>
      signUp(list, list.account.key, number, { email: `${number}@example.com` }),
    );
    const rows = await rowsOf(list);
    expect(rows).toHaveLength(500);
    expect(rows.map(({ created_at }) => created_at).toSorted()).toEqual(
      rows.map(({ created_at }) => created_at),
    );
  });

  test('have the time of their position as created_at, not the start of the transaction (C3.10)', async () => {
    const list = await makeList(service);
    await service.sql.begin(async (slow) => {
      await slow`SELECT now()`;
      await addSignups(service.sql, [list.request('quick@example.com')]);
      await addSignups(slow, [list.request('slow@example.com')]);
    });
    const [quick, late] = await rowsOf(list);
    expect([quick?.email_key, late?.email_key]).toEqual(['quick@example.com', 'slow@example.com']);
    expect(String(late?.created_at) >= String(quick?.created_at)).toBe(true);
  });

  test('count signups that another process is storing on another list of the account (C3.3)', async () => {
    const first = await makeList(service);
    const second = listOf(service, first.account, await service.waitlist(first.account));
    let waiting: Promise<SignupOutcome[]> = Promise.resolve([]);
    await service.sql.begin(async (tx) => {
      const stored = await addSignups(tx, [first.request('last@example.com', { signup_cap: 1 })]);
      expect(stored).toMatchObject([{ outcome: 'created' }]);
      waiting = addSignups(secondContext.sql, [second.request('late@example.com', { signup_cap: 1 })]);
      const blocked = () => service.sql`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await Promise.race([waiting, vi.waitFor(async () => expect(await blocked()).toHaveLength(1), 240_000)]);
    });
    expect(await waiting).toMatchObject([{ outcome: 'over_quota' }]);
  });

  test('stop at exactly 550 of 600 on free, over two lists (§8 rule 2, C3.3)', async () => {
    const first = await makeList(service);
    const second = listOf(service, first.account, await service.waitlist(first.account));
    await service.sql`UPDATE accounts SET plan = 'free' WHERE id = ${first.account.accountId}`;
    const key = await service.key(first.account, scopes); // a new key, whose plan is not cached
    const account = { ...first.account, key };
    const lists = [listOf(service, account, first.id), listOf(service, account, second.id)] as const;

    const answers = await Promise.all(
      Array.from({ length: 600 }, (_, number) =>
        signUp(lists[number % 3 === 0 ? 0 : 1], key, number, { email: `person${number}@example.com` }),
      ),
    );
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(201), count(402)]).toEqual([550, 50]);
    expect(answers.find(({ statusCode }) => statusCode === 402)?.json().error.code).toBe('quota_exceeded');
    for (const list of lists) {
      const rows = await rowsOf(list);
      expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
    }

    // At the limit: emails on the list get their signup (C3.2), and a deletion allows one more (§8 rule 2).
    const [known] = (await lists[1].page('limit=1')).data;
    expect((await lists[1].signUp({ email: known?.email })).statusCode).toBe(201);
    await remove(lists[1], known?.id ?? '');
    const late = await Promise.all(
      [0, 1, 2, 3].map((number) =>
        signUp(lists[number % 2 ? 0 : 1], key, number, { email: `late${number}@example.com` }),
      ),
    );
    expect(late.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 402, 402, 402]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('and deletions keep all counters right, and no client gets a deadlock (§3.4, C4.10)', async () => {
    const list = await makeList(service, {}, { referral_bonus: 1 });
    const live: SignupResult[] = [];
    // Its credits change all the time.
    const { referral_code } = await list.add({ email: 'stays@example.com' });
    const statuses: Record<string, number> = {};
    const note = (what: string) => {
      statuses[what] = (statuses[what] ?? 0) + 1;
    };

    await inParallel(callers, 1_200, async (number) => {
      if (number % 3 === 2) {
        // Another client also deletes one in four. The second of both gets 404.
        const index = (number * 31) % Math.max(1, live.length);
        const victim = number % 4 === 0 ? live[index] : live.splice(index, 1)[0];
        const { statusCode } = await remove(list, victim?.id ?? list.id);
        note(`DELETE ${statusCode}`);
        return;
      }
      const response = await signUp(list, list.account.key, number, {
        email: `person${number % 300}@example.com`, // emails are deleted and repeated
        utm_source: [null, 'ads', 'direct', 'mail'][number % 4],
        referrer: [null, 'https://a.example.com/x', 'https://www.b.example.com/'][number % 3],
        // These codes are deleted with their owners.
        referral_code: number % 2 ? referral_code : live[number % 7]?.referral_code,
      });
      note(`POST ${response.statusCode}`);
      if (response.statusCode === 201) live.push(response.json());
    });

    expect(Object.keys(statuses).toSorted()).toEqual(['DELETE 204', 'DELETE 404', 'POST 201']);
    expect(statuses['DELETE 204']).toBeGreaterThan(10); // how many depends on who is first
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    const rows = await rowsOf(list);
    expect((await list.page('limit=1')).total).toBe(rows.length);
    expect(rows.filter(({ referred_by }) => referred_by !== null).length).toBeGreaterThan(0);
    const account = await service.call('GET', '/v1/account', list.account.key);
    expect(account.json().quota.signups_used).toBe(rows.length);
  });

  test('whose mails finish during deletions count exactly if they remain (C4.6, C4.10)', async () => {
    const list = await makeList(service);
    const ids: string[] = [];
    await inParallel(callers, 240, async (number) => {
      ids.push((await list.add({ email: `person${number}@example.com` })).id);
    });
    const claims = await claimByIds(service.sql, 'send-signup-email', ids);
    expect(claims.size).toBe(240);

    const deleted: number[] = [];
    const finished: string[] = [];
    await inParallel(callers, 240, async (number) => {
      if (number % 3 === 0) {
        deleted.push((await remove(list, ids[number] ?? '')).statusCode);
      } else if (number % 12 === 1) {
        const outcomes = ids.slice(number - 1, number + 11).map((id, index) => ({
          account_id: list.account.accountId,
          id,
          kind: 'signup' as const,
          signup_id: id,
          // As if another worker had claimed it since.
          lease_token: (index === 5 ? undefined : claims.get(id)?.leaseToken) ?? newId(),
          state: index === 4 ? ('failed' as const) : ('sent' as const),
          status_rank: rankOf(index === 4 ? 'failed' : 'sent'),
          ambiguous: false,
          message_id: '<id@example.com>',
          provider_message_id: null,
          error: null,
        }));
        const recorded = await service.sql.begin((tx) => finishEmails(tx, outcomes));
        finished.push(...recorded.finished);
      }
    });
    // A deletion that was served too late is found done when it is repeated.
    expect(deleted.filter((status) => status !== 204 && status !== 404)).toEqual([]);
    expect(await rowsOf(list)).toHaveLength(160);
    expect(new Set(finished).size).toBe(finished.length);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    // Of every twelve, four were deleted, one failed and one belonged to another worker.
    const { email_engagement } = (await service.call('GET', `${list.url}/stats`, list.account.key)).json();
    expect(email_engagement.emails_sent).toBe(20 * 6);
  });

  test('on a list that is deleted meanwhile get 404 afterwards and never an error (§4.2)', async () => {
    const list = await makeList(service);
    const statuses: number[] = [];
    await inParallel(callers, 400, async (number) => {
      if (number === 200)
        statuses.push((await service.call('DELETE', list.url, list.account.key)).statusCode);
      else
        statuses.push(
          (await signUp(list, list.account.key, number, { email: `${number}@example.com` })).statusCode,
        );
    });
    expect(new Set(statuses)).toEqual(new Set([201, 204, 404]));
    expect((await signUp(list, list.account.key, 401, { email: 'late@example.com' })).statusCode).toBe(404);
    const account = await service.call('GET', '/v1/account', list.account.key);
    expect(account.json().quota.signups_used).toBe(0);
    // Nothing was stored after the deletion: every stored signup was answered.
    expect(await rowsOf(list)).toHaveLength(statuses.filter((status) => status === 201).length);
  });

  const rowsOf = (list: TestList) =>
    service.sql<
      { id: string; email_key: string; position: number; referred_by: string | null; created_at: string }[]
    >`
      SELECT id, email_key, position, referred_by, created_at FROM signups WHERE waitlist_id = ${list.id} ORDER BY position`;
});

/** Calls `work` with 0 to `count` - 1, with `width` concurrent calls. */
async function inParallel(
  width: number,
  count: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await work(next++);
    }),
  );
}
