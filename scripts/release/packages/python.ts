import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Entry, readEntries, textEntry, toTarGz, toZip } from '../archives.ts';
import { namesOf } from '../release.ts';

const packageName = 'waitlist_service_client';

/**
 * Writes the wheel and the source distribution of the Python client. They hold only sources, so they are
 * written here: pip's own way needs packages of a registry, and what it makes differs each time.
 * @see https://packaging.python.org/en/latest/specifications/binary-distribution-format/
 */
export async function packPython(
  source: string,
  out: string,
  { version, time }: { version: string; time: Date },
): Promise<void> {
  const folder = join(source, 'clients/python');
  const read = async (path: string) => textEntry(path, await readFile(join(folder, path), 'utf8'));
  const [project, readme] = await Promise.all([read('pyproject.toml'), read('README.md')]);
  const license = textEntry('LICENSE', await readFile(join(source, 'LICENSE'), 'utf8'));
  const metadata = toMetadata(String(project.bytes), String(readme.bytes));
  const modules = await readEntries(join(folder, 'src'), '', (path) => /\.(py|typed)$/.test(path));

  const info = `${packageName}-${version}.dist-info`;
  const wheel: Entry[] = [
    ...modules,
    textEntry(`${info}/METADATA`, metadata),
    textEntry(
      `${info}/WHEEL`,
      'Wheel-Version: 1.0\nGenerator: waitlist-service\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
    { ...license, name: `${info}/LICENSE` },
  ];
  const record = textEntry(`${info}/RECORD`, toRecord(wheel, `${info}/RECORD`));
  await writeFile(join(out, namesOf(version).wheel), toZip([...wheel, record], time));

  const root = `${packageName}-${version}`;
  const sdist: Entry[] = [
    project,
    readme,
    license,
    textEntry('PKG-INFO', metadata),
    ...modules.map(({ name, bytes }) => ({ name: `src/${name}`, bytes })),
  ].map(({ name, bytes }) => ({ name: `${root}/${name}`, bytes }));
  await writeFile(join(out, namesOf(version).sdist), await toTarGz(sdist, time));
}

/** What pyproject.toml says, as core metadata. @throws Error if it lacks something */
function toMetadata(project: string, readme: string): string {
  const field = (pattern: RegExp) => {
    const [, value] = pattern.exec(project) ?? [];
    if (value === undefined) throw new Error(`pyproject.toml has nothing like ${pattern}`);
    return value;
  };
  return `Metadata-Version: 2.1
Name: ${field(/^name = "(.+)"$/m)}
Version: ${field(/^version = "(.+)"$/m)}
Summary: ${field(/^description = "(.+)"$/m)}
License: ${field(/^license = \{ text = "(.+)" \}$/m)}
Classifier: ${field(/^classifiers = \["([^"]+)"\]$/m)}
Requires-Python: ${field(/^requires-python = "(.+)"$/m)}
Description-Content-Type: text/markdown

${readme}`;
}

/** The checksums of all files but its own. */
function toRecord(entries: readonly Entry[], own: string): string {
  const lines = entries.map(({ name, bytes }) => {
    const hash = createHash('sha256').update(bytes).digest('base64url');
    return `${name},sha256=${hash},${bytes.length}`;
  });
  return `${[...lines.sort(), `${own},,`].join('\n')}\n`;
}
