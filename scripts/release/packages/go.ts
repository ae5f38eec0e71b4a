import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEntries, textEntry, toZip } from '../archives.ts';
import { namesOf } from '../release.ts';

/** Writes the module of the Go client as a zip with one folder, which a `replace` in go.mod can name. */
export async function packGo(
  source: string,
  out: string,
  { version, time }: { version: string; time: Date },
): Promise<void> {
  const folder = join(source, 'clients/go');
  const prefix = `waitlist-service-client-go-${version}/`;
  const license = await readFile(join(source, 'LICENSE'), 'utf8');
  const files = await readEntries(folder, prefix);
  await writeFile(
    join(out, namesOf(version).go),
    toZip([...files, textEntry(`${prefix}LICENSE`, license)], time),
  );
}
