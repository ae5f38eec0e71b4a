import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findDeadLinks, slugify } from '../../scripts/site/links.ts';
import { llmsFile, toLlmsText } from '../../scripts/site/llms.ts';
import { readGroups } from '../../scripts/site/pages.ts';

const groups = await readGroups();
const pages = groups.flatMap((group) => group.pages);

test('every page of docs is in the menu of the site, once, with a title and a summary', async () => {
  const files = (await readdir('docs', { recursive: true })).filter((name) => name.endsWith('.md'));
  const listed = pages.map(({ file }) => file);
  expect(listed.filter((file) => file.startsWith('docs/')).sort()).toEqual(
    files.map((name) => `docs/${name}`).sort(),
  );
  expect(new Set(listed).size).toBe(listed.length);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(pages.filter(({ title, summary }) => title === '' || summary.length < 20)).toEqual([]);
});

test('no link leads nowhere', () => {
  expect(findDeadLinks(pages)).toEqual([]);
});

test('links that lead nowhere are found', () => {
  const [page] = pages;
  if (!page) throw new Error('there are no pages');
  const text = [
    '[gone](docs/gone.md) [`code` too](docs/nothing.md#x) [no heading](docs/api.md#nowhere) ![no picture](docs/none.png)',
    '[fine](docs/api.md#settings) [file](LICENSE) [folder](examples/plain-html) [far](https://example.com)',
    '```',
    '[code](docs/none.md)',
    '```',
  ].join('\n');
  const others = pages.filter(({ file }) => file !== page.file);
  const dead = findDeadLinks([{ ...page, text }, ...others]).filter((line) => line.startsWith(page.file));
  expect(dead.map((line) => line.replace(/ \(.*/, ''))).toEqual(
    ['docs/gone.md', 'docs/nothing.md#x', 'docs/api.md#nowhere', 'docs/none.png'].map(
      (href) => `${page.file}: ${href}`,
    ),
  );
});

test('ids of headings are those of GitHub', () => {
  expect(['`GET` a list', 'What’s new?', 'Links & status', 'a_b-c'].map(slugify)).toEqual([
    'get-a-list',
    'whats-new',
    'links--status',
    'a_b-c',
  ]);
});

test('llms.txt is current: npm run llms writes it', async () => {
  expect(await readFile(llmsFile, 'utf8')).toBe(toLlmsText(groups));
});
