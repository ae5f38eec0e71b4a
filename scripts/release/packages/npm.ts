import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packs the service and its TypeScript client, which are built. npm itself leaves times and owners out. */
export async function packNpm(source: string, out: string): Promise<void> {
  await run('npx', ['tsx', 'scripts/client-package/main.ts'], { cwd: source });
  await rm(resolve(source, 'dist/.tsbuildinfo'), { force: true }); // of the compiler, and not the same twice
  for (const folder of ['.', './dist-client'])
    await run('npm', ['pack', '--pack-destination', resolve(out), folder], { cwd: source });
}
