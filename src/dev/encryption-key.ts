import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key that the service of this data folder seals secrets with; made at the first start. It stays with the data, and is its owner's alone. */
export async function openEncryptionKey(dataDir: string): Promise<string> {
  const known = await readEncryptionKey(dataDir);
  if (known !== undefined) return known;
  const key = randomBytes(32).toString('base64');
  await writeFile(pathIn(dataDir), `${key}\n`, { mode: 0o600 });
  return key;
}

/** Undefined before the first start. */
export async function readEncryptionKey(dataDir: string): Promise<string | undefined> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'encryption-key');
}
