/**
 * A step of `npm version X.Y.Z`, between the change of package.json and the commit: gives the Python client
 * the same version, and freezes the migrations. A test compares them from then on.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { readMigrationChecksums } from './freeze.ts';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const project = 'clients/python/pyproject.toml';
const text = await readFile(project, 'utf8');
await writeFile(project, text.replace(/^version = ".*"$/m, `version = "${version}"`));
await writeFile('migrations/checksums', await readMigrationChecksums());
execFileSync('git', ['add', project, 'migrations/checksums']);
