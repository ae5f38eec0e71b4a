import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The rules that a text cites, each by one form of its number: `§8.3` for `§8 rule 3` and `spec 8 rule 3`,
 * `C7.4` for `contract 7.4`, `N1` for a capability beyond both. Of a range of rules, the first and the last.
 */
function rulesIn(text: string): string[] {
  const normalised = text
    .replace(/\b(spec|contract) [\d.]+(, [\d.]+)+/g, (list, word) => list.replaceAll(', ', `, ${word} `))
    .replace(/\bspec (?=\d)/g, '§')
    .replace(/\bcontract (?=\d)/g, 'C')
    .replace(/(§[\d.]+) rules? (\d+)(?:-| and )(\d+)/g, '$1.$2, $1.$3')
    .replace(/(§[\d.]+) rule (\d+)/g, '$1.$2');
  return normalised.match(/§\d+(\.\d+)*|\bC\d+\.\d+[a-z]?\b|\bC\d+(?=[),: ])|\bN\d+\b/g) ?? [];
}

/** Those that docs/rules.md has an entry for: a heading or the bold number at the start of an item. */
function rulesOf(page: string): Set<string> {
  const entries = page.match(/^(### |- \*\*)(§|C|N)[\w. ]+/gm) ?? [];
  return new Set(entries.flatMap((entry) => rulesIn(`${entry},`)));
}

test('every rule that code, tests and migrations cite has an entry in docs/rules.md', async () => {
  const entries = rulesOf(await readFile('docs/rules.md', 'utf8'));
  const missing: string[] = [];
  for (const folder of ['src', 'test', 'migrations']) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.(ts|tsx|sql)$/.test(name)) continue;
      const cited = rulesIn(await readFile(join(folder, name), 'utf8'));
      missing.push(
        ...cited.filter((rule) => !entries.has(rule)).map((rule) => `${join(folder, name)}: ${rule}`),
      );
    }
  }
  expect(missing).toEqual([]);
});

test.each([
  ['§4.7 rule 3, C7.6', ['§4.7.3', 'C7.6']],
  ['§8.3 and §8 rule 3', ['§8.3', '§8.3']],
  ['§4.7 rules 3 and 5', ['§4.7.3', '§4.7.5']],
  ['(spec 2.8, 5, 8)', ['§2.8', '§5', '§8']],
  ['(contract 7.4), (C10), C3.6b', ['C7.4', 'C10', 'C3.6b']],
  ['(N1)', ['N1']],
])('reads %s', (text, rules) => {
  expect(rulesIn(text)).toEqual(rules);
});
