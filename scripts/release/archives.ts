import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

// Archives that are the same, byte for byte, wherever and whenever they are made of the same files: sorted
// by name, with one time, and with neither owners nor modes of the machine. Written here because no tool
// does this for zip, and GNU tar is not everywhere.

/** A file of an archive, by its path in it. */
export interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The files in a folder and its subfolders, below `prefix`, those whose path `isWanted`. */
export async function readEntries(
  folder: string,
  prefix: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<Entry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .filter(isWanted);
  return Promise.all(
    paths.map(async (path) => ({ name: `${prefix}${path}`, bytes: await readFile(join(folder, path)) })),
  );
}

export const textEntry = (name: string, text: string): Entry => ({ name, bytes: Buffer.from(text) });

const sorted = (entries: readonly Entry[]) => entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** A gzipped tar (POSIX ustar). @throws Error if a path is too long for it */
export function toTarGz(entries: readonly Entry[], time: Date): Buffer {
  const blocks = sorted(entries).flatMap(({ name, bytes }) => [
    tarHeader(name, bytes.length, time),
    bytes,
    Buffer.alloc(-bytes.length & 511),
  ]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 9 });
}

function tarHeader(path: string, size: number, time: Date): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  // A path of more than 100 bytes is split at a slash: the first part goes to a field of its own.
  const cut = path.length <= 100 ? -1 : path.indexOf('/', path.length - 101);
  const [prefix, name] = [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)];
  if (name.length > 100 || prefix.length > 155 || Buffer.byteLength(path) !== path.length)
    throw new Error(`A tar cannot have this path: ${path}`);
  const fields: [offset: number, text: string][] = [
    [0, name],
    [100, '0000644'],
    [108, '0000000'],
    [116, '0000000'],
    [124, octal(size, 11)],
    [136, octal(Math.floor(time.getTime() / 1_000), 11)],
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar'],
    [263, '00'],
    [345, prefix],
  ];
  for (const [offset, text] of fields) header.write(text, offset, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return header;
}

/** A zip whose files are deflated. Their time has a precision of two seconds. */
export function toZip(entries: readonly Entry[], time: Date): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of sorted(entries)) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const path = Buffer.from(name);
    // What both the file and its line in the directory say, from "version needed" to "extra length".
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2); // the name is UTF-8
    common.writeUInt16LE(8, 4); // deflated
    common.writeUInt32LE(toDosTime(time), 6);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    place.writeUInt32LE(offset, 10);
    const file = [Buffer.from('PK\x03\x04'), common, path, packed];
    // "Made by" Unix, so that the mode counts.
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, place, path);
    files.push(...file);
    offset += file.reduce((total, part) => total + part.length, 0);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

/** The date and time of MS-DOS, in UTC. */
function toDosTime(time: Date): number {
  const date = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}
