import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The districts of `src/shared`. A file may import from its own and from those before it. */
const districts = ['platform', 'account', 'list', 'events', 'mail', 'capabilities', 'owner'] as const;

const root = 'src/shared';

/** One import of a file from another. Paths begin below `src/shared`. */
interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** All imports within `src/shared`. */
export function readArrows(): Arrow[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return files.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8');
    return [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].flatMap(([, path = '']) => {
      const to = relative(root, resolve(root, dirname(from), path));
      return to.startsWith('..') ? [] : [{ from, to }];
    });
  });
}

const placeOf = (file: string) => districts.findIndex((district) => file.startsWith(`${district}/`));
/** A folder of a district, or a file that lies beside them. */
const roomOf = (file: string) => file.split('/').slice(0, 2).join('/');

/** Imports from a district behind, and from the files that put all of them together. */
function findWrongWays(arrows: readonly Arrow[]): string[] {
  return arrows
    .filter(({ from, to }) => placeOf(from) >= 0 && (placeOf(to) > placeOf(from) || placeOf(to) < 0))
    .map(({ from, to }) => `${root}/${from}: must not import ${to}, which lies behind it`);
}

/** Imports of a capability that pass by the `index.ts` of another one. */
function findTrespassers(arrows: readonly Arrow[]): string[] {
  const isOfCapability = (file: string) => /^capabilities\/[^/]+\//.test(file);
  return arrows
    .filter(({ from, to }) => isOfCapability(from) && isOfCapability(to) && roomOf(from) !== roomOf(to))
    .filter(({ to }) => !/^capabilities\/[^/]+\/index\.ts$/.test(to))
    .map(({ from, to }) => `${root}/${from}: must not import ${to}, but what ${roomOf(to)}/index.ts exports`);
}

/** A way from a room back to itself, if there is one. */
function findCircle(arrows: readonly Arrow[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows)
    if (roomOf(from) !== roomOf(to))
      next.set(roomOf(from), (next.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
  const done = new Set<string>();
  const way: string[] = [];
  function visit(room: string): string[] | undefined {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
    if (done.has(room)) return undefined;
    way.push(room);
    for (const other of next.get(room) ?? []) {
      const circle = visit(other);
      if (circle) return circle;
    }
    way.pop();
    done.add(room);
    return undefined;
  }
  for (const room of next.keys()) {
    const circle = visit(room);
    if (circle) return [`${root}: rooms that import each other: ${circle.join(' → ')}`];
  }
  return [];
}

/** What is against the order of districts and rooms (docs/architecture.md). */
export const findDistrictProblems = (arrows: readonly Arrow[]): string[] => [
  ...findWrongWays(arrows),
  ...findTrespassers(arrows),
  ...findCircle(arrows),
];

/**
 * Which districts each one imports from, as a table in Markdown. It has no counts: they would change with
 * every import.
 */
export function toMatrix(arrows: readonly Arrow[]): string {
  const imports = (from: number, to: number) =>
    arrows.some((arrow) => placeOf(arrow.from) === from && placeOf(arrow.to) === to);
  const rows = districts.map((district, from) => {
    const marks = districts.map((_, to) => (to !== from && imports(from, to) ? '•' : ''));
    return `| ${[`\`${district}/\``, ...marks].join(' | ')} |`;
  });
  return [
    `| ↓ imports from → | ${districts.map((district) => `\`${district}/\``).join(' | ')} |`,
    `| --- |${' :---: |'.repeat(districts.length)}`,
    ...rows,
  ].join('\n');
}
