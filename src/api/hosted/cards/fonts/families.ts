/** Of headlines, and of all other text. */
export const fontWeights = [700, 500] as const;
export type FontWeight = (typeof fontWeights)[number];

/** The families in `data/fonts` with the scripts that a file of each holds. `npm run fonts` copies them. */
export const fontFamilies = {
  inter: ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek'],
  'source-serif-4': ['latin', 'latin-ext'],
  'jetbrains-mono': ['latin', 'latin-ext'],
  nunito: ['latin', 'latin-ext'],
  'noto-sans-jp': ['japanese'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The relative URL is the same from `src` and from `dist`. */
export const fontFolder = new URL('../../../../../data/fonts/', import.meta.url);

/** Where a file of a family is: WOFF 1.0, whose tables are compressed with zlib. */
export function fontFile(family: string, script: string, weight: FontWeight): URL {
  return new URL(`${family}/${script}-${weight}.woff`, fontFolder);
}
