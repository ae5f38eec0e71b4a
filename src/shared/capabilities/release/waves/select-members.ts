import { setImmediate } from 'node:timers/promises';
import type { SignupFilter } from '../../../list/signups/search/filter-queries.ts';
import { isQuick } from '../../../list/signups/search/filter-queries.ts';
import { findNextRows } from '../../../list/signups/search/range-queries.ts';
import { findSuppressedIds } from '../../../mail/suppressions/find-suppressed.ts';
import { notFound } from '../../../platform/errors.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import { addressKeyOf, emailMac } from '../../../platform/secrets/email-mac.ts';
import type { Context } from '../../context.ts';
import { findLastPosition } from './queries.ts';
import type { MemberOrder } from './schema.ts';
import {
  type AddressRow,
  findSelectionFacts,
  listAddresses,
  listSuppressedMacs,
  storeMembers,
} from './select-queries.ts';

/** How many people are looked at between two looks at the clock, with a turn for others. */
const peoplePerPage = 5_000;

/** The time is up: a worker has to do it. */
export class OutOfTime extends Error {}

/** Who is asked for. */
export interface Wanted {
  readonly filter: SignupFilter;
  readonly order: MemberOrder;
  readonly size: number;
}

/** So many fit into memory. Beyond that each page of addresses is looked up. */
const mostInMemory = 200_000;

/**
 * The positions of people whose addresses get no mails (N3). They are kept as keyed hashes, so each address
 * has to be hashed: page by page, for this process to answer others meanwhile. Without suppressions nothing
 * is read.
 * @throws OutOfTime
 */
export async function findSuppressedPositions(
  ctx: Pick<Context, 'sql' | 'linkSigner'>,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
  isTimeUp: () => boolean,
): Promise<number[]> {
  const macs = await listSuppressedMacs(ctx.sql, accountId, waitlistId, mostInMemory);
  if (macs.length === 0) return [];
  const addressKey = addressKeyOf(await ctx.linkSigner());
  const list = { accountId, id: waitlistId };
  const known = macs.length < mostInMemory ? new Set(macs) : undefined;
  const find = (people: readonly AddressRow[]) =>
    known
      ? people.filter(({ email_key }) =>
          known.has(emailMac(addressKey, accountId, email_key).toString('hex')),
        )
      : lookUp(ctx.sql, addressKey, list, people);
  const found: number[] = [];
  const isWhole = isQuick(filter) || filter.leastReferrals !== undefined;
  const last = isWhole ? 1 : await findLastPosition(ctx.sql, accountId, waitlistId);
  for (let after = 0; after < last; ) {
    assertInTime(isTimeUp);
    const left = { after, upTo: last };
    const positions = isWhole
      ? undefined
      : await findNextRows(ctx.sql, accountId, waitlistId, left, peoplePerPage);
    const people = await listAddresses(
      ctx.sql,
      accountId,
      waitlistId,
      positions ? { ...filter, positions } : filter,
    );
    for (let from = 0; from < people.length; from += peoplePerPage) {
      assertInTime(isTimeUp);
      for (const { position } of await find(people.slice(from, from + peoplePerPage))) found.push(position);
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

async function lookUp(
  sql: Sql,
  addressKey: Buffer,
  list: RowKey,
  people: readonly AddressRow[],
): Promise<AddressRow[]> {
  const ids = await findSuppressedIds(sql, addressKey, list, people);
  return people.filter(({ id }) => ids.has(id));
}

/**
 * Notes the members of a wave that the caller holds (N5): what was shown is what is sent. @throws AppError
 * not_found
 */
export async function selectMembers(
  tx: Tx,
  wave: RowKey,
  waitlistId: string,
  wanted: Wanted,
  suppressed: readonly number[],
): Promise<void> {
  const facts = (await findSelectionFacts(tx, wave.accountId, waitlistId)) ?? notFound('waitlist');
  await storeMembers(tx, wave, waitlistId, wanted, facts, suppressed);
}
