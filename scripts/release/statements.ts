import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { namesOf, type Release, readChecksums, sha256 } from './release.ts';

const run = promisify(execFile);
const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Writes what production installs, as CycloneDX, with the time of the commit and an id made of it. */
export async function writeSbom(source: string, out: string, release: Release): Promise<void> {
  const { stdout } = await run('npm', ['run', '--silent', 'sbom'], { cwd: source, maxBuffer: 1 << 26 });
  await writeFile(join(out, namesOf(release.version).sbom), toJson(fixSbom(JSON.parse(stdout), release)));
}

/** npm gives each bill of materials a random number, the time of the day and the name of the folder. */
export function fixSbom(
  sbom: { metadata: { component: object } },
  { version, commit, time }: Release,
): object {
  const hex = sha256(`waitlist-service ${version} ${commit}`);
  // A UUID of version 8: its bits are free but for the version and the variant.
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
  return {
    ...sbom,
    serialNumber: `urn:uuid:${uuid}`,
    metadata: {
      ...sbom.metadata,
      timestamp: time.toISOString(),
      component: { ...sbom.metadata.component, name: 'waitlist-service' },
    },
  };
}

/**
 * Writes which commit the files in `out` were made of, as an in-toto statement with SLSA provenance. Nobody
 * signs it: it says no more than whoever hands the files out.
 * @see https://slsa.dev/spec/v1.0/provenance
 */
export async function writeProvenance(out: string, { version, commit }: Release): Promise<void> {
  const files = await readChecksums(out);
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ name, checksum }) => ({ name, digest: { sha256: checksum } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://waitlist.example/npm-run-release/v1',
        externalParameters: { version },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [{ name: 'source', digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: 'https://waitlist.example/any-machine' } },
    },
  };
  await writeFile(join(out, namesOf(version).provenance), toJson(statement));
}
