import { AppError } from '../../../platform/errors.ts';

/** The types of pictures that are stored, with the endings of their URLs. */
export const pictureEndings = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;
type PictureType = keyof typeof pictureEndings;

/** A picture of pixels. */
export interface Picture {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** A picture of a few bytes can say that it is larger than any memory. */
const mostPixelsOnASide = 4_096;

/** @throws AppError invalid_request */
export function refuse(problem: string): never {
  throw new AppError('invalid_request', `The logo ${problem}.`);
}

/**
 * Reads a picture without drawing it, and leaves out what does not show: where and when a photo was taken,
 * texts, and whatever is behind its end. Undefined for what is no PNG, JPEG or WebP.
 * @throws AppError invalid_request for a broken one, one that moves, and one that is too large
 */
export function readPicture(bytes: Buffer): Picture | undefined {
  const type = typeOf(bytes);
  if (type === undefined) return undefined;
  const picture = { type, ...read(type, bytes) };
  if (picture.width < 1 || picture.height < 1) broken();
  if (Math.max(picture.width, picture.height) > mostPixelsOnASide)
    refuse(
      `is ${picture.width} × ${picture.height} pixels large; at most ${mostPixelsOnASide} on a side are taken`,
    );
  return picture;
}

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');

function typeOf(bytes: Buffer): PictureType | undefined {
  if (bytes.subarray(0, 8).equals(pngStart)) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp';
  return undefined;
}

function read(type: PictureType, bytes: Buffer): Omit<Picture, 'type'> {
  try {
    if (type === 'image/png') return readPng(bytes);
    return type === 'image/jpeg' ? readJpeg(bytes) : readWebp(bytes);
  } catch (error) {
    // It names lengths that it does not have.
    if (error instanceof RangeError) broken();
    throw error;
  }
}

function broken(): never {
  refuse('is a broken picture');
}

/** What is needed to draw a PNG. */
const shownPngChunks: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
]);

function readPng(bytes: Buffer): Omit<Picture, 'type'> {
  const kept: Buffer[] = [bytes.subarray(0, 8)];
  let size = { width: 0, height: 0 };
  for (let at = 8; ; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length || (at === 8) !== (name === 'IHDR')) broken();
    if (name === 'IHDR') size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (name === 'acTL') refuse('moves; take a still picture');
    if (shownPngChunks.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return { ...size, bytes: Buffer.concat(kept) };
    at = end;
  }
}

/** APP1 to APP13 but APP2, APP15 and comments: EXIF, XMP and the like. APP2 has the color profile. */
const isHiddenJpegPart = (marker: number) =>
  (marker >= 0xe1 && marker <= 0xed && marker !== 0xe2) || marker === 0xef || marker === 0xfe;
/** The headers of a frame, which have its size. */
const isJpegFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function readJpeg(bytes: Buffer): Omit<Picture, 'type'> {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) broken();
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1; // padding
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) broken();
    if (isJpegFrame(marker)) size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (marker === 0xda) {
      // The pixels, to the end of the picture.
      const last = bytes.lastIndexOf(Buffer.from('ffd9', 'hex'));
      if (last < end || size === undefined) broken();
      kept.push(bytes.subarray(at, last + 2));
      return { ...size, bytes: Buffer.concat(kept) };
    }
    if (!isHiddenJpegPart(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
}

function readWebp(bytes: Buffer): Omit<Picture, 'type'> {
  const kept: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  const whole = 8 + bytes.readUInt32LE(4);
  if (whole > bytes.length) broken();
  for (let at = 12; at + 8 <= whole; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > whole) broken();
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (name === 'ANIM' || name === 'ANMF') refuse('moves; take a still picture');
    if (name === 'VP8X') {
      size = { width: 1 + bytes.readUIntLE(at + 12, 3), height: 1 + bytes.readUIntLE(at + 15, 3) };
      chunk.writeUInt8(chunk.readUInt8(8) & ~0x0c, 8); // it says that there is EXIF and XMP
    }
    if (name === 'VP8 ')
      size ??= { width: bytes.readUInt16LE(at + 14) & 0x3fff, height: bytes.readUInt16LE(at + 16) & 0x3fff };
    if (name === 'VP8L') {
      const bits = bytes.readUInt32LE(at + 9);
      size ??= { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    if (['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'].includes(name)) kept.push(chunk);
    at = end;
  }
  if (size === undefined) broken();
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4);
  head.write('WEBP', 8, 'latin1');
  return { ...size, bytes: Buffer.concat([head, ...kept]) };
}
