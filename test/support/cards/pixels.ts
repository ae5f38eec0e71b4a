import { Resvg } from '@resvg/resvg-js';

/** A decoded picture. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The color at a place, such as `#ffffff`. */
  at(x: number, y: number): string;
  /** The colors of a part, with how many pixels have each. */
  colors(part?: { left?: number; top?: number; right?: number; bottom?: number }): Map<string, number>;
}

/** Decodes a PNG, with a decoder that is not the encoder's. */
export function pixelsOf(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/></svg>`;
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const at = (x: number, y: number) => pixels.readUInt32BE((y * width + x) * 4) >>> 8;
  return {
    width,
    height,
    at: (x, y) => toColor(at(x, y)),
    colors({ left = 0, top = 0, right = width, bottom = height } = {}) {
      const counts = new Map<number, number>();
      for (let y = top; y < bottom; y += 1)
        for (let x = left; x < right; x += 1) counts.set(at(x, y), (counts.get(at(x, y)) ?? 0) + 1);
      return new Map([...counts].map(([color, count]) => [toColor(color), count]));
    },
  };
}

const toColor = (value: number) => `#${value.toString(16).padStart(6, '0')}`;
