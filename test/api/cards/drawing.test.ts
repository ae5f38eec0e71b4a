import { createHash } from 'node:crypto';
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardColors } from '../../../src/api/hosted/cards/card-colors.ts';
import { type CardFacts, cardTexts, firstNameOf } from '../../../src/api/hosted/cards/card-texts.ts';
import type { CardContent } from '../../../src/api/hosted/cards/drawing/card-content.ts';
import { toSvg } from '../../../src/api/hosted/cards/drawing/card-svg.ts';
import { drawCard } from '../../../src/api/hosted/cards/drawing/draw-card.ts';
import { facesOf } from '../../../src/api/hosted/cards/fonts/open-faces.ts';
import { contrastOf } from '../../../src/shared/platform/color/legible.ts';
import { type Locale, locales } from '../../../src/shared/platform/language/locales.ts';
import { pixelsOf } from '../../support/cards/pixels.ts';

const brand = { color: '#4338ca', background: null, theme: 'auto' } as const;
const noTexts = { headline: null, text: null };

function contentOf(
  name: string,
  facts: Partial<Omit<CardFacts, 'name'>> = {},
  { language = 'en' as Locale, ...more }: Partial<CardContent> & { language?: Locale } = {},
): CardContent {
  const total = facts.total === undefined ? 2_021 : facts.total;
  return {
    language,
    ...cardTexts({ inviter: null, brand: noTexts, ...facts, name, total }, language),
    people: total ?? 50,
    font: 'system',
    colors: cardColors(brand),
    logo: null,
    ...more,
  };
}

const svgOf = (content: CardContent) => toSvg(content, facesOf(content.font));
/** Names a picture, so that a difference is short to read. */
const looksOf = async (content: CardContent) =>
  createHash('sha256')
    .update(await svgOf(content))
    .digest('hex')
    .slice(0, 12);
/** Where the headline and the text below it are. */
const texts = { left: 80, top: 180, right: 1_120, bottom: 480 };

describe('a card', () => {
  test('is a PNG of 1200 × 630 in the colors of the brand', async () => {
    const content = contentOf('Orbit');
    const png = await drawCard(content);
    const pixels = pixelsOf(png);
    expect([pixels.width, pixels.height]).toEqual([1_200, 630]);
    expect(png.length).toBeLessThan(100_000);
    expect(pixels.at(2, 2)).toBe(content.colors.ground);
    const colors = pixels.colors();
    expect(colors.get(content.colors.button)).toBeGreaterThan(20_000); // initial and button
    expect(pixels.colors(texts).get(content.colors.text)).toBeGreaterThan(10_000);
    expect(await drawCard(content)).toEqual(png);
  });

  test('shows the name, the number and who invites', async () => {
    const cards = [
      contentOf('Orbit'),
      contentOf('Comet'),
      contentOf('Orbit', { total: 2_022 }),
      contentOf('Orbit', { total: 3 }),
      contentOf('Orbit', { total: null }),
      contentOf('Orbit', { inviter: 'Ada' }),
      contentOf('Orbit', { inviter: 'Bob' }),
      contentOf('Orbit', { brand: { headline: 'Notes that write themselves', text: null } }),
      contentOf('Orbit', {}, { font: 'serif' }),
    ];
    const drawn = await Promise.all(cards.map(looksOf));
    expect(new Set(drawn).size).toBe(cards.length);
  });

  test('shows no number that says how few have come', async () => {
    const [none, nine, ten] = [0, 9, 10].map((total) => contentOf('Orbit', { total }).headlines[0]?.text);
    expect([none, nine]).toEqual(Array(2).fill('Be among the first to join Orbit'));
    expect(ten).toBe('Join 10\u00a0others for Orbit');
  });

  test('shows a logo instead of the initial', async () => {
    const red =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>';
    const logo = { type: 'image/png', width: 9, height: 9, data: new Resvg(red).render().asPng() } as const;
    const pixels = pixelsOf(await drawCard(contentOf('Orbit', {}, { logo })));
    const place = { left: 84, top: 76, right: 148, bottom: 140 };
    expect(pixels.colors(place)).toEqual(new Map([['#ff0000', 64 * 64]]));
  });

  test.each(locales)('has every text in %s', async (language) => {
    const name = language === 'ja' ? 'みらい工房' : 'Żółć';
    const inviter = language === 'ja' ? '山田' : 'Łukasz';
    const plain = await looksOf(contentOf('شركة', {}, { language }));
    const drawn = await Promise.all(
      [{}, { total: 0 }, { total: null }, { inviter }].map((facts) =>
        looksOf(contentOf(name, facts, { language })),
      ),
    );
    expect(new Set([plain, ...drawn]).size).toBe(5);
  });

  test('leaves out what its fonts cannot draw', async () => {
    const orbit = contentOf('Orbit');
    const nameless = { ...orbit, headlines: orbit.headlines.slice(1), initial: contentOf('').initial };
    for (const name of ['شركة المدار', '轨道计划', 'Orbit شركة', '🚀', ''])
      expect([name, await looksOf({ ...contentOf(name), initial: nameless.initial })]).toEqual([
        name,
        await looksOf(nameless),
      ]);
    for (const name of ['Orbit 🚀', '🏳️‍🌈Orbit', ' Orbit\u202e\u0000', 'Or\u200bbit', 'Orbit\u2060'])
      expect([name, await looksOf(contentOf(name))]).toEqual([name, await looksOf(orbit)]);
    const ofAda = contentOf('Orbit', { inviter: 'Ada' });
    expect(await looksOf(contentOf('Orbit', { inviter: 'عائشة' }))).toBe(
      await looksOf({ ...ofAda, headlines: orbit.headlines }),
    );
  });

  const hostile = [
    '<script>alert(1)</script>&amp;"\'',
    ']]></svg><image href="file:///etc/passwd"/>',
    'W'.repeat(10_000),
    'a '.repeat(5_000),
    `Z${'\u0300\u0315\u0321'.repeat(3_000)}algo`,
    '\u202eOrbit\u202c\u0000\u001b[31m',
    '‘’“”«»—–…·•',
    '\ud800 lone \udfff',
    '1️⃣2️⃣3️⃣',
    'ﬃ ﷽ ㍿ ½',
    '「「「「」」」」'.repeat(30),
    '東京特許許可局長今日急遽休暇許可拒否'.repeat(10),
  ];
  test.each(hostile)('is safe with the name %#', async (name) => {
    for (const facts of [{}, { inviter: firstNameOf(name) }, { brand: { headline: name, text: name } }])
      expectTidy(pixelsOf(await drawCard(contentOf(name, facts))));
  });

  test('is safe with any name', async () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc
        .array(fc.constantFrom('W', ' ', 'ー', '、', '「', 'の', '東', 'ż', '-', '\u0301', '\u00a0', '…'))
        .map((all) => all.join('')),
    );
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom(...locales), async (text, language) => {
        const svg = await svgOf(contentOf(text, { brand: { headline: text, text: null } }, { language }));
        expect(svg.replace(shapes, '')).toBe('');
      }),
      { numRuns: 300 },
    );
  });
});

/** All that the SVG of a card without a logo may hold: shapes with numbers and colors, and no text. */
const shapes =
  /<\/?(svg|rect|circle|path|g)( (xmlns|xmlns:xlink)="http:\/\/www\.w3\.org\/[\w/]+"| [a-z-]+="(#[0-9a-f]{6}|none|matrix\([-\d.e ]+\)|[MLQCZ\d,. -]*)")*\/?>/g;

/** Nothing reaches into the margins. */
function expectTidy(pixels: ReturnType<typeof pixelsOf>): void {
  const ground = pixels.at(2, 2);
  for (const margin of [{ right: 60 }, { left: 1_140, bottom: 480 }, { bottom: 60 }, { top: 570 }])
    expect([...pixels.colors(margin).keys()]).toEqual([ground]);
}

describe('the colors', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  test('can be read on each other, whatever the brand', () => {
    fc.assert(
      fc.property(
        fc.option(color),
        fc.option(color),
        fc.constantFrom('auto', 'light', 'dark'),
        (own, background, theme) => {
          const colors = cardColors({ color: own, background, theme });
          expect(contrastOf(colors.text, colors.ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(colors.muted, colors.ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(colors.onButton, colors.button)).toBeGreaterThanOrEqual(3);
          expect(contrastOf(colors.button, colors.ground)).toBeGreaterThanOrEqual(1.25);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['Ada', 'Ada'],
  ['  Ada Lovelace ', 'Ada'],
  ['Jean-Luc Picard', 'Jean-Luc'],
  ['O’Neil', 'O’Neil'],
  ['山田 太郎', '山田'],
  ['A\u202eda', 'Ada'],
  ['evil.example/x', null],
  ['www.evil.example', null],
  ['+49 123', null],
  ['<b>', null],
  ['a'.repeat(30), 'a'.repeat(30)],
  ['a'.repeat(31), null],
  ['', null],
  [null, null],
  [42, null],
])('the first name of %j is %j', (value, name) => {
  expect(firstNameOf(value)).toBe(name);
});
