import { addSignups } from '../../../src/shared/list/signups/queries.ts';
import { newReferralCode } from '../../../src/shared/list/signups/referral-code.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';

const perBatch = 1_000;

interface StoreOptions {
  /** Whether each signup gets a pending signup email. */
  readonly mailed?: boolean;
  /** Whether each signup fires signup.created. */
  readonly notified?: boolean;
  /** The addresses are `person{n}@{domain}`. */
  readonly domain?: string;
  /** What is different of a signup, by its index from 0. */
  readonly change?: (index: number) => Partial<Parameters<typeof addSignups>[1][number]>;
  /** Called after each batch with the number stored so far. */
  readonly onStored?: (signups: number) => void;
}

/** Stores signups with the service's own SQL function, without HTTP. @returns their ids, by position */
export async function storeSignups(
  sql: Sql,
  list: { accountId: string; waitlist: string },
  count: number,
  {
    mailed = false,
    notified = false,
    domain = 'example.com',
    change,
    onStored = () => {},
  }: StoreOptions = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let first = 0; first < count; first += perBatch) {
    const batch = Array.from({ length: Math.min(perBatch, count - first) }, (_, index) => {
      const email = `person${first + index}@${domain}`;
      return {
        account_id: list.accountId,
        waitlist_id: list.waitlist,
        signup_cap: null,
        mailed,
        notified,
        id: newId(),
        code: newReferralCode(),
        email,
        email_key: email,
        utm_source: `source-${index % 20}`,
        referrer: `https://site${index % 200}.example.com/page`,
        referrer_domain: `site${index % 200}.example.com`,
        referrer_code: null,
        metadata: { campaign: 'autumn, "early"' },
        fields: {},
        ...change?.(first + index),
      };
    });
    await addSignups(sql, batch);
    ids.push(...batch.map(({ id }) => id));
    onStored(ids.length);
  }
  return ids;
}
