/**
 * `npm run release -- VERSION`: makes everything that a release consists of into `release/`, twice, and
 * compares the two byte for byte. Then each package is installed in an empty folder and used. Exits with 1,
 * and leaves `release/` as it was, if the release cannot be made; nothing is published.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeRelease } from './make.ts';
import { findRefusals } from './refusals.ts';
import { checksumsFile, type Release } from './release.ts';

const target = 'release';
const [version = ''] = process.argv.slice(2);
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const readText = (path: string) => readFile(path, 'utf8');

function fail(lines: readonly string[]): never {
  console.error(lines.join('\n'));
  process.exit(1);
}

if (!/^\d+\.\d+\.\d+$/.test(version)) fail(['Usage: npm run release -- VERSION, such as 1.2.3']);
const refusals = await findRefusals(version, {
  status: git('status', '--porcelain'),
  packageJson: await readText('package.json'),
  pyproject: await readText('clients/python/pyproject.toml'),
  changelog: await readText('CHANGELOG.md'),
  frozen: await readText('migrations/checksums').catch(() => ''),
});
if (refusals.length > 0) fail(refusals);

const [commit = '', seconds = ''] = git('show', '--no-patch', '--format=%H %ct', 'HEAD').split(' ');
const release: Release = { version, commit, time: new Date(Number(seconds) * 1_000) };
const folder = await mkdtemp(join(tmpdir(), 'waitlist-release-'));
try {
  const outs = [join(folder, 'first'), join(folder, 'second')] as const;
  let missing: string[] = [];
  // In folders of different names, so that none of them gets into the files.
  for (const [index, out] of outs.entries())
    missing = await makeRelease(`${out}-${'source'.repeat(index + 1)}`, out, release, (step) =>
      console.log(`${index + 1} of 2: ${step}`),
    );
  const [first, second] = await Promise.all(outs.map((out) => readText(join(out, checksumsFile))));
  if (first !== second) throw new Error(`The two are not the same:\n${first}\n${second}`);
  await rm(target, { recursive: true, force: true });
  execFileSync('cp', ['-R', outs[0], target]); // the temporary folder may be on another disk

  console.log('Each is installed and used');
  execFileSync('npm', ['run', 'examples', '--', 'test/examples/packages.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, RELEASED: resolve(target) },
  });
  console.log(`\nVersion ${version} of ${commit} is in ${target}/:\n${first}`);
  for (const each of missing) console.warn(`*** NOT MADE: ${each} ***`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
