import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { pack } from 'tar-stream';

// Archives that are the same, byte for byte, wherever and whenever they are made of the same files: sorted
// by name, with one time, and with neither owners nor modes of the machine.

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

/** A gzipped tar. */
export async function toTarGz(entries: readonly Entry[], time: Date): Promise<Buffer> {
  const tar = pack();
  for (const { name, bytes } of sorted(entries))
    tar.entry({ name, mtime: time, mode: 0o644 }, Buffer.from(bytes));
  tar.finalize();
  return gzipSync(await buffer(tar), { level: 9 });
}

/** A zip. Its time has a precision of two seconds. */
export function toZip(entries: readonly Entry[], time: Date): Uint8Array {
  const files = Object.fromEntries(sorted(entries).map(({ name, bytes }) => [name, bytes]));
  // A zip has the time of a clock on the wall: that of UTC, wherever it is made.
  const mtime = new Date(time.getTime() + time.getTimezoneOffset() * 60_000);
  return zipSync(files, { level: 9, mtime, os: 3, attrs: (0o100644 << 16) >>> 0 }); // of Unix
}
