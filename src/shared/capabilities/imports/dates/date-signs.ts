import { pauseIfDue } from '../../../platform/process/slices.ts';
import { type PlainTarget, toColumns } from '../columns/targets.ts';
import type { ImportRecord } from '../queries.ts';
import type { DateOrder, DateSign, DateSigns } from '../rows/findings.ts';
import type { RawRow } from '../rows/row-queries.ts';
import { hasOrder, readOrders } from './read-time.ts';

/** What columns with times become. */
export const timeTargets = [
  'created_at',
  'email_delivered_at',
  'email_opened_at',
  'email_clicked_at',
  'confirmed_at',
  'unsubscribed_at',
  'bounced_at',
  'converted_at',
] as const satisfies readonly PlainTarget[];

/**
 * Adds what the times of rows tell of the order of month and day (N6): one that fits only one tells it for
 * all.
 */
export async function findDateSigns(
  { columns, mapping, findings }: Pick<ImportRecord, 'columns' | 'mapping' | 'findings'>,
  rows: readonly RawRow[],
  latest: number,
): Promise<DateSigns> {
  const { plain } = toColumns(columns, mapping);
  const indexes = timeTargets.flatMap((target) => plain[target] ?? []);
  let signs = findings.dates ?? {};
  for (const { line, raw } of rows) {
    await pauseIfDue();
    for (const index of indexes) {
      const text = (raw[index] ?? '').trim();
      if (!hasOrder(text)) continue;
      const { mdy, dmy } = readOrders(text, latest);
      if (mdy === dmy) continue;
      const kind = dmy === undefined ? 'mdy' : mdy === undefined ? 'dmy' : 'both';
      signs = { ...signs, [kind]: add(signs[kind], line, text) };
    }
  }
  return signs;
}

const add = (sign: DateSign | undefined, line: number, text: string): DateSign =>
  sign ? { ...sign, count: sign.count + 1 } : { count: 1, line, text };

/** The order that fits most dates; null if none tells. */
export function orderBySigns({ mdy, dmy }: DateSigns): DateOrder | null {
  if (!mdy && !dmy) return null;
  return (mdy?.count ?? 0) > (dmy?.count ?? 0) ? 'mdy' : 'dmy';
}

/** Whether dates wait for somebody to say which number is the month. */
export function asksForOrder({
  date_order,
  findings,
}: Pick<ImportRecord, 'date_order' | 'findings'>): boolean {
  const { dates } = findings;
  return date_order === null && dates?.both !== undefined && orderBySigns(dates) === null;
}
