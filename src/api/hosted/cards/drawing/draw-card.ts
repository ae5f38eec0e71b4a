import { facesOf } from '../fonts/open-faces.ts';
import type { CardContent } from './card-content.ts';
import { toSvg } from './card-svg.ts';
import { encodePng } from './encode-png.ts';

/**
 * A card as a PNG of 1200 × 630. The event loop only sets the text, in a few milliseconds; other threads draw
 * and compress.
 */
export async function drawCard(content: CardContent): Promise<Buffer> {
  const svg = await toSvg(content, facesOf(content.font));
  // Imported here: a process that draws nothing does not load it, nor needs it to be installed.
  const { renderAsync } = await import('@resvg/resvg-js');
  const { pixels, width, height } = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return encodePng(pixels, width, height);
}
