import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const headerBytes = { woff: 44, sfnt: 12 } as const;
const entryBytes = { woff: 20, sfnt: 16 } as const;
const inflated = promisify(inflate);
/** Tables begin at multiples of four. */
const padded = (length: number) => Math.ceil(length / 4) * 4;

/**
 * Reads a WOFF 1.0 font of `data/fonts` as the TrueType font that it holds: the same tables, compressed one
 * by one (https://www.w3.org/TR/WOFF/).
 */
export async function readWoff(file: URL): Promise<Buffer> {
  const woff = await readFile(file);
  const count = woff.readUInt16BE(12);
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const entry = headerBytes.woff + index * entryBytes.woff;
      const [offset, length, fullLength] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
        number,
        number,
        number,
      ];
      const stored = woff.subarray(offset, offset + length);
      return {
        tag: woff.subarray(entry, entry + 4),
        checksum: woff.readUInt32BE(entry + 16),
        data: length < fullLength ? await inflated(stored) : stored,
      };
    }),
  );
  let offset = headerBytes.sfnt + count * entryBytes.sfnt;
  const sfnt = Buffer.alloc(tables.reduce((total, { data }) => total + padded(data.length), offset));
  woff.copy(sfnt, 0, 4, 8); // the kind of outlines
  sfnt.writeUInt16BE(count, 4);
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = headerBytes.sfnt + index * entryBytes.sfnt;
    tag.copy(sfnt, entry);
    sfnt.writeUInt32BE(checksum, entry + 4);
    sfnt.writeUInt32BE(offset, entry + 8);
    sfnt.writeUInt32BE(data.length, entry + 12);
    data.copy(sfnt, offset);
    offset += padded(data.length);
  }
  return sfnt;
}
