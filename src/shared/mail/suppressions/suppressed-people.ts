import { setImmediate } from 'node:timers/promises';
import {
  candidates,
  isQuick,
  matching,
  type SignupFilter,
} from '../../list/signups/search/filter-queries.ts';
import { findLastPosition, findNextRows } from '../../list/signups/search/range-queries.ts';
import { isTooSlow } from '../../list/signups/search/scans.ts';
import type { Sql } from '../../platform/postgres/connection.ts';
import { addressKeyOf, emailMac } from '../../platform/secrets/email-mac.ts';
import type { Context } from '../context.ts';
import { findReasons } from './find-suppressed.ts';
import { listSuppressedMacs } from './queries.ts';
import type { SuppressionReason } from './schema.ts';

/** How many people are looked at between two looks at the clock, with a turn for others. */
const peoplePerPage = 5_000;

/** So many fit into memory. Beyond that each page of addresses is looked up. */
const mostInMemory = 200_000;

/** The time is up: a worker has to do it. */
export class OutOfTime extends Error {}

/**
 * Runs work that looks people up and searches, for so long. @returns undefined where that is too short, or
 * where others search: a worker has to do it
 */
export async function inTime<Result>(
  ms: number,
  work: (isTimeUp: () => boolean) => Promise<Result>,
): Promise<Result | undefined> {
  const end = performance.now() + ms;
  try {
    return await work(() => performance.now() > end);
  } catch (error) {
    if (error instanceof OutOfTime || isTooSlow(error)) return undefined;
    throw error;
  }
}

/** The positions of people whose addresses get no mails, by why. */
export type SuppressedPeople = ReadonlyMap<SuppressionReason, readonly number[]>;

/** A signup whose address may be suppressed. */
interface AddressRow {
  readonly id: string;
  readonly position: number;
  readonly email_key: string;
  readonly signed_up_at: string;
}

/**
 * The people who meet a filter and whose addresses get no mails (N3). They are kept as keyed hashes, so each
 * address has to be hashed: page by page, for this process to answer others meanwhile. Without suppressions
 * nothing is read. Who unsubscribed from the waitlist is left out: the signup says so.
 * @throws OutOfTime
 */
export async function findSuppressedPeople(
  ctx: Pick<Context, 'sql' | 'linkSigner'>,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
  isTimeUp: () => boolean,
): Promise<SuppressedPeople> {
  const found = new Map<SuppressionReason, number[]>();
  const positionsOf = (reason: SuppressionReason) => {
    const positions = found.get(reason) ?? [];
    found.set(reason, positions);
    return positions;
  };
  const macs = await listSuppressedMacs(ctx.sql, accountId, waitlistId, mostInMemory);
  if (macs.length === 0) return found;
  const addressKey = addressKeyOf(await ctx.linkSigner());
  const list = { accountId, id: waitlistId };
  const known =
    macs.length < mostInMemory ? new Map(macs.map(({ mac, reason }) => [mac, reason])) : undefined;
  const find = async (people: readonly AddressRow[]) => {
    const reasons = known ? undefined : await findReasons(ctx.sql, addressKey, list, people);
    for (const { id, position, email_key } of people) {
      const reason = known
        ? known.get(emailMac(addressKey, accountId, email_key).toString('hex'))
        : reasons?.get(id);
      if (reason) positionsOf(reason).push(position);
    }
  };
  const isWhole = isQuick(filter) || filter.leastReferrals !== undefined;
  const last = isWhole ? 1 : await findLastPosition(ctx.sql, accountId, waitlistId);
  for (let after = 0; after < last; ) {
    assertInTime(isTimeUp);
    const left = { after, upTo: last };
    const positions = isWhole
      ? undefined
      : await findNextRows(ctx.sql, accountId, waitlistId, left, peoplePerPage);
    const narrowed = positions ? { ...filter, positions } : filter;
    const people = await listAddresses(ctx.sql, accountId, waitlistId, narrowed);
    for (let from = 0; from < people.length; from += peoplePerPage) {
      assertInTime(isTimeUp);
      await find(people.slice(from, from + peoplePerPage));
      await setImmediate();
    }
    after = positions?.upTo ?? last;
  }
  return found;
}

/** Before each query, for one that finds nobody takes time too. @throws OutOfTime */
function assertInTime(isTimeUp: () => boolean): void {
  if (isTimeUp()) throw new OutOfTime();
}

/** The addresses of people who meet a filter and have not unsubscribed. */
function listAddresses(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
): Promise<AddressRow[]> {
  return sql<AddressRow[]>`
    SELECT s.id, s.position, s.email_key, s.created_at AS signed_up_at FROM ${candidates(sql, accountId, waitlistId, filter)} s
    WHERE ${matching(sql, accountId, waitlistId, filter)} AND s.unsubscribed_at IS NULL`;
}
