/**
 * `npm run disposable-domains -- COMMIT`: replaces data/disposable-domains.txt by the list of a commit of its
 * source. With a second argument it reads that file instead. Refuses a list that shrinks by a fifth, or that
 * holds a relay or a mail provider.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { findFaults, toFile } from './refresh.ts';

const source = 'https://github.com/disposable-email-domains/disposable-email-domains';
const file = 'data/disposable-domains.txt';

const [commit = '', path] = process.argv.slice(2);
if (!/^[0-9a-f]{40}$/.test(commit)) throw new Error('Name the commit: 40 hexadecimal digits');
const before = await readFile(file, 'utf8');
const list = path === undefined ? await download() : await readFile(path, 'utf8');
const faults = findFaults(before, list);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else await writeFile(file, toFile(source, commit, list));

async function download(): Promise<string> {
  const url = `https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/${commit}/disposable_email_blocklist.conf`;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The list cannot be read: ${response.status}`);
  return response.text();
}
