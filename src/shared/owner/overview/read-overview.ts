import type { Caller } from '../../account/api-keys/caller.ts';
import { listArchived } from '../../list/archive/queries.ts';
import { addDays } from '../../list/stats/window.ts';
import { listWaitlists } from '../../list/waitlists/list-waitlists.ts';
import type { WaitlistWithCount } from '../../list/waitlists/schema.ts';
import type { Context } from '../context.ts';
import { countRecentDays, listNewest, type NewSignup } from './queries.ts';

/** Of these newest lists, */
const comparedLists = 100;
/** so many are shown. */
const shownLists = 6;
/** So many of the newest signups are shown. */
export const shownSignups = 8;
const shownDays = 14;

/** A waitlist with its last two weeks. */
export interface RecentList extends WaitlistWithCount {
  readonly isArchived: boolean;
  /** Signups of each of the last 14 days in UTC, the last one today. */
  readonly days: readonly { readonly day: string; readonly signups: number }[];
  readonly lastWeek: number;
  readonly weekBefore: number;
}

export interface Overview {
  /** Those with the most signups in the last week, the busiest first. */
  readonly lists: readonly RecentList[];
  readonly totalLists: number;
  readonly newestListId: string | undefined;
  /** The newest signups of all lists. */
  readonly newest: readonly NewSignup[];
}

/** What has happened on an account's waitlists lately (C11.3). */
export async function readOverview(ctx: Context, caller: Caller): Promise<Overview> {
  const today = new Date().toISOString().slice(0, 10);
  const days = Array.from({ length: shownDays }, (_, index) => addDays(today, index - shownDays + 1));
  const [page, newest] = await Promise.all([
    listWaitlists(ctx, caller, { limit: comparedLists, offset: 0 }),
    listNewest(ctx.sql, caller.accountId, shownSignups),
  ]);
  const ids = page.data.map(({ id }) => id);
  const [counted, archived] = await Promise.all([
    countRecentDays(ctx.sql, caller.accountId, ids, days[0] ?? today),
    listArchived(ctx.sql, caller.accountId, ids),
  ]);
  const countOf = new Map(counted.map(({ waitlist_id, day, signups }) => [`${waitlist_id} ${day}`, signups]));
  const lists = page.data.map((list): RecentList => {
    const ofList = days.map((day) => ({ day, signups: countOf.get(`${list.id} ${day}`) ?? 0 }));
    const sum = (part: typeof ofList) => part.reduce((total, { signups }) => total + signups, 0);
    return {
      ...list,
      isArchived: archived.has(list.id),
      days: ofList,
      lastWeek: sum(ofList.slice(-7)),
      weekBefore: sum(ofList.slice(0, -7)),
    };
  });
  const busiestFirst = lists.toSorted((one, other) => other.lastWeek - one.lastWeek);
  return {
    lists: busiestFirst.slice(0, shownLists),
    totalLists: page.total,
    newestListId: ids[0],
    newest,
  };
}
