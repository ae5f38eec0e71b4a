import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { addSignups } from '../../src/shared/signups/queries.ts';
import { listOf, type TestList } from '../support/list.ts';
import { useService } from '../support/service.ts';

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
    const oneConnection = postgres(service.env.DATABASE_URL ?? '', { max: 1 }); // plans are kept by connection
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
          WHERE relname IN ('signups', 'waitlist_counters', 'accounts', 'outbox', 'signup_emails')`;
      });
      expect(read?.rows).toBeLessThan(100); // of 3,000
    } finally {
      await oneConnection.end();
    }
  });
});
