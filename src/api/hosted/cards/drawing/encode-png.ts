import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const eightBitRgba = [8, 6, 0, 0, 0] as const;
/** Each row says how its bytes were changed before they were compressed: not at all. */
const unfiltered = 0;
const deflated = promisify(deflate);

/**
 * Pixels (RGBA) as a PNG. They are compressed beside the event loop, which resvg's own encoder is not.
 * Pictures of flat colors need no filters.
 */
export async function encodePng(pixels: Buffer, width: number, height: number): Promise<Buffer> {
  const stride = width * 4;
  const rows = Buffer.allocUnsafe(height * (1 + stride));
  for (let row = 0; row < height; row += 1) {
    const at = row * (1 + stride);
    rows[at] = unfiltered;
    pixels.copy(rows, at + 1, row * stride, (row + 1) * stride);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(eightBitRgba, 8);
  const data = await deflated(rows, { memLevel: 9 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(typed.length + 8);
  whole.writeUInt32BE(data.length, 0);
  typed.copy(whole, 4);
  whole.writeUInt32BE(crc32(typed), typed.length + 4);
  return whole;
}
