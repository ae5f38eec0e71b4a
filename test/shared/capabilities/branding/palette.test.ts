import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Palette, paletteOf } from '../../../../src/shared/capabilities/branding/palette.ts';
import { brandThemes } from '../../../../src/shared/capabilities/branding/settings.ts';
import { contrastOf, textOn } from '../../../../src/shared/platform/color/legible.ts';
import { fromOklch, toOklch } from '../../../../src/shared/platform/color/oklch.ts';

/** Mostly any color; some near gray, black and white, where legibility tips. */
const color = fc.oneof(
  fc.integer({ min: 0, max: 0xff_ff_ff }).map(toHex),
  fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 2 })).map(([gray, more]) => {
    const other = Math.min(gray + more, 255);
    return toHex((gray << 16) | (other << 8) | gray);
  }),
);

function toHex(number: number): string {
  return `#${number.toString(16).padStart(6, '0')}`;
}

/** Which color must be seen on which, and how well (WCAG 2 AA). */
const pairs: readonly (readonly [keyof Palette, readonly (keyof Palette)[], number])[] = [
  ['pageText', ['page'], 4.5],
  ['pageMuted', ['page'], 4.5],
  ['text', ['surface', 'soft'], 4.5],
  ['muted', ['surface', 'soft'], 4.5],
  ['link', ['surface', 'soft'], 4.5],
  ['good', ['surface', 'soft'], 4.5],
  ['bad', ['surface', 'soft'], 4.5],
  ['onBrand', ['brand'], 4.5],
  ['brand', ['surface'], 1.5],
  ['accent', ['surface', 'soft'], 3],
  ['control', ['surface', 'soft'], 3],
];

describe('the colors of a brand', () => {
  test('are legible in both schemes, whatever they are (WCAG 2 AA)', () => {
    fc.assert(
      fc.property(
        fc.option(color),
        fc.option(color),
        fc.constantFrom(...brandThemes),
        fc.constantFrom('light' as const, 'dark' as const),
        (brand, background, theme, scheme) => {
          const palette = paletteOf({ color: brand, background, theme }, scheme);
          for (const [shown, grounds, least] of pairs)
            for (const ground of grounds) {
              const contrast = contrastOf(palette[shown], palette[ground]);
              if (contrast < least)
                throw new Error(`${shown} ${palette[shown]} on ${ground} ${palette[ground]}: ${contrast}`);
            }
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test('are kept where they are chosen: the color on buttons, the background in a chosen theme', () => {
    fc.assert(
      fc.property(
        color,
        color,
        fc.constantFrom('light' as const, 'dark' as const),
        (brand, background, theme) => {
          const palette = paletteOf({ color: brand, background, theme }, theme);
          const stands = contrastOf(brand, palette.surface) >= 1.5;
          expect(palette).toMatchObject({ page: background, ...(stands && { brand }) });
          const auto = { color: brand, background, theme: 'auto' } as const;
          const pages = [paletteOf(auto, 'light').page, paletteOf(auto, 'dark').page];
          expect(pages).toContain(background);
          expect(pages.map(textOn)).toEqual(['#000000', '#ffffff']);
        },
      ),
    );
  });

  test('let a button of nearly black stand out in the dark, and one of nearly white in the light', () => {
    const buttonOf = (color: string, scheme: 'light' | 'dark') =>
      paletteOf({ color, background: null, theme: 'auto' }, scheme);
    expect(buttonOf('#0a0a0b', 'light').brand).toBe('#0a0a0b');
    expect(buttonOf('#0a0a0b', 'dark')).toMatchObject({
      brand: '#39393a',
      onBrand: '#ffffff',
      link: '#f4f4f5',
    });
    expect(buttonOf('#fafafa', 'dark').brand).toBe('#fafafa');
    expect(buttonOf('#fafafa', 'light')).toMatchObject({
      brand: '#d2d2d2',
      onBrand: '#000000',
      link: '#18181b',
    });
  });

  test('the links of an easily read color have that color', () => {
    expect(paletteOf({ color: '#4338ca', background: null, theme: 'auto' }, 'light').link).toBe('#4338ca');
    expect(paletteOf({ color: '#fde047', background: null, theme: 'auto' }, 'dark').link).toBe('#fde047');
  });

  test('survive the way to lightness, chroma and hue and back', () => {
    fc.assert(fc.property(color, (each) => fromOklch(toOklch(each)) === each));
  });
});
