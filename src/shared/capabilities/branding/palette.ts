import {
  controlContrast,
  legibleOn,
  luminanceOf,
  mixed,
  textContrast,
  textOn,
} from '../../platform/color/legible.ts';
import { fromOklch, toOklch } from '../../platform/color/oklch.ts';
import type { BrandSettings } from './settings.ts';

/** Whether a page is light or dark. */
export type Scheme = 'light' | 'dark';

/** The colors of a page. Texts can be read on their grounds (WCAG 2 AA), whatever the brand is. */
export interface Palette {
  /** Behind everything. */
  readonly page: string;
  /** Text on it, and text that matters less. */
  readonly pageText: string;
  readonly pageMuted: string;
  /** The card, and what stands out in it. */
  readonly surface: string;
  readonly soft: string;
  /** On both: text, text that matters less, and links. */
  readonly text: string;
  readonly muted: string;
  readonly link: string;
  /** On both: what went well, and what did not. */
  readonly good: string;
  readonly bad: string;
  /** The ground of buttons, which stands out from the card, and the text on it. */
  readonly brand: string;
  readonly onBrand: string;
  /** The brand's color as lines, bars and edges of buttons: it can be seen on the card. */
  readonly accent: string;
  /** A line that only decorates, and the edge of inputs. */
  readonly line: string;
  readonly control: string;
}

const neutral = {
  light: { page: '#f6f6f7', surface: '#ffffff', text: '#18181b', brand: '#18181b' },
  dark: { page: '#0c0c0e', surface: '#161619', text: '#f4f4f5', brand: '#f4f4f5' },
} as const;
const good = { light: '#15803d', dark: '#4ade80' } as const;
const bad = { light: '#b91c1c', dark: '#f87171' } as const;

/** A button that is as dark as its card, or as light, is not seen as one. Its edge has what WCAG asks. */
const groundContrast = 1.5;

/** The colors of a brand's pages in a scheme. */
export function paletteOf(
  { color, background, theme }: Pick<BrandSettings, 'color' | 'background' | 'theme'>,
  scheme: Scheme,
): Palette {
  const page = background === null ? neutral[scheme].page : pageOf(background, scheme, theme !== 'auto');
  const surface = background === null ? neutral[scheme].surface : surfaceOf(page, scheme);
  const chosen = color ?? neutral[scheme].brand;
  const brand = legibleOn(chosen, [surface], groundContrast);
  const soft = mixed(surface, chosen, 0.06);
  const grounds = [surface, soft];
  const text = legibleOn(neutral[scheme].text, grounds, textContrast);
  const pageText = legibleOn(
    textOn(page) === '#000000' ? neutral.light.text : neutral.dark.text,
    [page],
    textContrast,
  );
  return {
    page,
    pageText,
    pageMuted: legibleOn(mixed(pageText, page, 0.35), [page], textContrast),
    surface,
    soft,
    text,
    muted: legibleOn(mixed(text, surface, 0.35), grounds, textContrast),
    link: linkOf(chosen, grounds, text),
    good: legibleOn(good[scheme], grounds, textContrast),
    bad: legibleOn(bad[scheme], grounds, textContrast),
    brand,
    onBrand: textOn(brand),
    accent: legibleOn(
      chosen,
      [...grounds, ...(textOn(page) === textOn(surface) ? [page] : [])],
      controlContrast,
    ),
    line: mixed(surface, text, 0.12),
    control: legibleOn(mixed(surface, text, 0.4), grounds, controlContrast),
  };
}

/** Far less than people see as a color. */
const grayChroma = 0.02;

/** The color of links. A gray that cannot be read becomes that of the text, or it would look faint. */
function linkOf(chosen: string, grounds: readonly string[], text: string): string {
  const link = legibleOn(chosen, grounds, textContrast);
  return link !== chosen && toOklch(chosen).chroma < grayChroma ? text : link;
}

/**
 * The ground of the page: the background itself in a theme that the owner has chosen, and in the scheme that
 * it belongs to; its light or dark counterpart in the other.
 */
function pageOf(background: string, scheme: Scheme, isChosen: boolean): string {
  const isLight = textOn(background) === '#000000';
  if (isChosen || isLight === (scheme === 'light')) return background;
  const { chroma, hue } = toOklch(background);
  return scheme === 'light'
    ? fromOklch({ lightness: 0.97, chroma: Math.min(chroma, 0.02), hue })
    : fromOklch({ lightness: 0.17, chroma: Math.min(chroma, 0.03), hue });
}

/** The ground of the card: white, or dark and a little lighter than a page that is dark itself. */
function surfaceOf(page: string, scheme: Scheme): string {
  if (scheme === 'light') return neutral.light.surface;
  const { lightness, chroma, hue } = toOklch(page);
  const isDark = luminanceOf(page) < 0.03;
  return fromOklch({
    lightness: isDark ? lightness + 0.04 : 0.22,
    chroma: Math.min(chroma, 0.03),
    hue,
  });
}
