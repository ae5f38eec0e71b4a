import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a release is made of. */
export interface Release {
  readonly version: string;
  /** The hash of the commit. */
  readonly commit: string;
  /** That of the commit: every file of the release has it. */
  readonly time: Date;
}

/** The names of the files, which say the version. */
export const namesOf = (version: string) => ({
  service: `waitlist-service-${version}.tgz`,
  client: `waitlist-service-client-${version}.tgz`,
  wheel: `waitlist_service_client-${version}-py3-none-any.whl`,
  sdist: `waitlist_service_client-${version}.tar.gz`,
  go: `waitlist-service-client-go-${version}.zip`,
  site: `waitlist-service-docs-${version}.tar.gz`,
  sbom: `waitlist-service-${version}.cdx.json`,
  image: (arch: string) => `waitlist-service-image-${version}-${arch}.tar.gz`,
  provenance: `waitlist-service-${version}.intoto.json`,
});

export const checksumsFile = 'SHA256SUMS';

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** The files in a folder with their checksums, sorted by name. */
export async function readChecksums(folder: string): Promise<{ name: string; checksum: string }[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => ({ name, checksum: sha256(await readFile(join(folder, name))) })),
  );
}

/** The lines that `sha256sum --check` reads. */
export const toChecksumLines = (files: readonly { name: string; checksum: string }[]) =>
  files.map(({ name, checksum }) => `${checksum}  ${name}\n`).join('');
