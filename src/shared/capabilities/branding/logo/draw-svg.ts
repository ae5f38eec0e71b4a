import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { AppError } from '../../../platform/errors.ts';
import { limitPerKey } from '../../../platform/process/limit-concurrency.ts';
import { type Picture, readPicture, refuse } from './picture.ts';

/** Logos are 40 pixels high on pages, and screens have up to four for one. */
const height = 240;
const drawingMs = 5_000;
const mostMemoryMiB = 400;
/** A drawing that is more than noise has a few kilobytes. */
const mostBytes = 1024 ** 2;

/**
 * What draws: a process of its own, without environment. An SVG of one line can draw for hours, take all
 * memory or end the process that draws it, and no limit of the library prevents it. It draws in a thread, so
 * that it can watch itself. It is a text since it has to run from sources and from the build alike. Its
 * arguments: the library, the height, and whether the pixels are wanted as they are.
 */
const program = `
  const [, library, height, wanted] = process.argv;
  const { renderAsync } = require(library);
  setInterval(() => { if (process.memoryUsage.rss() > ${mostMemoryMiB} * 1024 ** 2) process.kill(process.pid, 'SIGKILL'); }, 20);
  const parts = [];
  process.stdin.on('data', (part) => parts.push(part)).on('end', async () => {
    const options = { fitTo: { mode: 'height', value: Number(height) }, font: { loadSystemFonts: false }, logLevel: 'off' };
    const image = await renderAsync(Buffer.concat(parts).toString(), options);
    const { pixels } = image;
    const isBlank = pixels.every((value, index) => index % 4 !== 3 || value === 0);
    process.stdout.write(isBlank ? '' : wanted === 'pixels' ? pixels : image.asPng(), () => process.exit(0));
  });`;

const library = createRequire(import.meta.url).resolve('@resvg/resvg-js');

/** One after the other: a drawing may take a whole core. */
const inTurn = limitPerKey(
  1,
  8,
  () =>
    new AppError('rate_limited', 'Too many logos are being drawn. Try again in a moment.', {
      retryAfterSeconds: 5,
    }),
);

/**
 * Draws an SVG that was checked, so that nothing of it is left but pixels.
 * @throws AppError invalid_request for one that cannot be drawn, or not within 5 s and 400 MiB; rate_limited
 */
export async function drawSvg(svg: string): Promise<Picture> {
  const drawn = await inTurn('svg', () => runDrawing(svg, height, 'png'));
  if (drawn === undefined) refuse('cannot be drawn: the SVG is broken, or too complicated');
  if (drawn.length === 0) refuse('shows nothing');
  if (drawn.length > mostBytes) refuse('is too complicated');
  return readPicture(drawn) ?? refuse('cannot be drawn');
}

/**
 * The pixels of an SVG drawn in a height: red, green and blue, multiplied with alpha, and alpha, a byte each.
 * Undefined for one that cannot be drawn. @throws AppError rate_limited
 */
export const drawPixels = (svg: string, height: number): Promise<Buffer | undefined> =>
  inTurn('svg', () => runDrawing(svg, height, 'pixels'));

/** Empty for a blank one, undefined for one that was not drawn. */
function runDrawing(svg: string, height: number, wanted: 'png' | 'pixels'): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const drawing = spawn(process.execPath, ['-e', program, library, String(height), wanted], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: drawingMs,
      killSignal: 'SIGKILL',
    });
    const parts: Buffer[] = [];
    drawing.stdout.on('data', (part: Buffer) => parts.push(part));
    drawing.stdin.on('error', () => {}); // it ended before it had read all
    drawing.on('error', reject);
    drawing.on('close', (code) => resolve(code === 0 ? Buffer.concat(parts) : undefined));
    drawing.stdin.end(svg);
  });
}
