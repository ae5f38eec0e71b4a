import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findDistrictProblems, readArrows } from '../../scripts/layout/districts.ts';
import { withMatrix } from '../../scripts/layout/write-matrix.ts';

test('the table of districts is what `npm run matrix` writes', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  expect(withMatrix(page)).toBe(page);
});

test('an arrow against the order, past an index and in a circle is found', () => {
  expect(findDistrictProblems(readArrows())).toEqual([]);
  const planted = [
    { from: 'platform/ids.ts', to: 'mail/kinds.ts' },
    { from: 'capabilities/release/plug.ts', to: 'capabilities/trust/plug.ts' },
    { from: 'list/links/a.ts', to: 'list/status/b.ts' },
    { from: 'list/status/c.ts', to: 'list/links/d.ts' },
  ];
  expect(findDistrictProblems(planted)).toEqual([
    'src/shared/platform/ids.ts: must not import mail/kinds.ts, which lies behind it',
    'src/shared/capabilities/release/plug.ts: must not import capabilities/trust/plug.ts, but what capabilities/trust/index.ts exports',
    'src/shared: rooms that import each other: list/links → list/status → list/links',
  ]);
});
