import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textEntry, toTarGz, toZip } from '../../scripts/release/archives.ts';
import { readMigrationChecksums } from '../../scripts/release/freeze.ts';
import { packPython } from '../../scripts/release/packages/python.ts';
import { type Checkout, findRefusals } from '../../scripts/release/refusals.ts';
import { checksumsFile, namesOf, readChecksums, toChecksumLines } from '../../scripts/release/release.ts';
import { fixSbom, writeProvenance } from '../../scripts/release/statements.ts';

// test/examples/packages.test.ts installs what is made.
const run = promisify(execFile);
const release = { version: '1.2.3', commit: 'c0ffee', time: new Date('2026-11-29T12:00:00Z') };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waitlist-release-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('archives', () => {
  const long = `assets/${'a'.repeat(60)}/${'b'.repeat(60)}.js`;
  const entries = [textEntry('b', 'second'), textEntry('a/c', ''), textEntry(long, 'x'.repeat(600))];

  test('are the same in whatever order their files come', async () => {
    for (const pack of [toTarGz, toZip])
      expect(await pack(entries.toReversed(), release.time)).toEqual(await pack(entries, release.time));
  });

  test('tar reads them, with the time of the release', async () => {
    const file = join(folder, 'a.tar.gz');
    await writeFile(file, await toTarGz(entries, release.time));
    const { stdout } = await run('tar', ['-tvzf', file], { env: { ...process.env, TZ: 'UTC' } });
    expect(stdout.trim().split('\n')).toEqual(
      [`0 2026-11-29 12:00 a/c`, `600 2026-11-29 12:00 ${long}`, `6 2026-11-29 12:00 b`].map((line) =>
        expect.stringMatching(new RegExp(`^-rw-r--r-- 0/0 +${line}$`)),
      ),
    );
    await run('tar', ['-xzf', file, '-C', folder]);
    expect(await readFile(join(folder, long), 'utf8')).toBe('x'.repeat(600));
  });
});

test('the Python packages and the statements are the same twice', async () => {
  const made = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const out = await mkdtemp(join(folder, name));
      await packPython('.', out, release);
      await writeProvenance(out, release);
      return readChecksums(out);
    }),
  );
  expect(made[0]).toEqual(made[1]);
  const { wheel, sdist, provenance } = namesOf(release.version);
  expect(made[0]?.map(({ name }) => name)).toEqual([provenance, wheel, sdist].sort());
  const sbom = (serialNumber: string, timestamp: string) => {
    const made = { serialNumber, metadata: { timestamp, component: { name: timestamp, version: '1.2.3' } } };
    return fixSbom(made, release);
  };
  expect(sbom('urn:uuid:1', '2026')).toEqual(sbom('urn:uuid:2', '2027'));
  expect(sbom('', '')).toEqual({
    serialNumber: expect.stringMatching(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
    ),
    metadata: {
      timestamp: '2026-11-29T12:00:00.000Z',
      component: { name: 'waitlist-service', version: '1.2.3' },
    },
  });
});

test('sha256sum reads the checksums, and finds a file that was changed', async () => {
  const out = await mkdtemp(join(folder, 'sums'));
  await writeFile(join(out, 'a.tgz'), 'a');
  await writeFile(join(out, checksumsFile), toChecksumLines(await readChecksums(out)));
  const check = () => run('sha256sum', ['--check', checksumsFile], { cwd: out });
  expect((await check()).stdout).toBe('a.tgz: OK\n');
  await writeFile(join(out, 'a.tgz'), 'b');
  await expect(check()).rejects.toThrow('did NOT match');
});

test.each<[string, Partial<Checkout>, RegExp | undefined]>([
  ['all is committed and of this version', {}, undefined],
  ['a file is not committed', { status: ' M README.md' }, /^Commit or remove.*\n M README\.md$/],
  ['package.json has another version', { packageJson: '{"version":"1.2.2"}' }, /Run `npm version 1\.2\.3`/],
  ['the Python client has another version', { pyproject: '\nversion = "1.2.2"\n' }, /pyproject\.toml/],
  ['the changelog does not tell of it', { changelog: '\n## [Unreleased]' }, /no section 1\.2\.3/],
  ['migrations are not frozen', { frozen: '' }, /migrations\/checksums/],
])('a release where %s', async (_what, change, refusal) => {
  const checkout: Checkout = {
    status: '',
    packageJson: '{"version":"1.2.3"}',
    pyproject: '\nversion = "1.2.3"\n',
    changelog: '\n## [1.2.3] - 2026-11-29',
    frozen: await readMigrationChecksums(),
    ...change,
  };
  const refusals = await findRefusals('1.2.3', checkout);
  if (refusal) expect(refusals.join('\n')).toMatch(refusal);
  else expect(refusals).toEqual([]);
});
