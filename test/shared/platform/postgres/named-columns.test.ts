// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tests read sources
import { describe, expect, test } from 'vitest';
import { findStars, findStarsInSource } from '../../../../scripts/sql/named-columns.ts';

describe('statements name the columns that they give', () => {
  test.each([
    'SELECT * FROM accounts',
    'SELECT a.*, 1 AS one FROM accounts a',
    'SELECT id, * FROM accounts',
    'SELECT (a).* FROM accounts a',
    'SELECT DISTINCT * FROM accounts',
    'UPDATE accounts SET name = $1 RETURNING *',
    "INSERT INTO a SELECT b.id, 'x', b.* FROM b",
    'SELECT id FROM a UNION ALL SELECT * FROM b',
    'WITH a AS (SELECT id FROM b) SELECT a.* FROM a',
  ])('%s is found', (sql) => {
    expect(findStars(`\n${sql}`)).toEqual([{ line: 2, text: sql }]);
  });

  test.each([
    'SELECT count(*) FROM accounts',
    'SELECT a.id FROM (SELECT * FROM accounts) a',
    'SELECT a * b, 2 * a FROM numbers -- not SELECT *',
    "SELECT 'SELECT * FROM a'",
    'SELECT * FROM json_to_recordset($1) AS r(id uuid)',
  ])('%s may be', (sql) => {
    expect(findStars(sql)).toEqual([]);
  });

  test('also in templates within templates, and in texts for `unsafe`', () => {
    const source = [
      'const text = "an apostrophe’s";',
      'const rows = sql`',
      "  SELECT id FROM a WHERE ${isOn ? sql`b = (${a.join('`')})` : sql`",
      '    EXISTS (SELECT 1)`} AND c = ${{ d: 1 }.d}',
      '  RETURNING *`;',
      'const inner = sql`SELECT id ${sql`SELECT * FROM b`}`;',
      "const other = sql.unsafe('SELECT * FROM c');",
    ].join('\n');
    expect(findStarsInSource(source).map(({ line }) => line)).toEqual([5, 6, 7]);
  });

  test('code that cannot be read is no silence', () => {
    expect(() => findStarsInSource('const a = `SELECT 1')).toThrow('not closed');
  });
});
