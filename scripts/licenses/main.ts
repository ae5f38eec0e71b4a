/** `npm run licenses`: the licences of all that production installs. Exits 1 where one is not on the list of those that are allowed. */
import { readFile } from 'node:fs/promises';
import { type LockFile, readLicenses } from './licenses.ts';

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as LockFile;
const { byLicense, refused } = readLicenses(lock);
for (const [license, names] of [...byLicense].sort(([, a], [, b]) => b.length - a.length))
  console.log(`${license} (${names.length}): ${names.toSorted().join(', ')}`);
for (const each of refused) console.error(`Not allowed: ${each}`);
if (refused.length > 0) process.exitCode = 1;
