import { isLost, type LogoTone } from '../../../platform/color/logo-plate.ts';
import { drawPixels } from './draw-svg.ts';
import type { Picture } from './picture.ts';

/** A picture that fills more of its area than letters and signs do has a ground of its own. */
const ownGround = 0.7;
/** So much of a picture may be lost without harm. */
const mayBeLost = 0.25;
const grounds = { light: '#ffffff', dark: '#0c0c0e' } as const;

/**
 * Whether a picture would vanish on a dark page (`dark`) or on a light one. Null for one that does not, that
 * has a ground of its own, or that cannot be drawn here, as WebP cannot.
 * @throws AppError rate_limited
 */
export async function toneOfPicture({ type, width, height, bytes }: Picture): Promise<LogoTone | null> {
  if (type === 'image/webp') return null;
  const data = `data:${type};base64,${bytes.toString('base64')}`;
  const size = `width="${width}" height="${height}"`;
  const pixels = await drawPixels(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}><image ${size} xlink:href="${data}"/></svg>`,
    Math.max(1, Math.min(height, Math.round(Math.sqrt((mostPixels * height) / width)))),
  );
  return pixels === undefined ? null : toneOf(pixels);
}

/** Enough to see what a logo is made of. */
const mostPixels = 10_000;

/** The tone of pixels: red, green and blue, multiplied with alpha, and alpha, a byte each. */
function toneOf(pixels: Buffer): LogoTone | null {
  const colors = colorsIn(pixels);
  const filled = sumOf([...colors.values()]);
  if (filled === 0 || filled / (pixels.length / 4) > ownGround) return null;
  const lostOn = (tone: LogoTone) =>
    sumOf([...colors].map(([color, share]) => (isLost(color, grounds[tone], tone) ? share : 0))) / filled;
  const [dark, light] = [lostOn('dark'), lostOn('light')];
  if (Math.max(dark, light) <= mayBeLost) return null;
  return dark >= light ? 'dark' : 'light';
}

/** How many pixels have each color, by their opacity. */
function colorsIn(pixels: Buffer): Map<string, number> {
  const colors = new Map<string, number>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const alpha = pixels.readUInt8(at + 3);
    if (alpha === 0) continue;
    const hex = [0, 1, 2].map((part) =>
      Math.min(255, Math.round((pixels.readUInt8(at + part) * 255) / alpha))
        .toString(16)
        .padStart(2, '0'),
    );
    const color = `#${hex.join('')}`;
    colors.set(color, (colors.get(color) ?? 0) + alpha / 255);
  }
  return colors;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
