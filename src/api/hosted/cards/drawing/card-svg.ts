import { mixed } from '../../../../shared/platform/color/legible.ts';
import type { FontWeight } from '../fonts/families.ts';
import type { FacesFor, Glyph } from '../fonts/open-faces.ts';
import type { CardColors, CardContent, CardLogo, CardText } from './card-content.ts';
import { drawableText } from './readable-text.ts';
import { type Line, type TextBlock, type TextStyle, typeset } from './typeset.ts';

/** What networks show beside links, in pixels. */
const cardSize = { width: 1200, height: 630 } as const;

const margin = 80;
const innerWidth = cardSize.width - 2 * margin;
const mark = { top: 72, size: 72, widest: 440 } as const;
const footer = { height: 72, middle: cardSize.height - 72 - 36 } as const;
/** Between the mark and the footer. */
const middle = { top: mark.top + mark.size + 32, bottom: footer.middle - footer.height / 2 - 40 } as const;

const headlineStyle = {
  tracking: -0.022,
  sizes: [100, 92, 84, 76, 68, 60, 54, 48],
  leading: 1.08,
  width: innerWidth,
  mostLines: 3,
} as const;
const textStyle = {
  tracking: -0.004,
  sizes: [32, 28],
  leading: 1.4,
  width: 860,
  height: Number.POSITIVE_INFINITY,
  mostLines: 2,
} as const;
const gap = 22;
const oneLine = { leading: 1, height: Number.POSITIVE_INFINITY, mostLines: 1 } as const;
const actionStyle = { ...oneLine, tracking: -0.008, sizes: [28, 24], width: 560 } as const;
const initialStyle = { ...oneLine, tracking: 0, sizes: [40], width: mark.size } as const;
/** From the baseline to the middle of capital letters, in ems. */
const halfCapital = 0.36;

/** The card as an SVG of shapes: its texts are outlines, so what draws it needs no fonts. */
export async function toSvg(content: CardContent, facesFor: FacesFor): Promise<string> {
  const { colors, language, logo } = content;
  /** Sets the first text that the fonts can draw. */
  async function set(candidates: readonly CardText[], weight: FontWeight, style: TextStyle) {
    for (const { text, names } of candidates) {
      const faces = await facesFor(text, weight);
      const drawable = drawableText(text, faces);
      if (drawable !== null && names.every((name) => drawableText(name, faces) !== null))
        return typeset(drawable, faces, style, language);
    }
    return undefined;
  }
  const letter = logo ? undefined : await set([content.initial], 700, initialStyle);
  const text = await set(content.texts, 500, textStyle);
  const textHeight = text ? heightOf(text, textStyle) + gap : 0;
  const hasMark = logo !== null || letter !== undefined;
  const middleTop = hasMark ? middle.top : mark.top;
  const space = middle.bottom - middleTop - textHeight;
  const headline = await set(content.headlines, 700, { ...headlineStyle, height: space });
  const headlineHeight = headline ? heightOf(headline, headlineStyle) : 0;
  const action = await set([content.action], 700, actionStyle);

  const top = middleTop + (space - headlineHeight) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${cardSize.width}" height="${cardSize.height}">`,
    `<rect width="${cardSize.width}" height="${cardSize.height}" fill="${colors.ground}"/>`,
    logo ? drawLogo(logo, colors) : letter ? drawInitial(letter, colors) : '',
    headline ? drawBlock(headline, headlineStyle, top, colors.text) : '',
    text ? drawBlock(text, textStyle, top + headlineHeight + gap, colors.muted) : '',
    ...(action ? [drawAction(action, colors), drawQueue(content, widthOfAction(action))] : []),
    '</svg>',
  ].join('');
}

const heightOf = ({ lines, size }: TextBlock, { leading }: Pick<TextStyle, 'leading'>) =>
  lines.length * size * leading;

/** A block of text at the left margin. */
function drawBlock(
  { lines, size }: TextBlock,
  { leading }: Pick<TextStyle, 'leading'>,
  top: number,
  color: string,
): string {
  const drawn = lines.map((line, nth) =>
    drawLine(line, size, margin, top + (nth + 0.5) * size * leading + size * halfCapital),
  );
  return `<g fill="${color}">${drawn.join('')}</g>`;
}

const rounded = (length: number) => Math.round(length * 100) / 100;

function drawLine({ glyphs }: Line, size: number, x: number, baseline: number): string {
  return glyphs.map((glyph) => drawGlyph(glyph, size, x, baseline)).join('');
}

function drawGlyph(
  { outline, x, y, emsPerUnit }: Glyph,
  size: number,
  left: number,
  baseline: number,
): string {
  if (outline === '') return '';
  const scale = Math.round(size * emsPerUnit * 1e6) / 1e6;
  const at = `${rounded(left + x * size)} ${rounded(baseline - y * size)}`;
  return `<path transform="matrix(${scale} 0 0 ${-scale} ${at})" d="${outline}"/>`;
}

const platePadding = 16;

function drawLogo({ type, width, height, data }: CardLogo, { plate }: CardColors): string {
  const place = `x="${margin}" y="${mark.top}" width="${mark.widest}" height="${mark.size}"`;
  const scale = Math.min(mark.widest / width, mark.size / height);
  const top = mark.top + (mark.size - height * scale) / 2 - platePadding;
  const size = `width="${width * scale + 2 * platePadding}" height="${height * scale + 2 * platePadding}"`;
  const ground =
    plate === null ? '' : `<rect x="${margin - platePadding}" y="${top}" ${size} rx="16" fill="${plate}"/>`;
  return `${ground}<image ${place} preserveAspectRatio="xMinYMid meet" xlink:href="data:${type};base64,${data.toString('base64')}"/>`;
}

/** Where there is no logo: the first letter of the name, in the color of the brand. */
function drawInitial({ lines: [line], size }: TextBlock, { button, onButton }: CardColors): string {
  if (!line) return '';
  const [x, baseline] = [margin + (mark.size - line.width * size) / 2, mark.top + mark.size / 2];
  return [
    `<rect x="${margin}" y="${mark.top}" width="${mark.size}" height="${mark.size}" rx="20" fill="${button}"/>`,
    `<g fill="${onButton}">${drawLine(line, size, x, baseline + size * halfCapital)}</g>`,
  ].join('');
}

const actionPadding = 36;
const widthOfAction = ({ lines: [line], size }: TextBlock) => (line?.width ?? 0) * size + 2 * actionPadding;

/** What looks like the button of the page. */
function drawAction(action: TextBlock, { button, onButton }: CardColors): string {
  const { lines, size } = action;
  const [line = { glyphs: [], width: 0 }] = lines;
  const { height, middle: center } = footer;
  return [
    `<rect x="${margin}" y="${center - height / 2}" width="${rounded(widthOfAction(action))}" height="${height}" rx="${height / 2}" fill="${button}"/>`,
    `<g fill="${onButton}">${drawLine(line, size, margin + actionPadding, center + size * halfCapital)}</g>`,
  ].join('');
}

const person = { radius: 22, step: 60 } as const;

/** The list as a line of people behind the button, with a free place at its end for whoever sees the card. */
function drawQueue({ people, colors }: CardContent, afterWidth: number): string {
  const start = margin + afterWidth + 28 + person.radius;
  const places = Math.ceil((cardSize.width - start + person.radius) / person.step);
  const shapes = [
    `<circle cx="${rounded(start)}" cy="${footer.middle}" r="${person.radius - 1.5}" fill="none" stroke="${colors.accent}" stroke-width="3" stroke-dasharray="6 5.35"/>`,
  ];
  for (let place = 1; place < places && place <= people; place += 1) {
    const fill = mixed(colors.ground, colors.accent, 0.16 + 0.84 * (place / (places - 1)) ** 1.4);
    shapes.push(
      `<circle cx="${rounded(start + place * person.step)}" cy="${footer.middle}" r="${person.radius}" fill="${fill}"/>`,
    );
  }
  return shapes.join('');
}
