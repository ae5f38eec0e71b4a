import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import type { Page } from './pages.ts';

/** Where a link leads. */
export type Target =
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'page'; readonly page: Page; readonly hash: string }
  /** A file of the repository that is no page. */
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'dead'; readonly why: string };

const link = /(!?\[(?:[^[\]]|\[[^\]]*\])*\])\(([^()\s]+)\)/g;

/**
 * Replaces every link outside of blocks of code. `replace` gets its text in brackets, and what it leads to.
 */
export function replaceLinks(text: string, replace: (label: string, href: string) => string): string {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(link, (_, label: string, href: string) => replace(label, href)),
    )
    .join('');
}

/** Finds what a link of a page leads to. */
export function findTarget(from: Page, href: string, pages: ReadonlyMap<string, Page>): Target {
  if (/^[a-z]+:/i.test(href)) return { kind: 'elsewhere' };
  const [path = '', hash = ''] = href.split('#');
  const file = path === '' ? from.file : posix.join(posix.dirname(from.file), decodeURI(path));
  const page = pages.get(file) ?? pages.get(posix.join(file, 'README.md'));
  if (page) {
    const known = hash === '' || anchorsOf(page.text).has(decodeURI(hash));
    return known
      ? { kind: 'page', page, hash }
      : { kind: 'dead', why: `${page.file} has no heading for #${hash}` };
  }
  if (file.startsWith('..') || !existsSync(file)) return { kind: 'dead', why: `${file} does not exist` };
  return statSync(file).isDirectory() ? { kind: 'folder' } : { kind: 'file', file };
}

/** The id of a heading, as GitHub makes it. */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const outside = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
  return new Set(
    [...outside.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
      const slug = slugify(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
      const before = seen.get(slug) ?? 0;
      seen.set(slug, before + 1);
      return before === 0 ? slug : `${slug}-${before}`;
    }),
  );
}

/** The links that lead nowhere, one line for each. */
export function findDeadLinks(pages: readonly Page[]): string[] {
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const dead: string[] = [];
  for (const page of pages)
    replaceLinks(page.text, (label, href) => {
      const target = findTarget(page, href, byFile);
      if (target.kind === 'dead') dead.push(`${page.file}: ${href} (${target.why})`);
      return `${label}(${href})`;
    });
  return dead;
}
