import { fromOklch, lightOf, toOklch } from './oklch.ts';

/** What WCAG 2 AA asks of text, and of controls and what else one must see. */
export const textContrast = 4.5;
export const controlContrast = 3;

/** How much light a color gives, from 0 (black) to 1 (WCAG 2). */
export function luminanceOf(color: string): number {
  const [red, green, blue] = lightOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, from 1 (none) to 21 (WCAG 2). */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one) + 0.05, luminanceOf(other) + 0.05];
  return a > b ? a / b : b / a;
}

/** White or black, whichever is easier to read on a color. Its contrast is 4.5 at least. */
export function textOn(color: string): '#000000' | '#ffffff' {
  return contrastOf(color, '#000000') >= contrastOf(color, '#ffffff') ? '#000000' : '#ffffff';
}

/** Steps that nobody sees. */
const lightnessStep = 0.01;

/**
 * The color that is nearest to one and has a contrast to all of the grounds: the same, or darker or lighter
 * of the same hue. The grounds must be near each other; black or white where nothing else can be seen.
 */
export function legibleOn(color: string, grounds: readonly string[], contrast: number): string {
  const isLegible = (candidate: string) =>
    grounds.every((ground) => contrastOf(candidate, ground) >= contrast);
  if (isLegible(color)) return color;
  const [ground = '#ffffff'] = grounds;
  const most = textOn(ground);
  const step = most === '#000000' ? -lightnessStep : lightnessStep;
  const { lightness, chroma, hue } = toOklch(color);
  for (let tried = lightness + step; tried > 0 && tried < 1; tried += step) {
    const candidate = fromOklch({ lightness: tried, chroma, hue });
    if (isLegible(candidate)) return candidate;
  }
  return most;
}

/** A color with a share of another one in it, from 0 to 1. */
export function mixed(color: string, other: string, share: number): string {
  const bytes = [1, 3, 5].map((at) => {
    const [one, two] = [color, other].map((each) => Number.parseInt(each.slice(at, at + 2), 16));
    return Math.round((one ?? 0) * (1 - share) + (two ?? 0) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}
