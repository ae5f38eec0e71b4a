import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { findTarget, replaceLinks } from './links.ts';
import { toFullText, toLlmsText } from './llms.ts';
import type { Group, Page } from './pages.ts';

/** What VitePress reads. */
const source = 'scripts/site/.src';
/** What it copies as it is. */
const raw = `${source}/public`;

/**
 * Writes what VitePress builds the site of: the pages with the links of the site, and the files that they
 * lead to.
 */
export async function prepareSite(groups: readonly Group[]): Promise<void> {
  await rm(source, { recursive: true, force: true });
  const pages = groups.flatMap((group) => group.pages);
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const files = new Set(['docs/openapi.json']);
  for (const page of pages) {
    const text = replaceLinks(page.text, (label, href) => {
      const target = findTarget(page, href, byFile);
      switch (target.kind) {
        case 'page':
          return `${label}(/${toUrl(target.page)}${target.hash && `#${target.hash}`})`;
        case 'file':
          files.add(target.file);
          return `${label}(/files/${publicName(target.file)})`;
        case 'folder':
          return label.replace(/^\[(.*)\]$/s, '$1');
        default:
          return `${label}(${href})`;
      }
    });
    await write(`${source}/${page.path}.md`, text);
    await write(`${raw}/${page.path}.md`, page.text);
  }
  for (const file of files) await copy(file, join(raw, 'files', publicName(file)));
  await write(`${raw}/llms.txt`, toLlmsText(groups));
  await write(`${raw}/llms-full.txt`, toFullText(groups));
  const sidebar = groups.map(({ title, pages: items }) => ({
    text: title,
    collapsed: false,
    items: items.map((page) => ({ text: page.title, link: `/${toUrl(page)}` })),
  }));
  await write(`${source}/sidebar.json`, JSON.stringify(sidebar));
}

const toUrl = ({ path }: Page) => path.replace(/(^|\/)index$/, '$1');

/** Browsers show a file without an ending as a page that does not exist. */
const publicName = (file: string) => (posix.extname(file) === '' ? `${file}.txt` : file);

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
}
