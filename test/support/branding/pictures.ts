import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG of one color. It may say that it is larger than it is; `more` are chunks before its pixels. */
export function png(color: string, width = 8, height = 8, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const row = Buffer.concat([Buffer.from([0]), ...Array(8).fill(Buffer.from(color.slice(1), 'hex'))]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.concat(Array(8).fill(row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An SVG that holds this. */
export const svg = (inside: string, attributes = 'viewBox="0 0 40 40"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  );
