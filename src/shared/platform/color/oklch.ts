/** A color by how light, how colorful and of which hue it looks: equal steps look equal. */
export interface Oklch {
  /** 0 is black, 1 is white. */
  readonly lightness: number;
  /** 0 is gray; what screens show ends at about 0.3. */
  readonly chroma: number;
  /** In radians. */
  readonly hue: number;
}

/** The shares of red, green and blue in the light of a color such as `#4338ca`, each from 0 to 1. */
export function lightOf(color: string): readonly [number, number, number] {
  return [lightAt(color, 1), lightAt(color, 3), lightAt(color, 5)];
}

function lightAt(color: string, at: number): number {
  const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

// The numbers of both directions are those of https://bottosson.github.io/posts/oklab/.

export function toOklch(color: string): Oklch {
  const [red, green, blue] = lightOf(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** The color as `#rrggbb`. What no screen shows is cut to what one does. */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return toHex([
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]);
}

function toHex(light: readonly number[]): string {
  const bytes = light.map((share) => {
    const inside = Math.min(Math.max(share, 0), 1);
    const coded = inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055;
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}
