import { type FontWeight, fontFamilies, fontFile } from './families.ts';
import { readWoff } from './read-woff.ts';

/** A glyph of a shaped text. Lengths are in ems: multiples of the size of the text. */
export interface Glyph {
  /** Its outline as an SVG path, in the units of its face, with the y axis upwards. */
  readonly outline: string;
  readonly x: number;
  readonly y: number;
  readonly emsPerUnit: number;
}

/** A shaped text. */
interface Shaped {
  readonly glyphs: readonly Glyph[];
  readonly width: number;
}

/** A font in memory. */
export interface Face {
  has(character: string): boolean;
  shape(text: string): Shaped;
}

/** Opens the faces that a text needs, the preferred ones first. */
export type FacesFor = (text: string, weight: FontWeight) => Promise<readonly Face[]>;

/** The fonts of brands (`settings.brand.font`). */
export type BrandFont = 'system' | 'serif' | 'mono' | 'rounded';
const familyOf = {
  system: 'inter',
  serif: 'source-serif-4',
  mono: 'jetbrains-mono',
  rounded: 'nunito',
} as const satisfies Readonly<Record<BrandFont, keyof typeof fontFamilies>>;

/** What only the Japanese font has. It is large, so it is not read before it is needed. */
const eastAsian = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef]/u;

const opened = new Map<string, Promise<Face>>();

/** The faces of a brand's font. Each file is read once in a process, when a text first needs it. */
export function facesOf(font: BrandFont): FacesFor {
  return (text, weight) => {
    const families = new Set<keyof typeof fontFamilies>([familyOf[font], 'inter']);
    if (eastAsian.test(text)) families.add('noto-sans-jp');
    return Promise.all(
      [...families].flatMap((family) =>
        fontFamilies[family].map((script) => openOnce(fontFile(family, script, weight))),
      ),
    );
  };
}

function openOnce(file: URL): Promise<Face> {
  const known = opened.get(file.href);
  if (known) return known;
  const face = openFace(file);
  opened.set(file.href, face);
  face.catch(() => opened.delete(file.href));
  return face;
}

async function openFace(file: URL): Promise<Face> {
  // Imported here: it compiles WebAssembly, which a process that draws no pictures does not need.
  const [hb, data] = await Promise.all([import('harfbuzzjs'), readWoff(file)]);
  const face = new hb.Face(new hb.Blob(data));
  const font = new hb.Font(face);
  const buffer = new hb.Buffer();
  return {
    has: (character) => {
      const codePoint = character.codePointAt(0);
      return codePoint !== undefined && font.nominalGlyph(codePoint) !== undefined;
    },
    shape(text) {
      buffer.reset();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      buffer.setDirection(hb.Direction.LTR); // no face has a script that is written from the right
      hb.shape(font, buffer);
      const emsPerUnit = 1 / face.upem;
      let x = 0;
      const glyphs = buffer.getGlyphInfosAndPositions().map((glyph): Glyph => {
        const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } = glyph;
        const at = (x + xOffset) * emsPerUnit;
        x += xAdvance;
        return { outline: font.glyphToPath(codepoint), x: at, y: yOffset * emsPerUnit, emsPerUnit };
      });
      return { glyphs, width: x * emsPerUnit };
    },
  };
}
