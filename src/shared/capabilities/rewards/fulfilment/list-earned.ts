import type { Readable } from 'node:stream';
import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordExport } from '../../../account/audit/record-export.ts';
import { listFields } from '../../../list/fields/queries.ts';
import { maxFieldsPerWaitlist } from '../../../list/fields/schema.ts';
import type { WaitlistKey } from '../../../list/parts.ts';
import { findSettings } from '../../../list/settings/queries.ts';
import { toSettings } from '../../../list/settings/schema.ts';
import type { Scans } from '../../../list/signups/search/scans.ts';
import { findWaitlist } from '../../../list/waitlists/queries.ts';
import { csvText } from '../../../platform/csv/csv-text.ts';
import type { Downloads, ReadPage } from '../../../platform/csv/downloads.ts';
import { notFound } from '../../../platform/errors.ts';
import { type Page, toPage } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import { rewardNames } from '../schema.ts';
import {
  type EarnedCount,
  type EarnedPlace,
  type EarnedRow,
  findEarned,
  listEarnedAfter,
  listEarnedOf,
} from './queries.ts';
import type { EarnedFilter, EarnedQuery, EarnedReward } from './schema.ts';

/** The names of rewards for people, by their keys, of a waitlist that is there. @throws AppError not_found */
async function findList(
  { sql }: Pick<Context, 'sql'>,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
): Promise<{ list: WaitlistKey; names: ReadonlyMap<string, string> }> {
  const { id } = (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const { rewards } = toSettings(await findSettings(sql, accountId, id));
  return { list: { accountId, waitlistId: id }, names: rewardNames(rewards) };
}

const toEarned =
  (names: ReadonlyMap<string, string>) =>
  (row: EarnedRow): EarnedReward => ({ ...row, name: names.get(row.key) ?? row.key });

/**
 * Who earned what on a waitlist, newest first.
 * @throws AppError not_found; invalid_request if that takes too long; rate_limited
 */
export async function listRewards(
  ctx: Context & { readonly scans: Scans },
  caller: Pick<Caller, 'accountId'>,
  waitlistId: string,
  query: EarnedQuery,
): Promise<Page<EarnedReward>> {
  return (await readEarned(ctx, caller, waitlistId, query)).earned;
}

const countIn = ({ earned, open }: EarnedCount, fulfilled: EarnedFilter['fulfilled']): number =>
  fulfilled === undefined ? earned : fulfilled === 'false' ? open : earned - open;

/** A page of earned rewards, and how often each reward was earned by those that the search finds. */
export interface EarnedOverview {
  readonly earned: Page<EarnedReward>;
  readonly rewards: readonly (EarnedCount & { readonly name: string })[];
}

/**
 * The same with how often each reward was earned, whatever the reward and the state that are asked for.
 * @throws AppError as `listRewards`
 */
export async function readEarned(
  ctx: Context & { readonly scans: Scans },
  caller: Pick<Caller, 'accountId'>,
  waitlistId: string,
  { reward, fulfilled, q, ...page }: EarnedQuery,
): Promise<EarnedOverview> {
  const { list, names } = await findList(ctx, caller, waitlistId);
  const tooLong = 'reward: this takes too long. Ask for the CSV file.';
  return ctx.scans.run(caller.accountId, tooLong, async (tx) => {
    const { rows, counts } = await findEarned(tx, list, { reward, fulfilled, q }, page);
    const total = counts
      .filter(({ key }) => reward === undefined || key === reward)
      .reduce((sum, each) => sum + countIn(each, fulfilled), 0);
    return {
      earned: toPage(rows.map(toEarned(names)), total, page),
      rewards: counts.map((each) => ({ ...each, name: names.get(each.key) ?? each.key })),
    };
  });
}

/** What one signup has earned, by how many referrals it took. @throws AppError not_found without the list */
export async function readEarnedOf(
  ctx: Context,
  caller: Pick<Caller, 'accountId'>,
  waitlistId: string,
  signupId: string,
): Promise<EarnedReward[]> {
  const { list, names } = await findList(ctx, caller, waitlistId);
  return (await listEarnedOf(ctx.sql, list, signupId)).map(toEarned(names));
}

/** Custom fields may be long. */
const rowsPerPage = 100;
const columns = [
  'email',
  'position',
  'key',
  'name',
  'at',
  'referral_count',
  'reached_at',
  'fulfilled_at',
  'fulfilled_by',
  'signup_id',
] as const satisfies (keyof EarnedReward)[];

/**
 * The same as CSV, with a column for each custom field, so that an address to ship to is in it: a stream that
 * must be sent or destroyed. Formulas are escaped. Holds no connection while the reader is slow.
 * @throws AppError not_found; rate_limited
 */
export async function exportRewards(
  ctx: Context & { readonly downloads: Downloads },
  caller: Caller,
  waitlistId: string,
  filter: EarnedFilter,
): Promise<Readable> {
  const { accountId } = caller;
  const { list, names } = await findList(ctx, caller, waitlistId);
  const all = { limit: maxFieldsPerWaitlist, offset: 0 };
  const keys = (await listFields(ctx.sql, accountId, list.waitlistId, all)).map(({ key }) => key);
  const text = ctx.downloads.start(ctx, accountId, (readPage) =>
    readPages(readPage, list, filter, { names, keys }),
  );
  await recordExport(ctx, caller, 'rewards.exported', text, list.waitlistId);
  return text;
}

async function* readPages(
  readPage: ReadPage,
  list: WaitlistKey,
  filter: EarnedFilter,
  { names, keys }: { readonly names: ReadonlyMap<string, string>; readonly keys: readonly string[] },
): AsyncGenerator<string> {
  yield `${[...columns, ...keys.map((key) => `field.${key}`)].join(',')}\n`;
  const toReward = toEarned(names);
  for (let place: EarnedPlace | undefined; ; ) {
    const page = await readPage((sql) => listEarnedAfter(sql, list, filter, place, rowsPerPage));
    const last = page.at(-1);
    if (!last) return;
    yield* csvText(
      page,
      (row) => {
        const reward = toReward(row);
        return [
          ...columns.map((column) => reward[column] ?? ''),
          ...keys.map((key) => row.fields[key] ?? ''),
        ];
      },
      { escapesFormulas: true },
    );
    place = last;
  }
}
