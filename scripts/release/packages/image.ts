import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readEntries, toTarGz } from '../archives.ts';
import { namesOf, type Release } from '../release.ts';

const run = promisify(execFile);

/** Of this machine at least; another one needs an emulator (`apt-get install qemu-user-static`). */
const architectures = ['amd64', 'arm64'];

/**
 * Builds the container image for each architecture, and writes it as an archive in the layout of OCI, which
 * `docker load` and `podman load` read.
 * @returns why there is none for an architecture
 */
export async function buildImages(source: string, out: string, release: Release): Promise<string[]> {
  const hasBuildah = await run('buildah', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasBuildah) return ['the container image: buildah is not installed (apt-get install buildah)'];
  const own = { x64: 'amd64' }[process.arch as string] ?? process.arch;
  const missing: string[] = [];
  for (const arch of architectures) {
    try {
      await buildImage(source, out, release, arch);
    } catch (error) {
      if (arch === own) throw error;
      missing.push(`the container image for ${arch}: ${String(error).trim().split('\n').at(-1)}`);
    }
  }
  return missing;
}

async function buildImage(source: string, out: string, { version, time }: Release, arch: string) {
  const image = `localhost/waitlist-service:${version}-${arch}`;
  const layout = join(source, `image-${arch}`);
  const seconds = String(Math.floor(time.getTime() / 1_000));
  // Whatever a step writes gets the time of the commit; a layer of an earlier build is not taken.
  await run('buildah', ['build', '--no-cache', '--timestamp', seconds, '--arch', arch, '--tag', image, '.'], {
    cwd: source,
    maxBuffer: 1 << 26,
  });
  await run('buildah', ['push', image, `oci:${layout}:${version}`]);
  await run('buildah', ['rmi', image]);
  const entries = await readEntries(layout, '');
  await writeFile(join(out, namesOf(version).image(arch)), await toTarGz(entries, time));
  await rm(layout, { recursive: true });
}
