import type { ImportRecord } from './queries.ts';
import { describeReading, listQuestions } from './questions.ts';
import type { Import } from './schema.ts';

/** Converts a row to an import of the API. */
export function toImport({
  row_count,
  creating,
  columns,
  mapping,
  findings,
  decided: _decided,
  file,
  date_order,
  top_position: _top,
  phase,
  after_key: _key,
  after_line: _line,
  reading: _reading,
  ...row
}: ImportRecord): Import {
  return {
    id: row.id,
    waitlist_id: row.waitlist_id,
    state: row.state,
    preset: row.preset,
    positions: row.positions,
    codes: row.codes,
    notify: row.notify,
    events: row.events,
    rows: row_count,
    would_create: creating,
    existing: row.existing,
    duplicates: row.duplicates,
    rejected: row.rejected,
    over_quota: row.over_quota,
    created: row.created,
    referrals: row.referrals,
    columns: {
      names: columns,
      mapped: mapping,
      unmapped: columns.filter((name) => !Object.hasOwn(mapping, name)),
    },
    warnings: row.warnings,
    notes: describeReading({ file, date_order, findings }),
    encoding: file.encoding ?? 'utf-8',
    date_order,
    cleaned: findings.cleaned ?? 0,
    left: { unsubscribed: 0, bounced: 0, complained: 0, suppressed: 0, ...findings.left },
    questions: listQuestions({
      state: row.state,
      columns,
      findings,
      file,
      date_order,
      created_at: row.created_at,
    }),
    created_at: row.created_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
    failure_reason: row.failure_reason,
    step: row.state !== 'running' ? null : phase === 'referrals' ? 'referrals' : 'signups',
  };
}
