import type { Caller } from '../../../account/api-keys/caller.ts';
import { findWaitlist } from '../../../list/waitlists/queries.ts';
import { readRemaining } from '../../../mail/allowance/read-usage.ts';
import { notFound } from '../../../platform/errors.ts';
import { assertId } from '../../../platform/ids.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import { type Page, type PageQuery, toPage } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import { type FunnelRow, findFunnel } from './funnel-queries.ts';
import { countWaves, findWave, listWaves as listRows, listSample, type WaveRow } from './queries.ts';
import { exclusionReasons, leftOutReasons, type Wave, type WaveReport, type WaveSummary } from './schema.ts';

const withZeros = <Name extends string>(names: readonly Name[], counts: Partial<Record<Name, number>>) =>
  Object.fromEntries(names.map((name) => [name, counts[name] ?? 0])) as Record<Name, number>;

function toSummary(row: WaveRow): WaveSummary {
  const { id, waitlist_id, name, state, size, member_order: order, filter, expires_in_days, per_hour } = row;
  const { deliver, matched, selected, invited, created_at, launched_at, finished_at } = row;
  return {
    id,
    waitlist_id,
    name,
    state,
    size,
    order,
    filter,
    expires_in_days,
    per_hour,
    deliver,
    matched,
    selected,
    excluded: withZeros(exclusionReasons, row.excluded),
    invited,
    left_out: withZeros(leftOutReasons, row.left_out),
    created_at,
    launched_at,
    finished_at,
  };
}

/** A wave of the API. `remaining` is of `readRemaining`. */
export async function toWave(
  sql: Sql | Tx,
  accountId: string,
  row: WaveRow,
  remaining: number | null,
): Promise<Wave> {
  const sample = await listSample(sql, { accountId, id: row.id });
  return { ...toSummary(row), sample: [...sample], emails_remaining: remaining };
}

/** A wave with what came of it (N5). @throws AppError not_found */
export async function readWave(ctx: Context, caller: Caller, waveId: string): Promise<WaveReport> {
  const { accountId } = caller;
  assertId(waveId, 'wave');
  const key = { accountId, id: waveId };
  const row = (await findWave(ctx.sql, key)) ?? notFound('wave');
  const [funnel, remaining] = await Promise.all([findFunnel(ctx.sql, key), readRemaining(ctx, caller)]);
  return { ...(await toWave(ctx.sql, accountId, row, remaining)), ...toFigures(funnel) };
}

function toFigures({ median_seconds, ...counts }: FunnelRow) {
  const { sent, converted } = counts;
  return {
    ...counts,
    conversion_rate: sent === 0 ? 0 : Math.min(100, Math.round((100 * converted) / sent)),
    median_hours_to_convert: median_seconds === null ? null : Math.round(median_seconds / 360) / 10,
  };
}

/** The waves of a waitlist, newest first. @throws AppError not_found */
export async function listWaves(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  page: PageQuery,
): Promise<Page<WaveSummary>> {
  const { id } = (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const [rows, total] = await Promise.all([
    listRows(sql, accountId, id, page),
    countWaves(sql, accountId, id),
  ]);
  return toPage(rows.map(toSummary), total, page);
}
