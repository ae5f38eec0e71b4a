import type { ImportRecord } from '../queries.ts';
import type { RawRow } from './row-queries.ts';

/** Columns of the own export that do not come along, and why. */
const reasons = {
  review_state:
    'review_state is not imported: what referrals were judged by is not in the file. Rejected referrals credit nobody here, all others do.',
  invited_at:
    'invited_at and invitation_state are not imported: an invitation works only where it was sent. People who became users stay that (converted_at).',
} as const satisfies Readonly<Record<string, string>>;

/** What rows have that does not come along, for people (N6). */
export function describeLeftOut(
  { preset, columns, mapping }: Pick<ImportRecord, 'preset' | 'columns' | 'mapping'>,
  rows: readonly RawRow[],
): string[] {
  if (preset !== 'own') return [];
  return Object.entries(reasons).flatMap(([name, reason]) => {
    const index = columns.indexOf(name);
    if (index < 0 || Object.hasOwn(mapping, name)) return [];
    return rows.some(({ raw }) => (raw[index] ?? '').trim() !== '') ? [reason] : [];
  });
}

/** Whether the referral of a row was rejected where the file comes from: it stays so. */
export function isRejectedReferral(
  { preset, columns }: Pick<ImportRecord, 'preset' | 'columns'>,
  raw: readonly string[],
): boolean {
  return preset === 'own' && raw[columns.indexOf('review_state')] === 'rejected';
}
