import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A step of the history that changed what is in the database. */
export interface Step {
  readonly commit: string;
  /** The migrations and functions that it brought, by their paths. */
  readonly files: readonly string[];
}

/** The commits that changed migrations or functions since the baseline was last changed, newest first. */
export async function listSteps(): Promise<Step[]> {
  const { stdout } = await run('git', ['log', '--format=%n%H', '--name-only', '--', 'migrations/*.sql']);
  const steps = stdout
    .split('\n\n')
    .map((text) => text.trim().split('\n').filter(Boolean))
    .reduce<string[][]>((steps, lines) => {
      if (/^[0-9a-f]{40}/.test(lines[0] ?? '')) steps.push(lines);
      else steps.at(-1)?.push(...lines);
      return steps;
    }, [])
    .map(([commit = '', ...files]) => ({ commit, files }));
  return steps.slice(
    0,
    steps.findIndex(({ files }) => files.includes('migrations/0001_baseline.sql')),
  );
}

/**
 * Builds what was there before a commit. `next` has the same code and the migrations of the commit: what is
 * applied beside the build.
 * @returns undefined if there was no service yet, or it does not build any more
 */
export async function buildBefore(
  commit: string,
  folder: string,
): Promise<{ build: string; next: string } | undefined> {
  const [build, next] = [join(folder, 'build'), join(folder, 'next')];
  await unpack(`${commit}^`, build);
  await install(build);
  await run('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: build }).catch(() => {});
  if (!existsSync(join(build, 'dist/api/main.js'))) return undefined;
  for (const part of ['dist', 'data', 'package.json'])
    await cp(join(build, part), join(next, part), { recursive: true });
  await symlink(join(build, 'node_modules'), join(next, 'node_modules'));
  await unpack(commit, next, 'migrations');
  return { build, next };
}

/** Takes what is installed here, or installs what the build asks for if that is not the same. */
async function install(build: string): Promise<void> {
  const [here, there] = await Promise.all(
    ['.', build].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')),
  );
  if (here === there) await symlink(resolve('node_modules'), join(build, 'node_modules'));
  else await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: build });
}

async function unpack(commit: string, folder: string, ...paths: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await run('sh', ['-c', 'git archive "$@" | tar -x -C "$0"', folder, commit, ...paths]);
}
