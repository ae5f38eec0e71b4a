import type { Face, Glyph } from '../fonts/open-faces.ts';
import { graphemesOf, hardSpace, joiner } from './readable-text.ts';

/** Glyphs that stand together, with x in ems from their left edge. */
interface Chunk {
  readonly text: string;
  readonly glyphs: readonly Glyph[];
  readonly width: number;
  /** Whether a space stands before it, unless a line begins with it. */
  readonly isSpaced: boolean;
}

/** A line of text, with its glyphs and its width in ems. */
export interface Line {
  readonly glyphs: readonly Glyph[];
  readonly width: number;
}

/** A text that has been set: lengths in pixels are those of its lines times the size. */
export interface TextBlock {
  readonly size: number;
  readonly lines: readonly Line[];
}

export interface TextStyle {
  /** Ems between characters, besides their width. */
  readonly tracking: number;
  /** In pixels, the largest first. */
  readonly sizes: readonly number[];
  /** From line to line, in ems. */
  readonly leading: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly mostLines: number;
}

/**
 * Sets a text in the largest size in which it fits, in lines of similar widths. One that does not fit in the
 * smallest is cut, with an ellipsis.
 */
export function typeset(text: string, faces: readonly Face[], style: TextStyle, locale: string): TextBlock {
  const chunks = chunksOf(text, locale).map((chunk) => shapeChunk(chunk, faces, style.tracking));
  const space = shapeText(' ', faces, style.tracking).width;
  const ofSize = (size: number) => {
    const width = style.width / size;
    const lines = wrap(chunks, space, width);
    const height = lines.length * size * style.leading;
    const fits = lines.length <= style.mostLines && height <= style.height;
    return fits && lines.every((line) => widthOf(line, space) <= width)
      ? { size, lines: lines.length, width }
      : undefined;
  };
  for (const size of style.sizes) {
    const fit = ofSize(size);
    if (fit) return { size, lines: balance(chunks, space, fit).map((line) => toLine(line, space)) };
  }
  const size = style.sizes.at(-1) ?? 0;
  const shape = (rest: ChunkText) => shapeChunk(rest, faces, style.tracking);
  const mostLines = Math.max(1, Math.min(style.mostLines, Math.floor(style.height / (size * style.leading))));
  const cut = cutTo(chunks, mostLines, style.width / size, shape, space);
  return { size, lines: cut.map((line) => toLine(line, space)) };
}

interface ChunkText {
  readonly text: string;
  readonly isSpaced: boolean;
}

/**
 * The parts of a text that a line does not break. Where words have no spaces between them, as in Japanese, a
 * word stays with the particles behind it and with its punctuation.
 */
function chunksOf(text: string, locale: string): ChunkText[] {
  const words = new Intl.Segmenter(locale, { granularity: 'word' });
  const chunks: { text: string; isSpaced: boolean }[] = [];
  let isSpaced = false;
  for (const { segment, isWordLike } of words.segment(text)) {
    if (/^ +$/.test(segment)) {
      isSpaced = true;
      continue;
    }
    const last = chunks.at(-1);
    const isBreak = isSpaced || (isWordLike && breaksBetween(last?.text ?? '', segment));
    if (last && !isBreak) last.text += segment;
    else chunks.push({ text: segment, isSpaced });
    isSpaced = false;
  }
  return chunks.map((chunk) => ({
    ...chunk,
    text: chunk.text.replaceAll(joiner, '').replaceAll(hardSpace, ' '),
  }));
}

const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
/** Words in hiragana are mostly particles and endings. */
const particle = /^[\p{sc=Hiragana}ー]+$/u;
/** What no line begins behind: opening brackets, and what keeps words together. */
const opening = /[\p{Ps}\p{Pi}\u00a0\u2060]$/u;

/** Whether a line may break between two words without a space between them. */
function breaksBetween(before: string, after: string): boolean {
  if (before === '' || opening.test(before)) return false;
  return (unspaced.test(before) || unspaced.test(after)) && !particle.test(after);
}

function shapeChunk({ text, isSpaced }: ChunkText, faces: readonly Face[], tracking: number): Chunk {
  return { text, isSpaced, ...shapeText(text, faces, tracking) };
}

/** Shapes a text in the first face that has all of it, or else each character in the first that has it. */
function shapeText(text: string, faces: readonly Face[], tracking: number): Line {
  const glyphs: Glyph[] = [];
  let width = 0;
  for (const [part, face] of partsByFace(text, faces)) {
    const shaped = face.shape(part);
    for (const [nth, glyph] of shaped.glyphs.entries())
      glyphs.push({ ...glyph, x: glyph.x + width + nth * tracking });
    width += shaped.width + shaped.glyphs.length * tracking;
  }
  return { glyphs, width };
}

function partsByFace(text: string, faces: readonly Face[]): [string, Face][] {
  const faceOf = (part: string) => faces.find((face) => [...part].every((character) => face.has(character)));
  const whole = faceOf(text);
  if (whole) return [[text, whole]];
  const parts: [string, Face][] = [];
  for (const grapheme of graphemesOf(text)) {
    const face = faceOf(grapheme) ?? faces[0];
    const last = parts.at(-1);
    if (last && last[1] === face) last[0] += grapheme;
    else if (face) parts.push([grapheme, face]);
  }
  return parts;
}

/** Fills one line after the other. A chunk that is too wide has a line of its own. */
function wrap(chunks: readonly Chunk[], space: number, width: number): Chunk[][] {
  const lines: Chunk[][] = [];
  let filled = 0;
  for (const chunk of chunks) {
    const added = (chunk.isSpaced ? space : 0) + chunk.width;
    const line = lines.at(-1);
    if (line && filled + added <= width) {
      line.push(chunk);
      filled += added;
    } else {
      lines.push([chunk]);
      filled = chunk.width;
    }
  }
  return lines;
}

/** The narrowest lines that are as many. */
function balance(
  chunks: readonly Chunk[],
  space: number,
  { lines, width }: { readonly lines: number; readonly width: number },
): Chunk[][] {
  let [narrow, wide] = [width / lines / 2, width];
  for (let step = 0; step < 8; step += 1) {
    const middle = (narrow + wide) / 2;
    const wrapped = wrap(chunks, space, middle);
    const fits = wrapped.length <= lines && wrapped.every((line) => widthOf(line, space) <= middle);
    if (fits) wide = middle;
    else narrow = middle;
  }
  return wrap(chunks, space, wide);
}

/** The first lines of a text that is too long. Chunks that are wider than a line break anywhere. */
function cutTo(
  chunks: readonly Chunk[],
  mostLines: number,
  width: number,
  shape: (text: ChunkText) => Chunk,
  space: number,
): Chunk[][] {
  const narrow = chunks.flatMap((chunk) =>
    chunk.width <= width
      ? [chunk]
      : graphemesOf(chunk.text).map((text, nth) => shape({ text, isSpaced: nth === 0 && chunk.isSpaced })),
  );
  const lines = wrap(narrow, space, width);
  const last = lines[mostLines - 1];
  if (!last || lines.length === mostLines) return lines;
  const ellipsis = shape({ text: '…', isSpaced: false });
  while (last.length > 1 && widthOf([...last, ellipsis], space) > width) last.pop();
  return [...lines.slice(0, mostLines - 1), [...last, ellipsis]];
}

function widthOf(line: readonly Chunk[], space: number): number {
  return line.reduce((sum, { width, isSpaced }, nth) => sum + width + (isSpaced && nth > 0 ? space : 0), 0);
}

/** The left half of these is empty: they hang over the edge, so that lines begin below each other. */
const hanging = /^[「『（【〈《]/u;

function toLine(chunks: readonly Chunk[], space: number): Line {
  const glyphs: Glyph[] = [];
  let width = hanging.test(chunks[0]?.text ?? '') ? -0.5 : 0;
  for (const [nth, chunk] of chunks.entries()) {
    if (chunk.isSpaced && nth > 0) width += space;
    for (const glyph of chunk.glyphs) glyphs.push({ ...glyph, x: glyph.x + width });
    width += chunk.width;
  }
  return { glyphs, width };
}
