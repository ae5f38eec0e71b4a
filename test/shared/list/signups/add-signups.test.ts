import fc from 'fast-check';
import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { addSignups } from '../../../../src/shared/list/signups/queries.ts';
import { listOf, type TestList } from '../../../support/list.ts';
import { useService } from '../../../support/service/service.ts';
import { findBrokenInvariants } from '../../../support/storm/invariants.ts';
import { triesAll } from '../../../support/values/tries-all.ts';

describe('add_signups', () => {
  const service = useService();

  test('finds every row by its key, also with a plan that was made while the tables were empty', async () => {
    const account = await service.account();
    const open = async () => listOf(service, account, await service.waitlist(account));
    const [list, other] = [await open(), await open()];
    let made = 0;
    const batchFor = (of: TestList, size: number, referrerCode: string | null = null) =>
      Array.from({ length: size }, () =>
        of.request(`person${made++}@example.com`, {
          mailed: true,
          notified: true,
          referrer_code: referrerCode,
        }),
      );
    // Plans are kept by connection.
    const oneConnection = postgres(service.env.DATABASE_URL ?? '', { max: 1 });
    try {
      for (const each of [list, list, other, list, other, list])
        await addSignups(oneConnection as never, batchFor(each, 500));
      const [known] =
        await oneConnection`SELECT referral_code FROM signups WHERE waitlist_id = ${list.id} LIMIT 1`;
      await oneConnection`SELECT pg_stat_force_next_flush()`; // what was read before counts no more
      const [read] = await oneConnection.begin(async (tx) => {
        await addSignups(tx as never, batchFor(list, 10, known?.referral_code));
        return tx`
          SELECT sum(seq_tup_read + idx_tup_fetch)::integer AS rows FROM pg_stat_xact_user_tables
          WHERE relname IN ('signups', 'waitlist_counters', 'accounts', 'outbox', 'mails')`;
      });
      expect(read?.rows).toBeLessThan(100); // of 3,000
    } finally {
      await oneConnection.end();
    }
  });

  test('decides a batch of several accounts and lists as if each request came alone (§1 rule 2, §4.6, §8 rule 2)', async () => {
    const webhook = { payload: { config: { url: 'https://hooks.example.com/' } } };
    const accounts = [await service.account(), await service.account(), await service.account()];
    for (const { key } of accounts.slice(1)) {
      const response = await service.call('PUT', '/v1/integrations/webhook', key, webhook);
      expect(response.statusCode).toBe(201);
    }
    const anyOf = (count: number) => fc.integer({ min: 0, max: count - 1 });
    const wish = fc.record({
      asks: anyOf(3),
      // Whose list it is: undefined is who asks.
      owner: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, anyOf(3)),
      list: anyOf(2),
      mailed: fc.boolean(),
      referrer: fc.option(anyOf(12), { nil: undefined }), // a place in the batch
    });
    const room = fc.option(anyOf(6), { nil: null });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 12 }), room, async (wishes, roomLeft) => {
        run += 1;
        const lists = await Promise.all(
          accounts.map((account, owner) =>
            Promise.all(
              [0, 1].map(async (nth) => {
                const name = `list ${run} ${owner} ${nth}`;
                return { name, ...listOf(service, account, await service.waitlist(account, { name })) };
              }),
            ),
          ),
        );
        const [first] = accounts; // the one with a limit
        const [{ stored = 0 } = {}] = await service.sql<{ stored: number }[]>`
          SELECT sum(live_count)::integer AS stored FROM waitlist_counters WHERE account_id = ${first?.accountId ?? ''}`;
        const cap = roomLeft === null ? null : stored + roomLeft;
        const batch = wishes.map(({ asks, owner = asks, list, mailed }, place) => {
          const target = lists[owner]?.[list];
          const account = accounts[asks];
          if (!target || !account) throw new Error('no such list');
          const request = target.request(`place${place}@example.com`, {
            account_id: account.accountId,
            signup_cap: asks === 0 ? cap : null,
            mailed,
            notified: true,
          });
          return { request, list: target, asks, isOwn: owner === asks };
        });
        const requests = batch.map(({ request }, place) => {
          const named = wishes[place]?.referrer;
          return {
            ...request,
            referrer_code: named === undefined ? null : (batch[named]?.request.code ?? 'unknown'),
          };
        });
        const outcomes = await addSignups(service.sql, requests);

        const created = batch.flatMap((each, place) =>
          outcomes[place]?.outcome === 'created' ? [{ ...each, place }] : [],
        );
        const ofFirst = batch.filter(({ asks, isOwn }) => asks === 0 && isOwn).length;
        expect(created.filter(({ asks }) => asks === 0)).toHaveLength(Math.min(ofFirst, roomLeft ?? ofFirst));
        const positionOf = (list: TestList, place: number) =>
          created.filter((each) => each.list === list && each.place <= place).length;
        const expected = batch.map(({ request, list, asks, isOwn }, place) => {
          if (!isOwn) return { outcome: 'no_waitlist' };
          if (!created.some((each) => each.place === place))
            return { outcome: asks === 0 ? 'over_quota' : 'created' };
          const position = positionOf(list, place);
          const { id, code } = request;
          return { outcome: 'created', id, position, total: position, referral_code: code, fired: asks > 0 };
        });
        expect(outcomes).toMatchObject(expected);

        const referrerOf = (place: number) =>
          created.find(
            (each) =>
              each.place < place &&
              each.place === wishes[place]?.referrer &&
              each.list === batch[place]?.list,
          )?.request.id ?? null;
        const rows = await service.sql`
          SELECT s.id, s.position, s.referred_by, s.referral_count,
                 EXISTS (SELECT 1 FROM mails e WHERE e.account_id = s.account_id AND e.id = s.id AND e.kind = 'signup' AND e.signup_id IS NULL) AS mailed,
                 event.payload -> 'data' AS told
          FROM signups s JOIN waitlist_counters o USING (account_id, waitlist_id)
          LEFT JOIN outbox event ON event.account_id = s.account_id AND event.job = 'fan-out-event' AND event.id = s.id
          WHERE s.account_id = ANY (${accounts.map(({ accountId }) => accountId)})
            AND s.waitlist_id = ANY (${lists.flat().map(({ id }) => id)}) ORDER BY s.id`;
        const facts = created.map(({ request, list, asks, place }) => {
          const position = positionOf(list, place);
          const referred_by = referrerOf(place);
          const told = {
            id: request.id,
            waitlist_id: list.id,
            waitlist_name: list.name,
            position,
            total: position,
            referred_by,
          };
          return {
            id: request.id,
            position,
            referred_by,
            referral_count: created.filter((each) => referrerOf(each.place) === request.id).length,
            mailed: request.mailed,
            told: asks > 0 ? told : null,
          };
        });
        expect(rows).toMatchObject(facts.sort((a, b) => (a.id < b.id ? -1 : 1)));
      }),
      {
        numRuns: triesAll ? 25 : 10,
        // An account asks for a list of the next one, which asks for it too.
        examples: [
          [
            [1, undefined].map((owner, asks) => ({
              asks,
              owner,
              list: 0,
              mailed: true,
              referrer: undefined,
            })),
            null,
          ],
        ],
      },
    );
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });
});
