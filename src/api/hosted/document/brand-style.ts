import { type Palette, paletteOf, type Scheme } from '../../../shared/capabilities/branding/palette.ts';
import type { BrandSettings } from '../../../shared/capabilities/branding/settings.ts';
import { logoTone, plateFor } from '../../../shared/platform/color/logo-plate.ts';
import { type Inline, inline } from './inline.ts';

type Look = Pick<BrandSettings, 'logo' | 'color' | 'background' | 'font' | 'theme'>;

const fonts: Readonly<Record<BrandSettings['font'], string>> = {
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  serif: 'ui-serif, "Iowan Old Style", Georgia, Cambria, "Noto Serif", "Times New Roman", serif',
  mono: 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  rounded:
    'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Quicksand, Nunito, "Varela Round", "Segoe UI", system-ui, sans-serif',
};

/** The names of the palette's colors in stylesheets. */
const names = {
  page: '--page',
  pageText: '--page-text',
  pageMuted: '--page-muted',
  surface: '--surface',
  soft: '--soft',
  text: '--text',
  muted: '--muted',
  link: '--link',
  good: '--good',
  bad: '--bad',
  brand: '--brand',
  onBrand: '--on-brand',
  accent: '--accent',
  line: '--line',
  control: '--control',
} satisfies Record<keyof Palette, `--${string}`>;

const known = new Map<string, Inline>();
const mostKnown = 1_000;

/**
 * The stylesheet with a brand's colors and font, as variables. With a scheme it is that of devices in it.
 */
export function brandStyle({ logo, color, background, font, theme }: Look, scheme?: Scheme): Inline {
  const key = [logoTone(logo), color, background, font, theme, scheme].join();
  const style = known.get(key) ?? inline(composed({ logo, color, background, font, theme }, scheme));
  if (known.size >= mostKnown) known.clear();
  known.set(key, style);
  return style;
}

function composed(look: Look, scheme?: Scheme): string {
  const font = `--font: ${fonts[look.font]};`;
  const only = look.theme === 'auto' ? scheme : look.theme;
  if (only !== undefined) return `:root { color-scheme: ${only}; ${font} ${variables(look, only)} }`;
  return [
    `:root { color-scheme: light dark; ${font} ${variables(look, 'light')} }`,
    `@media (prefers-color-scheme: dark) { :root { ${variables(look, 'dark')} } }`,
  ].join('\n');
}

function variables(look: Look, scheme: Scheme): string {
  const palette = paletteOf(look, scheme);
  const colors = Object.entries(names).map(([color, name]) => `${name}: ${palette[color as keyof Palette]};`);
  const plate = plateFor(look.logo, palette.page);
  return [...colors, `--plate: ${plate ?? 'transparent'};`].join(' ');
}
