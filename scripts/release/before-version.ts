/** A step of `npm version X.Y.Z`, before it changes, commits and tags anything. */
import { readFile } from 'node:fs/promises';
import { tellsOf } from './refusals.ts';

const version = process.env.npm_new_version ?? '';
if (!tellsOf(await readFile('CHANGELOG.md', 'utf8'), version)) {
  console.error(`CHANGELOG.md has no section ${version}. Write \`## [${version}]\` with what changes first.`);
  process.exit(1);
}
