import { readMigrationChecksums } from './freeze.ts';

/** What decides whether a release can be made. */
export interface Checkout {
  /** What `git status --porcelain` prints. */
  readonly status: string;
  /** The texts of these files of the checkout. */
  readonly packageJson: string;
  readonly pyproject: string;
  readonly changelog: string;
  /** That of `migrations/checksums`, empty if there is none. */
  readonly frozen: string;
}

/** Why a version cannot be released, each with what to do about it. */
export async function findRefusals(version: string, checkout: Checkout): Promise<string[]> {
  const refusals: string[] = [];
  if (checkout.status !== '') refusals.push(`Commit or remove these first:\n${checkout.status}`);
  const own: string = JSON.parse(checkout.packageJson).version;
  if (own !== version)
    refusals.push(`package.json has the version ${own}. Run \`npm version ${version}\` first.`);
  if (!checkout.pyproject.includes(`\nversion = "${own}"\n`))
    refusals.push(
      `clients/python/pyproject.toml has another version than package.json: use \`npm version\`.`,
    );
  if (!tellsOf(checkout.changelog, version)) refusals.push(`CHANGELOG.md has no section ${version}.`);
  if (checkout.frozen !== (await readMigrationChecksums()))
    refusals.push('migrations/checksums is not that of the migrations: `npm version` writes it.');
  return refusals;
}

/** Whether a changelog has a section for a version. */
export const tellsOf = (changelog: string, version: string): boolean =>
  changelog.includes(`\n## [${version}]`);
