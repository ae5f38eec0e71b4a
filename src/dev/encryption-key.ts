import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The key that seals the secrets stored in this data folder. The first start creates it.
 * It is stored beside the data, readable only by its owner.
 */
export async function openEncryptionKey(dataDir: string): Promise<string> {
  const existing = await readEncryptionKey(dataDir);
  if (existing !== undefined) return existing;
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
