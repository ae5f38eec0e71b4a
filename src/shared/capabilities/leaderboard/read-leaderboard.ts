import type { Caller } from '../../account/api-keys/caller.ts';
import type { Standing } from '../../list/ranks/ranking.ts';
import { findSettings } from '../../list/settings/queries.ts';
import { toSettings } from '../../list/settings/schema.ts';
import { findTokenSignup } from '../../list/status/read-status.ts';
import { findWaitlist } from '../../list/waitlists/queries.ts';
import { notFound } from '../../platform/errors.ts';
import { maskName } from '../../platform/schema/mask.ts';
import { type Page, toPage } from '../../platform/schema/paging.ts';
import type { Context } from '../context.ts';
import { countWithMore, type LeaderRow, listLeaders } from './queries.ts';
import {
  type LeaderboardEntry,
  type LeaderboardQuery,
  lastRank,
  longestLeaderboard,
  type PublicLeaderboard,
} from './schema.ts';
import type { StandingRequest, Standings } from './standings.ts';

/** Who has referred the most on a waitlist (N5). @throws AppError not_found */
export async function readLeaderboard(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  query: LeaderboardQuery,
): Promise<Page<LeaderboardEntry>> {
  const { id } = (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const { name_field } = toSettings(await findSettings(sql, accountId, id)).leaderboard;
  return readEntries(sql, accountId, id, name_field, query);
}

/**
 * The same for a person on the list, with the own rank, if the settings open it (N5).
 * @throws AppError unauthorized for a forged or revoked token; not_found for a removed signup, and for a list
 * that keeps its leaderboard to itself
 */
export async function readPublicLeaderboard(
  ctx: Context,
  token: string,
  query: LeaderboardQuery,
): Promise<PublicLeaderboard> {
  const { accountId, signup } = await findTokenSignup(ctx, token);
  const { name_field, public: isPublic } = toSettings(signup.settings).leaderboard;
  if (!isPublic) notFound('leaderboard');
  const { waitlist_id: id, referral_count } = signup;
  const [page, rank] = await Promise.all([
    readEntries(ctx.sql, accountId, id, name_field, query),
    rankOf(ctx.sql, accountId, id, referral_count),
  ]);
  return { ...page, you: { rank, referral_count } };
}

/** The first of a leaderboard, as a person on the list sees them on a page: no two have the same rank. */
export interface OwnLeaderboard {
  readonly entries: readonly (LeaderboardEntry & { readonly isYou: boolean })[];
  readonly you: PublicLeaderboard['you'];
}

/** The first of a leaderboard and the own rank, for a person who is known already, as of a second ago. */
export async function readOwnLeaderboard(
  { sql }: Context,
  standings: Standings,
  { id, person, ...list }: StandingRequest & { id: string; person: Standing },
): Promise<OwnLeaderboard> {
  const { leaders, placeOf } = await standings.of(sql, list);
  const place = leaders.findIndex((row) => row.id === id) + 1;
  return {
    entries: leaders.map((row, index) => ({ ...toEntry(row), rank: index + 1, isYou: row.id === id })),
    you: { rank: place || placeOf(person), referral_count: person.referral_count },
  };
}

async function readEntries(
  sql: Context['sql'],
  accountId: string,
  waitlistId: string,
  nameField: string | null,
  { limit }: LeaderboardQuery,
): Promise<Page<LeaderboardEntry>> {
  const [rows, total] = await Promise.all([
    listLeaders(sql, accountId, waitlistId, nameField, limit),
    countWithMore(sql, accountId, waitlistId, 0, longestLeaderboard),
  ]);
  return toPage(rows.map(toEntry), total, { limit, offset: 0 });
}

async function rankOf(
  sql: Context['sql'],
  accountId: string,
  waitlistId: string,
  referralCount: number,
): Promise<number | null> {
  if (referralCount === 0) return null;
  const ahead = await countWithMore(sql, accountId, waitlistId, referralCount, lastRank);
  return ahead < lastRank ? ahead + 1 : null;
}

const longestName = 100;

function toEntry({ rank, referral_count, email, field }: LeaderRow): LeaderboardEntry {
  const name = (field ?? '').trim();
  return { rank, name: name === '' ? maskName(email) : cut(name), referral_count };
}

function cut(name: string): string {
  const characters = [...name];
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : name;
}
