/**
 * `npm run licenses`: lists the licences of all packages that production installs. Exits with 1 if one is not
 * allowed.
 */
import { readFile } from 'node:fs/promises';
import { type LockFile, readLicenses } from './licenses.ts';

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as LockFile;
const { byLicense, refused } = readLicenses(lock);
for (const [license, names] of [...byLicense].sort(([, a], [, b]) => b.length - a.length))
  console.log(`${license} (${names.length}): ${names.toSorted().join(', ')}`);
for (const each of refused) console.error(`Not allowed: ${each}`);
if (refused.length > 0) process.exitCode = 1;
