import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/shared/ids.ts';
import { addSignups, type SignupRequest } from '../../src/shared/signups/queries.ts';
import { newReferralCode } from '../../src/shared/signups/referral-code.ts';
import { useService } from '../support/service.ts';

describe('add_signups', () => {
  const service = useService();

  test('finds every row by its key, also with a plan that was made while the tables were empty', async () => {
    const account = await service.account();
    const [list, other] = [await service.waitlist(account), await service.waitlist(account)];
    let made = 0;
    const batchFor = (waitlist: string, size: number, referrerCode: string | null = null) =>
      Array.from({ length: size }, (): SignupRequest & { code: string } => {
        const email = `person${made++}@example.com`;
        return {
          account_id: account.accountId,
          waitlist_id: waitlist,
          signup_cap: null,
          mailed: true,
          notified: true,
          id: newId(),
          code: newReferralCode(),
          email,
          email_key: email,
          utm_source: null,
          referrer: null,
          referrer_domain: null,
          referrer_code: referrerCode,
          metadata: {},
          fields: {},
        };
      });
    const oneConnection = postgres(service.env.DATABASE_URL ?? '', { max: 1 }); // plans are kept by connection
    try {
      for (const waitlist of [list, list, other, list, other, list])
        await addSignups(oneConnection as never, batchFor(waitlist, 500));
      const [known] =
        await oneConnection`SELECT referral_code FROM signups WHERE waitlist_id = ${list} LIMIT 1`;
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
