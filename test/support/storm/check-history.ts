import type { Sql, Tx } from '../../../src/shared/platform/postgres/connection.ts';
import {
  type Expectations,
  findViolations,
  type History,
  type StoredList,
  type StoredSignup,
} from './history.ts';
import { findBrokenInvariants } from './invariants.ts';

/**
 * Checks a list against what clients saw of it, and the counters of all lists, in one snapshot and without a
 * timeout. @returns the problems
 */
export function checkHistory(
  sql: Sql,
  waitlist: string,
  history: History,
  expected: Expectations = { mailed: true, notified: false },
): Promise<string[]> {
  return sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`;
    const violations = findViolations(history, await readStored(tx, waitlist), expected);
    return [...violations, ...(await findBrokenInvariants(tx))];
  });
}

async function readStored(tx: Tx, waitlist: string): Promise<StoredList> {
  const rows = await tx<StoredSignup[]>`
    SELECT s.id, s.email_key, s.position, s.referral_code, s.referred_by,
           (SELECT count(*) FROM mails m WHERE m.id = s.id) AS emails,
           (SELECT count(*) FROM outbox o WHERE o.job = 'fan-out-event' AND o.id = s.id) AS events
    FROM signups s WHERE s.waitlist_id = ${waitlist} ORDER BY s.position`;
  const [counter] = await tx<{ last_position: number }[]>`
    SELECT last_position FROM waitlist_counters WHERE waitlist_id = ${waitlist}`;
  return { rows, lastPosition: counter?.last_position ?? 0 };
}
